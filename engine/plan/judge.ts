import type { CheckedBlock } from '@formwright/kit/field'
import type { ProblemCode } from '@formwright/kit/problem'
import type { BoundAnswers } from '../bound/bound_answers.ts'
import type { BoundField } from '../bound/bound_field.ts'
import type { Block } from '../document/document.ts'
import type { DocumentProblem } from '../document/problems.ts'
import { faultProblem, type ReadBlock } from '../document/reading.ts'
import { addressesIn } from '../logic/references.ts'
import { nearest } from '../logic/nearest.ts'
import { nameOfNode } from '../logic/linked.ts'
import type { Draft } from './emit.ts'
import { readsOf } from './graph.ts'
import type { Steps } from '../steps.ts'
import { templatesOf } from './texts.ts'

/** How a block is called in messages: its label or title in quotes, or which page it begins. */
export type NameOf = (read: ReadBlock) => string

/**
 * A form must ask something, what a kind finds wrong is said, and so is what lacks
 * its label within a field (WCAG 2.2, 3.3.2), an error without words, and whose kind throws.
 */
export function* judgeBlocks(blocks: readonly ReadBlock[], nameOf: NameOf): Steps<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  if (!blocks.some(({ field }) => field !== undefined && field.formula === undefined)) {
    const message = 'The form has no questions yet. Add one.'
    problems.push({ severity: 'error', code: 'no-fields', message })
  }
  for (const read of blocks) {
    yield
    const { field, block } = read
    for (const found of field?.check(checkedBlock(read)) ?? read.layout?.check ?? []) {
      problems.push({ ...found, block: block.id, message: `${nameOf(read)}: ${found.message}` })
    }
    const unnamed = field?.missingName
    if (unnamed !== undefined) {
      const path = `settings.${unnamed.path}`
      const message = `${nameOf(read)}: Something in it has no label. Add one, so that people know what it is.`
      problems.push({ severity: 'warning', code: 'no-label', block: block.id, path, message })
    }
    for (const [index, rule] of (block.rules ?? []).entries()) {
      if (rule.do !== 'error' || rule.message.trim() !== '') continue
      const message = `${nameOf(read)}: The error of a rule has no words. Write what is wrong.`
      problems.push({
        severity: 'error',
        code: 'no-label',
        block: block.id,
        path: `rules.${index}.message`,
        message,
      })
    }
    const bound = field ?? read.layout
    for (const fault of bound?.faults.slice(0, 1) ?? [])
      problems.push(faultProblem(block, fault, bound?.version ?? 0, nameOf(read)))
  }
  return problems
}

function checkedBlock({ block }: ReadBlock): CheckedBlock {
  const required = block.required === true || (block.rules ?? []).some((rule) => rule.do === 'require')
  const { default: given } = block
  return given !== undefined && 'value' in given ? { required, fixed: given.value } : { required }
}

/** Why an answer is refused, for creators: what respondents read comes from the page's language. */
const REFUSALS: Readonly<Partial<Record<ProblemCode, string>>> = {
  min: 'it has to be at least {min}',
  max: 'it can be at most {max}',
  'min-length': 'it needs at least {min} characters',
  'max-length': 'it has more than {max} characters',
  pattern: 'it does not fit the pattern',
  step: 'it is not in the step of {step}',
  decimals: 'it has more decimals than {max}',
  'option-unknown': 'that option is gone',
  'too-few': 'at least {min} have to be chosen',
  'too-many': 'at most {max} can be chosen',
}

/**
 * A fixed default that its field refuses fills nothing (docs/semantics.md: Defaults), so it is refused here; and so
 * is a parameter without a name, or a text without words.
 */
export function* judgeDefaults(
  blocks: readonly ReadBlock[],
  locale: string,
  nameOf: NameOf,
): Steps<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  const byId = new Map(blocks.map((read) => [read.block.id, read]))
  for (const read of blocks) {
    yield
    const { block, field } = read
    if (block.default === undefined || field === undefined || field.formula !== undefined) continue
    const refusal = refusedDefault(field, block.default, locale) ?? unreadDefault(field, block.default, byId)
    if (!refusal) continue
    const message = `${nameOf(read)}: ${refusal}`
    problems.push({ severity: 'error', code: 'default-refused', block: block.id, path: 'default', message })
  }
  return problems
}

function refusedDefault(
  field: BoundAnswers,
  given: NonNullable<Block['default']>,
  locale: string,
): string | undefined {
  if ('value' in given) return refusalOf(field, given.value, locale)
  if ('param' in given)
    return given.param.trim() === '' ? 'The parameter that fills it in has no name. Name it.' : undefined
  if (given.text.trim() === '') return 'The text that fills it in is empty. Write it, or choose no default.'
  // what answers make of it nobody knows before they are given
  return addressesIn(given.text).length === 0 ? refusalOf(field, given.text, locale) : undefined
}

/** An answer in parts is taken as a whole only by what asks for the same. */
function unreadDefault(
  field: BoundField,
  given: NonNullable<Block['default']>,
  byId: ReadonlyMap<string, ReadBlock>,
): string | undefined {
  if (!('text' in given) || field.partOf('') !== undefined) return undefined
  const [address] = addressesIn(given.text)
  const from = given.text === `{#${address}}` ? byId.get(address)?.field : undefined
  return from === undefined || from.partOf('') !== undefined || from.kind === field.kind
    ? undefined
    : 'The answer that fills it in is of another type. Choose a question of the same type as this one.'
}

function refusalOf(answers: BoundAnswers, value: unknown, locale: string): string | undefined {
  // as it fills the field: half of what is required may be filled in
  const context = { locale, now: 0, source: 'data', required: false } as const
  const { answer, problems } = answers.parse(value, context)
  const [first] =
    problems.length > 0 || answer === undefined
      ? problems
      : // half of it may stand there, to be completed
        answers.validate(answer, context).filter(({ code }) => code !== 'required')
  if (first === undefined) return undefined
  const why = first.message ?? REFUSALS[first.code] ?? 'it is no answer to this question'
  const said = why.replace(/\{(\w+)\}/g, (_, name: string) => String(first.params?.[name] ?? ''))
  return `The default answer is refused: ${said.replace(/\.$/, '')}. Change or remove it.`
}

/** So many unknown names are told; with the name that was meant as long as so many were compared with them. */
const MOST_NAMES = { told: 200, compared: 100_000 }

/** Braces that look like a reference: what is typed as `{{` is meant as a brace. */
const NAME_IN_BRACES = /\{\{|\{([^{}\n#]{1,64})\}/g

/**
 * A name in braces that leads to no field stands in the text as it is typed. It is worth a look where it is written as
 * keys are, or is nearly one.
 */
export function* judgeNames(blocks: readonly ReadBlock[], nameOf: NameOf): Steps<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  const keysIn = keysFrom(blocks)
  let compared = 0
  for (const read of blocks) {
    yield
    for (const { text, path, ofItems } of templatesOf(read)) {
      if (!text.includes('{')) continue
      const keys = keysIn(ofItems ? read.block.id : read.block.parent)
      for (const [typed, name] of text.matchAll(NAME_IN_BRACES)) {
        if (name === undefined) continue
        yield
        compared += keys.length
        const near = compared > MOST_NAMES.compared ? undefined : meant(name, keys)
        if (near === undefined && !/^[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9_-]*){0,2}$/.test(name)) continue
        const mean = near === undefined ? '' : ` Did you mean {${near}}?`
        const message = `${nameOf(read)}: People read ${typed} as it stands, since no question has that name.${mean}`
        problems.push({ severity: 'warning', code: 'unknown-name', block: read.block.id, path, message })
        if (problems.length >= MOST_NAMES.told) return problems
      }
    }
  }
  return problems
}

function meant(name: string, keys: readonly string[]): string | undefined {
  return nearest(name, keys) ?? keys.find((key) => key.endsWith(`.${name}`))
}

/** Endings are shown by the server, which knows; pages are not. */
export function judgeTexts(
  { blocks }: Draft,
  tainted: ReadonlySet<string>,
  byId: ReadonlyMap<string, ReadBlock>,
  nameOf: NameOf,
): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  for (const { id, texts, family, messages } of blocks) {
    const read = byId.get(id)
    if (family === 'ending' || read === undefined) continue
    for (const [rule, message] of messages) {
      if (!readsOf(message).some((node) => tainted.has(node))) continue
      const path = `rules.${rule}.message`
      const said = `${nameOf(read)}: The error of a rule shows a value that stays on the server. Take that value out of it.`
      problems.push({ severity: 'error', code: 'unknown-reference', block: id, path, message: said })
    }
    for (const [name, text] of Object.entries(texts)) {
      if (name === 'default' && readsOf(text).some((node) => tainted.has(node))) {
        const message = `${nameOf(read)}: The default answer is made of a value that stays on the server. Take that value out of it.`
        problems.push({ severity: 'error', code: 'default-refused', block: id, path: 'default', message })
      } else if (tainted.has(nameOfNode(`text.${name}`, id))) {
        const message = `${nameOf(read)} shows a value that stays on the server: respondents see nothing in its place.`
        problems.push({ severity: 'warning', code: 'unknown-reference', block: id, path: name, message })
      }
    }
  }
  return problems
}

/** What is said of blocks and pages that depend on each other in a circle, in its order. */
export function circleProblem(
  ids: readonly string[],
  byId: ReadonlyMap<string, ReadBlock>,
  nameOf: NameOf,
): DocumentProblem {
  const named = (id: string | undefined) => {
    const read = byId.get(id ?? '')
    return read === undefined ? 'the first page' : nameOf(read)
  }
  const cycle = ids.filter((id) => byId.has(id))
  const path = [...ids, ids[0]].map(named).join(' → ')
  const message = `These depend on each other in a circle: ${path}.`
  return { severity: 'error', code: 'cycle', block: cycle[0], cycle, message }
}

/**
 * What fields are called where a block of this section stands, or outside of all: what stands in items by the key of its
 * section too, and in its own section by its own alone.
 */
function keysFrom(blocks: readonly ReadBlock[]): (section: string | undefined) => readonly string[] {
  const sections = new Map(
    blocks.flatMap(({ block: { id, key }, layout }) => (layout?.repeat && key ? [[id, key] as const] : [])),
  )
  const found = new Map<string | undefined, string[]>()
  return (here) => {
    const section = here !== undefined && sections.has(here) ? here : undefined
    let keys = found.get(section)
    if (keys === undefined) {
      keys = [...sections.values(), ...blocks.flatMap((read) => keysOf(read, section, sections))]
      found.set(section, keys)
    }
    return keys
  }
}

function keysOf(
  { block: { key, parent = '' }, field }: ReadBlock,
  here: string | undefined,
  sections: ReadonlyMap<string, string>,
): string[] {
  if (field === undefined || key === undefined) return []
  const own = field.parts.map(({ id }) => (id === '' ? key : `${key}.${id}`))
  const section = sections.get(parent)
  if (section === undefined) return own
  const inItems = own.map((name) => `${section}.${name}`)
  return parent === here ? [...own, ...inItems] : inItems
}
