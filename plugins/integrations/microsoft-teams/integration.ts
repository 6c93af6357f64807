import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'
import { messageSettings } from '@formwright/kit/message_settings'

const settings = v.object({
  address: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048, 'The address is too long.'),
      v.check(isEmptyOrWebAddress, 'Enter the whole address, as Teams shows it.'),
      v.title('Workflow address'),
      v.description(
        'In Teams: Workflows, “Send webhook alerts to a channel”. Copy the address that it shows at the end.',
      ),
      v.metadata({ control: 'secret' }),
    ),
    '',
  ),
  ...messageSettings,
})

export type MicrosoftTeamsSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'microsoft-teams',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  // as they came in; and Teams takes four messages a second
  order: 'one-after-the-other',
  summary: () => '',
  missing: ({ address }) =>
    address === '' ? [{ path: 'address', message: 'Enter the address of the workflow.' }] : [],
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}
