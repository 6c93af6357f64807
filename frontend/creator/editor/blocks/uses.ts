import type { Json } from '../../../../engine/document/document.ts'
import { addressesOf } from '../../../../engine/logic/condition_fields.ts'
import { addressesIn } from '../../../../engine/logic/references.ts'
import { isRichText, referencesIn } from '@formwright/kit/rich/tree'
import type { EditorModel } from '../model.ts'
import { isObject } from './json.ts'
import { boundField } from './kinds.ts'

/** What may stand on a block, and several of it, in the order they are said. */
const USES = [
  ['rule', 'rules'],
  ['formula', 'formulas'],
  ['condition of an ending', 'conditions of endings'],
  ['text', 'texts'],
  ['integration', 'integrations'],
] as const

type Use = (typeof USES)[number][0]

/**
 * What stands on these blocks, of the others as they are when it is asked, and of the integrations: "2 rules and 1 formula
 * use it."; undefined when nothing does.
 */
export async function usesOf(editor: EditorModel, ids: readonly string[]): Promise<string | undefined> {
  const { store, kinds } = editor
  const gone = new Set(ids)
  const counts = new Map<Use, number>()
  const count = (use: Use) => counts.set(use, (counts.get(use) ?? 0) + 1)
  for (const { id, kind, content } of store.rows()) {
    if (gone.has(id)) continue
    const { rules, condition, label, help, placeholder, settings, default: given } = content
    const piped = isObject(given) ? given.text : undefined
    for (const rule of Array.isArray(rules) ? rules : []) if (logicNames(rule, gone)) count('rule')
    if (condition !== undefined && logicNames(condition, gone)) count('condition of an ending')
    for (const text of [label, help, placeholder, piped]) if (textNames(text, gone)) count('text')
    if (!isObject(settings)) continue
    const expression = boundField(kinds, kind, content)?.formula?.expression
    for (const value of textsIn(settings)) {
      if (textNames(value, gone)) count(value === expression ? 'formula' : 'text')
    }
  }
  // conditions of integrations ask what has a key: fields, and sections that repeat
  if (ids.some((id) => store.keyOf(id) !== undefined)) {
    for (const { condition } of await editor.integrations())
      if (condition && addressesOf(condition).some((address) => leadsTo(address, gone))) count('integration')
  }
  return inWords(counts, ids.length)
}

function inWords(counts: ReadonlyMap<Use, number>, blocks: number): string | undefined {
  const words = USES.flatMap(([use, several]) => {
    const number = counts.get(use) ?? 0
    return number === 0 ? [] : `${number} ${number === 1 ? use : several}`
  })
  const last = words.pop()
  if (last === undefined) return undefined
  const all = words.length === 0 ? last : `${words.join(', ')} and ${last}`
  const one = words.length === 0 && last.startsWith('1 ')
  return `${all} ${one ? 'uses' : 'use'} ${blocks === 1 ? 'it' : 'them'}.`
}

/** Whether logic compares, reads or leads to one of these blocks. */
function logicNames(value: Json, ids: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return textNames(value, ids)
  if (Array.isArray(value)) return value.some((item) => logicNames(item, ids))
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, item]) => {
    const named = (name === 'field' || name === 'to') && typeof item === 'string' && leadsTo(item, ids)
    return named || logicNames(item, ids)
  })
}

/** All texts in some settings, in lists and objects too. */
function textsIn(value: Json): Json[] {
  if (typeof value === 'string' || isRichText(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

function textNames(text: Json | undefined, ids: ReadonlySet<string>): boolean {
  if (isRichText(text)) return referencesIn(text).some((address) => leadsTo(address, ids))
  return (
    typeof text === 'string' &&
    text.includes('{#') &&
    addressesIn(text).some((address) => leadsTo(address, ids))
  )
}

/** Whether an address leads to one of these blocks: itself, or in all items of a section. */
function leadsTo(address: string, ids: ReadonlySet<string>): boolean {
  return address.split('.').some((id) => ids.has(id))
}
