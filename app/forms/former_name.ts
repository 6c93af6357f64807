import type { Content } from '#api_types/drafts'
import type { DraftRow } from '#app/forms/draft'
import { plugins } from '#app/plugins/registry'
import { readBlock } from '#engine/document/reading'
import { richToText } from '@formwright/kit/rich/to_text'
import { isRichText } from '@formwright/kit/rich/tree'
import { textIn } from '@formwright/kit/block_text'

/** Longer names are cut: they stand in sentences. */
const LONGEST = 200

/** What a row goes by once its block is removed: its label, or of content what it says; none when it said nothing. */
export function formerName(before: DraftRow | undefined): string | undefined {
  if (before === undefined || before.content === null) return before?.former ?? undefined
  const { label, settings } = before.content
  const said = [label, ...textsOf(before.kind, settings)]
    .map((text) => (isRichText(text) ? richToText(text, (address) => `{#${address}}`) : text))
    .filter((text) => typeof text === 'string')
    .map((text) => text.replace(/\s+/g, ' ').trim())
  const name = said.find((text) => text !== '')
  return name === undefined ? undefined : [...name].slice(0, LONGEST).join('')
}

function textsOf(kind: string, settings: Content[string] | undefined): unknown[] {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return []
  const { layout } = readBlock({ id: '', kind, v: 1, settings }, plugins.registry()).read
  return (layout?.texts ?? []).filter(({ piping }) => piping).map(({ path }) => textIn(settings, path))
}
