import encryption from '@adonisjs/core/services/encryption'
import type { Raws } from '#app/respond/visit/page_turn'
import type { SessionContext } from '#app/respond/visit/response_session'

/** What a preview without JavaScript holds so far. It is stored nowhere: each page carries it to the next. */
export interface PreviewVisit {
  raws: Raws
  /** pages in the order they were come to */
  pages: string[]
  context: SessionContext
}

/** Who looks at a preview of which form. */
export interface PreviewViewer {
  formId: string
  userId: string
}

const KEY = 'preview'
const VISIT = 'preview-visit'

/** The key of a preview's pages. It says that a post comes from a page this viewer was given, and not from elsewhere. */
export function previewKey({ formId, userId }: PreviewViewer): string {
  return encryption.getMessageVerifier().sign(`${formId} ${userId}`, undefined, KEY)
}

/** Whether a page with this key was given to this viewer. */
export function isPreviewKey(key: string | undefined, { formId, userId }: PreviewViewer): boolean {
  return key !== undefined && encryption.getMessageVerifier().unsign(key, KEY) === `${formId} ${userId}`
}

/** A visit as its page carries it. */
export function carry(visit: PreviewVisit, { formId }: PreviewViewer): string {
  return encryption.getMessageVerifier().sign({ ...visit, formId }, undefined, VISIT)
}

/** The visit a page carried here; undefined when there is none, or it is not of this form. */
export function carried(token: string | undefined, { formId }: PreviewViewer): PreviewVisit | undefined {
  if (token === undefined) return undefined
  // Signed, so that it is as it was written.
  const visit = encryption.getMessageVerifier().unsign<PreviewVisit & { formId: string }>(token, VISIT)
  return visit?.formId === formId ? visit : undefined
}
