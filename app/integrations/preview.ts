import type { IntegrationPreview } from '#api_types/integrations'
import { invalidSettings } from '#app/integrations/errors'
import { draftEvent } from '#app/integrations/draft_event'
import { kindToSet } from '#app/integrations/kinds'

/** Nobody reads more of a preview. */
const LONGEST = 65_536

/** What would arrive with these settings, drawn from the form as it is being edited and invented answers. */
export async function previewOf(
  workspaceId: string,
  formId: string,
  input: { kind: string; settings: Record<string, unknown> },
): Promise<IntegrationPreview> {
  const kind = kindToSet(input.kind)
  const read = kind.read(input.settings)
  if ('refusals' in read) throw invalidSettings(read.refusals)
  const sample = await draftEvent(workspaceId, formId)
  const event = { ...sample, test: false }
  try {
    const { format, text } = read.bound.preview(event)
    return { preview: { format, text: text.slice(0, LONGEST) } }
  } catch (error) {
    return { fault: kind.noted('preview', error).reason }
  }
}
