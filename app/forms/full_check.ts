import type { IncomingMessage } from 'node:http'
import { enginesProblems } from '#app/forms/engines_problems'
import { formSettingsProblems } from '#app/forms/form_settings_problems'
import { largePages } from '#app/forms/large_pages'
import { missingLabels } from '#app/forms/missing_labels'
import { refusedFrames } from '#app/forms/refused_frames'
import { pluginFaults } from '#app/forms/plugin_faults'
import { plugins } from '#app/plugins/registry'
import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'

/** All problems of a document: those of its settings and fields without a label among them. */
export async function fullCheck(
  document: FormDocument,
  formerLabel: (id: string) => string | undefined,
  bounds: { most?: number; client?: IncomingMessage } = {},
): Promise<DocumentProblem[]> {
  const registry = plugins.registry()
  return [
    ...(await enginesProblems(document, formerLabel, bounds)),
    ...(await formSettingsProblems(document.settings, new Date())),
    ...missingLabels(document, registry),
    ...refusedFrames(document, registry),
    ...largePages(document, registry),
    ...pluginFaults(document),
  ]
}
