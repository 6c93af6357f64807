/**
 * Every way an answer can be wrong (docs/semantics.md: Problems). Texts come from the page's language, never from
 * here.
 */
export type ProblemCode =
  | 'required'
  | 'not-accepted'
  | 'format'
  | 'min'
  | 'max'
  | 'min-length'
  | 'max-length'
  | 'pattern'
  | 'step'
  | 'decimals'
  | 'option-unknown'
  | 'too-few'
  | 'too-many'
  | 'exclusive'
  | 'duplicate'
  | 'not-allowed'
  | 'range-order'
  | 'custom'

/**
 * One thing that is wrong with one answer. `params` fill the text (`{min}`); `message` is the creator's own wording
 * and replaces the text when present. `part` names the part of a compound control that is meant.
 *
 * The text is the first there is of: the plugin's `problem.<code>.<reason>` (`params.reason`), its `problem.<code>`, the
 * core's own for the code.
 */
export interface Problem {
  code: ProblemCode
  params?: Record<string, string | number>
  message?: string
  part?: string
}
