import { check } from 'recheck'
import { plugins } from '#app/plugins/registry'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'

/** How long one pattern may be examined, in milliseconds. One that is not understood by then is refused. */
const PATIENCE = 2_000

/** Patterns of the creator that could take the server, or a respondent's device, out for long (ReDoS). */
export async function patternProblems(document: FormDocument): Promise<DocumentProblem[]> {
  const registry = plugins.registry()
  const problems: DocumentProblem[] = []
  for (const block of document.blocks) {
    const definition = registry.field(block.kind)?.definition
    const read = definition?.patterns && definition.settings['~standard'].validate(block.settings)
    if (!definition?.patterns || !read || read instanceof Promise || read.issues) continue
    const patterns: (settings: never) => readonly string[] = definition.patterns
    for (const pattern of patterns(read.value as never)) {
      if (pattern === '' || (await isLinear(pattern))) continue
      problems.push({
        severity: 'error',
        code: 'unsafe-pattern',
        block: block.id,
        path: 'settings',
        message: `The pattern of “${block.label || block.key || block.kind}” could take very long on some texts. Write it without repeats inside repeats.`,
      })
    }
  }
  return problems
}

/** Whether a pattern takes time in proportion to the text, whatever the text. */
export async function isLinear(pattern: string): Promise<boolean> {
  const verdict = await check(pattern, 'u', { timeout: PATIENCE })
  return verdict.status === 'safe'
}
