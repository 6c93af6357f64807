import { textIn, withTextIn } from '@formwright/kit/block_text'
import { pipedAddress } from '@formwright/kit/piped_address'
import { pipedName } from '@formwright/kit/rich/resolve'
import { plugins } from '#app/plugins/registry'
import type { PublishedForm } from '#app/forms/versions'
import { blockOf } from '#engine/document/block_of'
import type { Json } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Response as FormResponse } from '#engine/response/response'

/** What a respondent sees after sending: the creator's ending with its texts resolved, or (without `block`) our own. */
export interface Ending {
  block?: { id: string; kind: string; settings: { [name: string]: Json } }
  texts: Record<string, string>
  /** an address to go to instead */
  redirect?: string
}

/** The ending this response leads to, or one that is known already. */
export function endingOf(
  published: Pick<PublishedForm, 'publicForm' | 'document'>,
  response: FormResponse,
  id = response.ending(),
): Ending {
  const block = id === null ? undefined : published.publicForm.blocks.find((one) => one.id === id)
  if (!block) return { texts: {} }
  const texts = Object.fromEntries((block.texts ?? []).map((name) => [name, response.text(block.id, name)]))
  const source = blockOf(published.document, block.id)
  const layout = source && readBlock(source, plugins.registry()).read.layout
  const addresses = (layout?.texts ?? []).flatMap(({ path, kind }): [string, string][] => {
    const address = kind === 'link' ? textIn(block.settings, path) : undefined
    const answer = (number: number) => response.text(block.id, pipedName(path, String(number)))
    return typeof address === 'string' ? [[path, pipedAddress(address, answer)]] : []
  })
  const settings = addresses.reduce((all, [path, address]) => withTextIn(all, path, address), block.settings)
  const redirect = layout?.withSettings({ ...layout.settings, ...settings }).redirect
  return {
    block: { id: block.id, kind: block.kind, settings },
    texts,
    ...(redirect !== undefined && { redirect }),
  }
}
