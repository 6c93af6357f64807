import { isRichText } from '@formwright/kit/rich/tree'
import { richToText } from '@formwright/kit/rich/to_text'
import type { SettingEntry } from '@formwright/kit/settings_form'

/** What something said before and says now, as one reads it; nothing is an empty text. */
export interface ChangedWords {
  before: string
  after: string
}

/** What a setting offers, or what items of its list are. */
type Said = Pick<SettingEntry, 'choices' | 'item'>

/** What is longer is cut to where it begins to differ, with a little of what stands before that. */
const LONGEST = 80
const BEFORE = 20

/** A reference counts as one sign: half of it would name nothing. */
const SIGNS = /\{[^{}]*\}|./gsu

/**
 * The words of two values that differ; `entry` says what the setting is that has them. Undefined for what is not said in
 * words (a rule, a picture), and where the words are the same.
 */
export function changedWords(before: unknown, after: unknown, entry?: Said): ChangedWords | undefined {
  const words = listed(before, after, entry) ?? [wordsOf(before, entry), wordsOf(after, entry)]
  const [old, now] = words
  if (old === undefined || now === undefined || old === now) return undefined
  return cut(old, now)
}

function wordsOf(value: unknown, entry: Said | undefined): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (isRichText(value)) return richToText(value)
  if (typeof value !== 'string') return undefined
  return entry?.choices?.find((choice) => choice.value === value)?.label ?? value
}

/** The texts of the items of two lists: of long ones only those that one of the two has. */
function listed(
  before: unknown,
  after: unknown,
  entry: Said | undefined,
): [old: string, now: string] | undefined {
  const text = entry?.item?.entries.find(({ type }) => type === 'text')
  if (!text) return undefined
  const [old, now] = [before, after].map((list) => textsOf(list, text.name))
  if (!old || !now) return undefined
  const whole: [string, string] = [old.join(', '), now.join(', ')]
  if (whole.every((one) => one.length <= LONGEST)) return whole
  const without = (texts: string[], others: string[]) => {
    const known = new Set(others)
    return texts.filter((one) => !known.has(one)).join(', ')
  }
  return [without(old, now), without(now, old)]
}

function textsOf(list: unknown, name: string): string[] | undefined {
  if (list === undefined) return []
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown) => String(Object(item)[name] ?? ''))
}

function cut(before: string, after: string): ChangedWords {
  const [old, now] = [before, after].map((text) => text.match(SIGNS) ?? [])
  if (!old || !now) return { before, after }
  if (old.length <= LONGEST && now.length <= LONGEST) return { before, after }
  const same = old.findIndex((sign, index) => sign !== now[index])
  const from = Math.max(0, (same < 0 ? old.length : same) - BEFORE)
  const part = (signs: string[]) => {
    const shown = signs.slice(from, from + LONGEST).join('')
    return `${from > 0 ? '…' : ''}${shown}${signs.length > from + LONGEST ? '…' : ''}`
  }
  return { before: part(old), after: part(now) }
}
