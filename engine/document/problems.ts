/**
 * Something wrong with a document, found by the check before publishing. `error` blocks; `warning` explains.
 * `path` leads into the block (`rules.0.when`, `settings.formula`), or, without one, to a setting of the form
 * (`settings.access.closesAt`); `at` is an offset in a formula.
 */
export interface DocumentProblem {
  /** `error` keeps the form from being published */
  severity: 'error' | 'warning'
  /** what is wrong, for programs */
  code:
    | 'unknown-kind'
    | 'faulty-kind'
    | 'invalid-settings'
    | 'duplicate-id'
    | 'duplicate-key'
    | 'unknown-reference'
    | 'unknown-target'
    | 'type'
    | 'syntax'
    | 'cycle'
    | 'unreachable-page'
    | 'unreachable-ending'
    | 'no-fields'
    | 'no-label'
    | 'no-title'
    | 'never-open'
    | 'unsafe-pattern'
    | 'unanswerable'
    | 'ambiguous'
    | 'default-refused'
    | 'undescribed'
    | 'unfinished'
    | 'never-holds'
    | 'unknown-name'
    | 'too-large'
    | 'newer-version'
    | 'misplaced'
    | 'no-key'
    | 'left-out'
    | 'unreadable'
    | 'host-not-allowed'
    | 'no-mail'
    | 'no-room'
  /** the id of the block that it is about; absent where it is about the form */
  block?: string
  /** the id of the integration that it is about, which has a page of its own */
  integration?: string
  /** leads into the block, or without one to a setting of the form */
  path?: string
  /** where in the formula, in characters from its beginning */
  at?: number
  /** block ids on the circle, for `cycle` */
  cycle?: string[]
  /** a sentence a creator can act on; labels are in quotes */
  message: string
}
