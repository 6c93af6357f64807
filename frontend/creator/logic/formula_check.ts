import { goneWords, shortened } from '../../../engine/document/names.ts'
import { compileFormula, wordsOf } from '../../../engine/logic/formula.ts'
import { blockOf, partsOf } from '../../../engine/logic/references.ts'
import type { Type } from '../../../engine/logic/signatures.ts'
import { tokensOf } from '../../../engine/logic/tokens.ts'
import type { Items, Referent } from '../../../engine/logic/linked.ts'
import { isList, type FormerLabel, type FormerName, type KeyedComparable } from './conditions.ts'

/** What is to be said of a formula: what it gives, or what is wrong with it and from where to where. */
export type FormulaCheck = { gives: string } | { wrong: string; from: number; to: number }

/** What stands at the place of a problem: a reference, a name, a text, a number, an operator; else one character. */
const PLACE =
  /^(?:\{#[\w.-]+\}|\{[^{}]*\}?|"(?:[^"]|"")*"?|'(?:[^']|'')*'?|[“”„‟«][^“”‟»]*[“”‟»]?|[\p{L}\p{N}_.]+|<=|>=|<>|!=|==|&&|\|\||[^])/u

/** Checks a formula as publishing will, with the fields this form has now. Nothing is said of an empty one. */
export function checkFormula(
  formula: string,
  types: readonly Type[],
  fields: readonly KeyedComparable[],
  formerLabel: FormerLabel = () => undefined,
): FormulaCheck | undefined {
  if (formula.trim() === '') return undefined
  const inQuotes = referenceInQuotes(formula)
  if (inQuotes) return inQuotes
  const former = (id: string) => formerLabel(blockOf(id))
  const result = compileFormula(formula, types, {
    find(id) {
      const field = fields.find((one) => one.id === id)
      return field && referentOf(field, fields)
    },
    missing(id) {
      const gone = former(id)
      if (!gone) return 'The question this stood for was removed. Delete this, or choose another.'
      const name = `“${shortened(gone.label)}”`
      if (gone.key === undefined) return goneWords(name)
      return `${name} is of a block type that is not installed. This works again once it is.`
    },
  })
  if (!('problem' in result)) return { gives: `Gives ${wordsOf(result.type)}.` }
  const { at = 0, message } = result.problem
  if (formula.slice(at).trim() === '') {
    // it ends too early: shown where it ends
    const end = formula.trimEnd().length
    return { wrong: `At the end: ${message}`, from: end - 1, to: end }
  }
  const place = PLACE.exec(formula.slice(at))?.[0] ?? ''
  const quoted = quote(place, (id) => fields.find((one) => one.id === id)?.label ?? calledBefore(former(id)))
  const where = at === 0 || message.startsWith(quoted) ? '' : `At ${quoted}: `
  return { wrong: where + message, from: at, to: at + place.length }
}

function calledBefore(former: FormerName | undefined): string | undefined {
  return former && shortened(former.label)
}

/** A field as the compiler knows it; what stands in all items of a section is in one of them a value. */
function referentOf(field: KeyedComparable, fields: readonly KeyedComparable[]): Referent {
  const { section } = field
  const referent = { ...field, name: `“${field.label}”` }
  if (section === undefined) return referent
  const inside = fields
    .filter((one) => one.section === section && isList(one))
    .map(({ section: _, ...one }): KeyedComparable => one)
  const items: Items = {
    counted: !isList(field),
    own: null,
    inside: {
      find(id) {
        const one = [...inside, ...fields].find((other) => other.id === id)
        return one && referentOf(one, fields)
      },
      missing: () => 'This is not in the section.',
    },
    list: (expression) => expression,
  }
  return { ...referent, items }
}

/** In quotes a reference would stay a sign, though it looks like an answer. */
function referenceInQuotes(formula: string): FormulaCheck | undefined {
  const read = tokensOf(formula)
  if ('problem' in read) return undefined
  for (const token of read.tokens) {
    if (token.type !== 'text') continue
    const part = partsOf(token.value).find((one) => 'address' in one)
    if (!part || !('address' in part)) continue
    const sign = `{#${part.address}}`
    const from = formula.indexOf(sign, token.at)
    const wrong = 'An answer cannot stand inside quotes. Join it with “&”: "Dear " & {name}.'
    return { wrong, from, to: from + sign.length }
  }
  return undefined
}

function quote(place: string, labelOf: (address: string) => string | undefined): string {
  const words = partsOf(place)
    .map((part) => ('text' in part ? part.text : (labelOf(part.address) ?? '…')))
    .join('')
  return /^["“]/.test(words) ? words : `“${words}”`
}
