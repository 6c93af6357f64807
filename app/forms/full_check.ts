import { formSettingsProblems } from '#app/forms/form_settings_problems'
import { missingLabels } from '#app/forms/missing_labels'
import { isLinear } from '#app/forms/patterns'
import { plugins } from '#app/plugins/registry'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'
import { compile } from '#engine/plan/compile'

const DANGER = 'This pattern could be very slow on some texts. Avoid repeats inside repeats.'

/**
 * All problems of a document: those of its settings and fields without a label among them, and its patterns judged:
 * what could take the server, or a respondent's device, out for long is refused (ReDoS). Judging takes its time,
 * outside of this thread; while a draft is edited it is left out.
 */
export async function fullCheck(
  document: FormDocument,
  formerLabel?: (id: string) => string | undefined,
): Promise<DocumentProblem[]> {
  const registry = plugins.registry()
  const patterns = new Set<string>()
  const { problems } = compile(document, registry, {
    formerLabel,
    judgePattern: (source) => {
      patterns.add(source)
      return null
    },
  })
  const dangerous = new Set<string>()
  for (const source of patterns) if (!(await isLinear(source))) dangerous.add(source)
  const ours = [...formSettingsProblems(document.settings, new Date()), ...missingLabels(document, registry)]
  if (dangerous.size === 0) return [...problems, ...ours]
  const judgePattern = (source: string) => (dangerous.has(source) ? DANGER : null)
  return [...compile(document, registry, { judgePattern, formerLabel }).problems, ...ours]
}
