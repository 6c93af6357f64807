import type { PreviewRun } from '@formwright/kit/integration'
import * as v from 'valibot'
import type { IntegrationPreview } from '#api_types/integrations'
import { invalidSettings } from '#app/integrations/errors'
import { kindToSet } from '#app/integrations/kinds'
import { triedEvent } from '#app/integrations/tried_event'

/** Nobody reads more of a preview, in characters. */
const LONGEST = 65_536
const MOST_RUNS = 1_000

/** What a plugin answered may be anything. */
const shown = v.variant('format', [
  v.object({ format: v.picklist(['text', 'code']), text: v.string() }),
  v.object({
    format: v.literal('message'),
    runs: v.array(
      v.object({
        text: v.string(),
        look: v.optional(v.picklist(['title', 'strong', 'emphasis', 'link', 'note'])),
      }),
    ),
  }),
])

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
    const { success, output: preview } = v.safeParse(shown, read.bound.preview(event))
    if (!success) throw new Error('preview answered something that cannot be shown.')
    if (preview.format === 'message') return { preview: { format: 'message', runs: bounded(preview.runs) } }
    return { preview: { format: preview.format, text: preview.text.slice(0, LONGEST) } }
  } catch (error) {
    return { fault: kind.noted('preview', error).reason }
  }
}

function bounded(runs: readonly PreviewRun[]): PreviewRun[] {
  let room = LONGEST
  return runs.slice(0, MOST_RUNS).map(({ text, look }) => {
    const shown = text.slice(0, room)
    room -= shown.length
    return { text: shown, look }
  })
}
