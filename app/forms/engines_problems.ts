import type { IncomingMessage } from 'node:http'
import { inSlices, TooMuchWork } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'
import { compileSteps } from '#engine/plan/compile'

/** So much of the processor, in milliseconds, a look at a draft takes. */
export const CHECK_MS = 1_000
/** The same of publishing, which lets through only what was looked at whole. */
const PUBLISH_MS = 10_000

const NOT_CHECKED: DocumentProblem = {
  severity: 'warning',
  code: 'too-large',
  message:
    'This form is too large to be checked whole as you work: that is done when it is published. Shorten its formulas and conditions, or divide it.',
}

const NEVER_CHECKED: DocumentProblem = {
  severity: 'error',
  code: 'too-large',
  message:
    'This form is too large to be checked, so it cannot be published. Shorten its formulas and conditions, or divide it.',
}

/**
 * What the engine finds wrong with a document, looked for in slices: a large form holds up nobody else. A check
 * that takes `most` milliseconds of the processor says so instead; without `most` it is for publishing.
 */
export async function enginesProblems(
  document: FormDocument,
  formerLabel: (id: string) => string | undefined,
  bounds: { most?: number; client?: IncomingMessage } = {},
): Promise<DocumentProblem[]> {
  const steps = compileSteps(document, plugins.registry(), { checkOnly: true, formerLabel })
  try {
    return (await inSlices(steps, { most: PUBLISH_MS, ...bounds })).problems
  } catch (error) {
    if (error instanceof TooMuchWork) return [bounds.most === undefined ? NEVER_CHECKED : NOT_CHECKED]
    throw error
  }
}
