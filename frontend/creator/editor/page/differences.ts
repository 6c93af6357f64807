import { isRichText } from '@formwright/kit/rich/tree'
import type { SettingEntry } from '@formwright/kit/settings_form'
import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { partTitle, settingTitle } from '../../../../engine/document/part_names.ts'
import { dateTime } from '../../../design/time.ts'
import { isObject } from '../blocks/json.ts'
import { storedTextOf } from '../blocks/text_path.ts'
import { isSettingsKind } from '../draft/row.ts'
import { same } from '../draft/same.ts'

/** One thing in which two states of a block, or of a group of form settings, differ: its name, and what each of them says. */
export interface Difference {
  title: string
  mine: string
  theirs: string
}

interface State {
  kind: string
  content: Content
}

/** What is known of a kind: what it is called, and the settings that its panel has. */
interface Kind {
  title: string
  entries: readonly SettingEntry[]
}

type Values = { [name: string]: Json }

/** In what two states differ, in the words of the panel. The key goes with the label. */
export function differencesOf(kindOf: (kind: string) => Kind, mine: State, theirs: State): Difference[] {
  const { settings: a, key: _a, v: _av, ...own } = mine.content
  const { settings: b, key: _b, v: _bv, ...other } = theirs.content
  const group = isSettingsKind(mine.kind) ? mine.kind.replace('settings.', '') : undefined
  const [kind, otherKind] = [kindOf(mine.kind), kindOf(theirs.kind)]
  const entries = new Map([...otherKind.entries, ...kind.entries].map((entry) => [entry.name, entry]))
  return [
    ...between({ kind: kind.title }, { kind: otherKind.title }, partTitle),
    ...between(own, other, (name) => partTitle(name, group)),
    ...between(valuesOf(a), valuesOf(b), (name) => settingTitle(name, entries), entries),
  ]
}

function valuesOf(settings: Json | undefined): Values {
  return isObject(settings) ? settings : {}
}

function between(
  mine: Values,
  theirs: Values,
  titleOf: (name: string) => string,
  entries?: ReadonlyMap<string, SettingEntry>,
): Difference[] {
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((name) => {
    if (same(mine[name], theirs[name])) return []
    const entry = entries?.get(name)
    const line = { title: titleOf(name), mine: words(mine[name], entry), theirs: words(theirs[name], entry) }
    const inside = entry?.item ? withinItems(mine[name], theirs[name], entry.item.entries) : []
    return inside.length > 0 && line.mine === line.theirs ? inside : [line, ...inside]
  })
}

/** What differs within the items that two lists share, but for what they are called: the lists say that. */
function withinItems(
  mine: Json | undefined,
  theirs: Json | undefined,
  own: readonly SettingEntry[],
): Difference[] {
  const entries = new Map(own.map((entry) => [entry.name, entry]))
  const others = new Map(itemsOf(theirs).map((item) => [item.id, item]))
  return itemsOf(mine).flatMap((item) => {
    const { label: _, ...values } = item
    const { label: __, ...other } = others.get(item.id) ?? item
    return between(values, other, (name) => `${words(item)}: ${settingTitle(name, entries)}`, entries)
  })
}

function itemsOf(list: Json | undefined): Values[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value as its creator reads it; of what has no words of its own, such as rules, how many there are. */
function words(value: Json | undefined, entry?: SettingEntry): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && INSTANT.test(value)) return dateTime(value)
  if (typeof value !== 'object')
    return entry?.choices?.find((choice) => choice.value === value)?.label ?? String(value)
  if (isRichText(value)) return storedTextOf(value)
  if (!Array.isArray(value)) return words(value.label ?? value.name ?? value.text ?? value.value ?? 'set')
  const spoken = value.every((item) => !isObject(item) || typeof item.label === 'string')
  return spoken ? value.map((item) => words(item)).join(', ') : value.length.toLocaleString('en')
}
