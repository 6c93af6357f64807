import type { IntegrationPreview } from '#api_types/integrations'
import { invalidSettings } from '#app/integrations/errors'
import { kindToSet } from '#app/integrations/kinds'
import { triedEvent } from '#app/integrations/tried_event'

/** Nobody reads more of a preview. */
const LONGEST = 65_536

/** What would arrive with these settings, drawn from a submission, or from the form as it is being edited and invented answers. */
export async function previewOf(
  workspaceId: string,
  formId: string,
  input: { kind: string; settings: Record<string, unknown>; submissionId?: string },
): Promise<IntegrationPreview> {
  const kind = kindToSet(input.kind)
  const read = kind.read(input.settings)
  if ('refusals' in read) throw invalidSettings(read.refusals)
  const tried = await triedEvent(workspaceId, formId, input.submissionId)
  const event = { ...tried.event, test: false }
  try {
    const { format, text } = read.bound.preview(event)
    return { preview: { format, text: text.slice(0, LONGEST) } }
  } catch (error) {
    return { fault: kind.noted('preview', error).reason }
  }
}
