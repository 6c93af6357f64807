import { CodedError } from '#app/http/errors'
import type { FormDocument } from '#engine/document/document'
import type { BlockProblem } from '#engine/response/response'

/** The key was used before, for other answers. */
export function keyReused(): CodedError {
  return new CodedError(
    'E_KEY_REUSED',
    409,
    'Other answers were already sent with this submission key. To store these too, send them with a new key.',
  )
}

/** The form has taken as many answers as it may, or something asked for is used up. */
export function full(): CodedError {
  return new CodedError('E_FULL', 409, 'The form has all the answers it can take. These were not added.')
}

/** The form does not take answers any more. */
export function closed(): CodedError {
  return new CodedError('E_CLOSED', 410, 'The form is closed and takes no answers.')
}

/** The form does not take answers yet. */
export function notOpenYet(): CodedError {
  return new CodedError('E_NOT_OPEN', 403, 'The form is not open yet. Send the answers once it is.')
}

/** The form asks for a password that was not given. */
export function passwordNeeded(): CodedError {
  return new CodedError('E_PASSWORD', 401, 'The form is protected. Enter its password first.')
}

/** No such form; whether it is a draft, was deleted or never was is nobody's business. */
export function noForm(): CodedError {
  return new CodedError('E_NOT_FOUND', 404, 'There is no form at this address.')
}

/** The version these answers were made for was taken back, or never was. */
export function noVersion(): CodedError {
  return new CodedError(
    'E_VERSION',
    409,
    'The form was changed, and this version is no longer accepted. Reload it.',
  )
}

/** Answers that a form does not accept, each with what is wrong, and the key of its field: programs know it by that. */
export class AnswersRefused extends CodedError {
  readonly problems: readonly BlockProblem[]
  readonly document: FormDocument

  constructor(problems: readonly BlockProblem[], document: FormDocument) {
    const keys = new Map(document.blocks.map(({ id, key }) => [id, key]))
    const keyed = problems.map((problem) => {
      const key = keys.get(problem.block)
      return key === undefined ? problem : { ...problem, key }
    })
    const message = 'Some answers are missing or not accepted. Fix them and send again.'
    super('E_ANSWERS', 422, message, keyed)
    this.problems = keyed
    this.document = document
  }
}

/** More items of sections than a form of this size can be answered with. */
export function tooManyItems(): CodedError {
  return new CodedError('E_TOO_LARGE', 422, 'There are too many items in these answers. Send fewer of them.')
}

/** Most names in a sentence; all of them are in the details. */
const NAMES_SAID = 20

/** Answers to questions that the form never asked, with the names of those that it asks. */
export function unknownAnswers(unknown: readonly string[], names: readonly string[]): CodedError {
  const said = unknown.slice(0, NAMES_SAID).map((name) => `“${name.slice(0, 100)}”`)
  const known = names.slice(0, NAMES_SAID).join(', ') + (names.length > NAMES_SAID ? ', …' : '')
  return new CodedError(
    'E_UNKNOWN_ANSWERS',
    422,
    `No question of this form has or had the key ${said.join(', ')}. Its keys: ${known || 'none'}.`,
    { unknown, names },
  )
}
