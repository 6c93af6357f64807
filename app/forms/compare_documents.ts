import type { Changes, ChangedBlock, ChangedPart, ChangedSettings, NamedBlock } from '#api_types/drafts'
import { canonicalJson } from '#app/forms/canonical'
import { changedWords } from '#app/forms/changed_words'
import { type SettingEntry, settingsForm } from '@formwright/kit/settings_form'
import type { Block, FormDocument, FormSettings } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { BLOCK_PARTS, type Part, settingTitle, SETTINGS_PARTS } from '#engine/document/part_names'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import type { Steps } from '#engine/steps'

/** The differences between two states of a form, as far as they make one: a default that is written out makes none. */
export function* compareDocuments(
  before: FormDocument,
  after: FormDocument,
  registry: Registry,
): Steps<Changes> {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const now = new Map(after.blocks.map((block) => [block.id, block]))
  const order = (blocks: Block[], other: Map<string, Block>) =>
    blocks.filter((block) => other.has(block.id)).map((block) => block.id)
  const settings = changedSettings(before.settings, after.settings)
  if (differ(order(before.blocks, now), order(after.blocks, old)))
    settings.push({ group: 'order', parts: [] })
  const changed: ChangedBlock[] = []
  for (const block of after.blocks) {
    const parts = changedParts(old.get(block.id), block, registry)
    if (parts.length > 0) changed.push({ ...named(block), parts })
    yield
  }
  return {
    added: after.blocks.filter((block) => !old.has(block.id)).map(named),
    changed,
    removed: before.blocks.filter((block) => !now.has(block.id)).map(named),
    settings,
  }
}

/** A block by its id, and by what its creator calls it. */
export function named(block: Block): NamedBlock {
  return { block_id: block.id, label: block.label || asWords(block.key ?? block.kind) }
}

function changedSettings(before: FormSettings, after: FormSettings): ChangedSettings[] {
  const groups: (keyof FormSettings)[] = ['general', 'access', 'appearance', 'sending']
  return groups.flatMap((group) => {
    const parts = differing(SETTINGS_PARTS[group], before[group], after[group])
    return parts.length > 0 ? [{ group, parts }] : []
  })
}

/** The parts of this list that two objects have other values of. */
function differing(parts: { readonly [name: string]: Part }, before: object, after: object): ChangedPart[] {
  return Object.entries(parts).flatMap(([name, { words, default: absent, coded, called = {} }]) => {
    const [was, is] = [before, after].map((one): unknown => Reflect.get(one, name) ?? absent)
    if (!differ(was, is)) return []
    const choices = Object.entries(called).map(([value, label]) => ({ value, label }))
    return { name: words, ...(!coded && changedWords(was, is, { choices })) }
  })
}

/** What of a block differs. */
function changedParts(before: Block | undefined, after: Block, registry: Registry): ChangedPart[] {
  if (!before || !differ(before, after)) return []
  const own = differing(BLOCK_PARTS, before, after)
  const [was, is] = [before, after].map((block) => fullSettings(block, registry))
  const entries = entriesOf(after.kind, registry)
  const names =
    before.kind === after.kind ? new Set([...Object.keys(was), ...Object.keys(is)]) : Object.keys(is)
  const settings = [...names].flatMap((name) => {
    const entry = entries.get(name)
    // what the kind before did not have is new only where it is not as it begins
    const old = name in was || before.kind === after.kind ? was[name] : entry?.default
    return differ(old, is[name])
      ? [{ name: settingTitle(name, entries), ...changedWords(old, is[name], entry) }]
      : []
  })
  return [...own, ...settings]
}

/** Settings with all defaults written out; as they are where the kind cannot read them. */
function fullSettings(block: Block, registry: Registry): Block['settings'] {
  const { read, problem } = readBlock(block, registry)
  return problem ? block.settings : read.settings
}

/** The settings of a kind, as its panel has them. */
function entriesOf(kind: string, registry: Registry): ReadonlyMap<string, SettingEntry> {
  const definition = registry.field(kind)?.definition ?? registry.layout(kind)
  const entries = definition ? settingsForm(definition.settings) : []
  return new Map(entries.map((entry) => [entry.name, entry]))
}

function differ(a: unknown, b: unknown): boolean {
  return canonicalJson(a) !== canonicalJson(b)
}
