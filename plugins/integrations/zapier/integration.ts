import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

const settings = v.object({
  /** the address that Zapier made for one Zap: whoever knows it can start the Zap */
  address: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2048, 'The address is too long.'),
      v.check(isEmptyOrWebAddress, 'Give the complete address, which begins with https:// or http://.'),
      v.title('Address of the Zap'),
      v.metadata({ control: 'secret' }),
    ),
    '',
  ),
})

export type ZapierSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'zapier',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated', 'submission.deleted'],
  subscription: { address: 'address' },
  summary: () => '',
  missing: ({ address }) =>
    address === '' ? [{ path: 'address', message: 'Give the address of the Zap.' }] : [],
  // when Zapier is slow, all Zaps are
  endpoint: ({ address }) => (URL.canParse(address) ? new URL(address).host : ''),
})

function isEmptyOrWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}
