import type { FormDocument } from '#engine/document/document'
import type { DocumentProblem } from '#engine/document/problems'
import type { PublicForm } from '#engine/document/public_form'
import type { BrowserPlan, ServerPlan } from '#engine/plan/plan'
import type { Registry } from '#engine/registry'

// Stands in for the engine's compiler and projection until they arrive; the signatures are theirs.

/** Finds unknown kinds only; the plans are empty. */
export function compile(
  document: FormDocument,
  registry: Registry,
): { problems: DocumentProblem[]; plans?: { browser: BrowserPlan; server: ServerPlan } } {
  const problems = document.blocks
    .filter((block) => !registry.field(block.kind) && !registry.layout(block.kind))
    .map((block): DocumentProblem => {
      return {
        severity: 'error',
        code: 'unknown-kind',
        block: block.id,
        message: `“${block.kind}” is not installed.`,
      }
    })
  if (problems.length > 0) return { problems }
  return { problems, plans: { browser: { for: 'browser', format: 0 }, server: { for: 'server', format: 0 } } }
}

/** General settings only. */
export function project(document: FormDocument, version: number, plan: BrowserPlan): PublicForm {
  const { general, appearance, sending } = document.settings
  return { format: 1, version, general, appearance, sending, blocks: [], plan }
}
