import { sizeInEnglish } from '@formwright/kit/size'
import { CodedError, FieldErrors } from '#app/http/errors'
import { busy } from '#app/http/load_shedding'
import type { DocumentProblem } from '#engine/document/problems'

/** Another form has this address, now or in the past. */
export function slugTaken(): CodedError {
  return new CodedError('E_SLUG_TAKEN', 409, 'This address is taken. Choose another.')
}

/** What was to be restored, or deleted for good, is in the bin no more: somebody else was faster, or its days are over. */
export function notInBin(): CodedError {
  const message = 'This is not in the bin any more: it was restored, or deleted for good.'
  return new CodedError('E_NOT_IN_BIN', 404, message)
}

/** The caller worked on another state of the draft than the stored one. */
export function revisionMoved(revision: number): CodedError {
  return new CodedError(
    'E_REVISION',
    409,
    'The draft was changed meanwhile. Load the changes and try again.',
    {
      revision,
    },
  )
}

/** The check found errors: nothing was published. */
export function checkFailed(problems: DocumentProblem[]): CodedError {
  return new CodedError('E_CHECK', 422, 'The form has problems. Fix them before you publish.', problems)
}

/** A change of a PATCH, by its place, that cannot be made; and why. */
export interface RefusedOp {
  index: number
  error: CodedError
}

/** A PATCH of which nothing was made, with every change that stands in the way. */
export function opsRefused(refused: readonly RefusedOp[]): CodedError {
  const first = refused[0].error
  const details = { ops: refused.map(({ index, error }) => ({ index, message: error.message })) }
  const errors = Object.assign(
    {},
    ...refused.map(({ error }) => (error instanceof FieldErrors ? error.errors : {})),
  )
  const code = first.code ?? 'E_VALIDATION'
  if (Object.keys(errors).length === 0) return new CodedError(code, first.status, first.message, details)
  return new FieldErrors(code, first.message, errors, details)
}

/** A block's settings have a shape that only a newer server knows. */
export function newerClient(): CodedError {
  return new CodedError(
    'E_NEWER_CLIENT',
    409,
    'This change was made by a newer version of the editor. Reload the page and try again.',
  )
}

/** The form would have more blocks than a form may have. */
export function tooManyBlocks(limit: number): CodedError {
  return new CodedError('E_TOO_MANY_BLOCKS', 422, `A form has up to ${limit} blocks. Remove some first.`)
}

/** One block, or the whole draft, is bigger than it may be. */
export function tooLarge(what: string, limit: number): CodedError {
  return new CodedError(
    'E_TOO_LARGE',
    422,
    `${what} is larger than ${sizeInEnglish(limit)}. Shorten its texts.`,
  )
}

/** Closing a form, or reopening it, needs a published one. */
export function notPublished(): CodedError {
  return new CodedError('E_NOT_PUBLISHED', 409, 'The form is not published. Publish it first.')
}

/** A form was published very often. */
export function publishedTooOften(limit: number): CodedError {
  return new CodedError(
    'E_TOO_OFTEN',
    429,
    `This form was published ${limit} times within an hour. Try again in an hour; the draft is kept.`,
  )
}

/** A form has had as many addresses as it may. */
export function tooManyAddresses(limit: number): CodedError {
  const message = `This form has had ${limit} addresses, which all lead to it. Choose one of them.`
  return new FieldErrors('E_TOO_MANY', message, { slug: [message] })
}

/** A workspace has as many forms as it may. */
export function tooManyForms(limit: number): CodedError {
  const most = limit.toLocaleString('en')
  return new CodedError(
    'E_TOO_MANY',
    422,
    `A workspace has up to ${most} forms, those in its bin included. Delete some for good: within an hour there is room again.`,
  )
}

/** What the forms of a workspace say, published or not, takes as much room as it may. */
export function formsFull(limit: number): CodedError {
  return new CodedError(
    'E_FORMS_FULL',
    422,
    `The forms of this workspace and their versions fill ${sizeInEnglish(limit)}, those in its bin included. Delete some for good: within an hour there is room again.`,
  )
}

/** What the versions of a form say, as far as they differ, is as much as it may be. */
export function versionsFull(limit: number): CodedError {
  return new CodedError(
    'E_VERSIONS_FULL',
    422,
    `The versions of this form fill ${sizeInEnglish(limit)}, as far as they differ. Copy the form, and publish the copy.`,
  )
}

/** Fields of a form have had as many keys, in all its versions, as they may. */
export function tooManyKeys(limit: number): CodedError {
  const most = limit.toLocaleString('en')
  return new CodedError(
    'E_TOO_MANY_KEYS',
    422,
    `The fields of this form have had ${most} keys, which all go on leading to them. Give them keys that they had before, or copy the form and publish the copy.`,
  )
}

/** The thread that reads custom CSS did not get to it in time. */
export function stylesUnread(): CodedError {
  const { status, code, details, headers } = busy()
  const error = new CodedError(
    code ?? 'E_BUSY',
    status,
    'The server is too busy to read the custom CSS. What you have saved is kept; nothing was published. Try again in a moment.',
    details,
  )
  error.headers = headers
  return error
}
