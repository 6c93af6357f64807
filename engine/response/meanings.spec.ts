import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { BoundAnswers } from '../bound/bound_answers.ts'
import { FIRST_PAGE, type Block, type Comparison, type Condition } from '../document/document.ts'
import { form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { generateCase, type Case } from '../fixtures/generate.ts'
import { rawsAfter } from '../fixtures/play.ts'
import { answers } from '../fixtures/kinds.ts'
import type { Value } from '@formwright/kit/value'
import type { Response } from './response.ts'
import { startResponse } from './start.ts'

function boundTo({ kind, settings }: Block): BoundAnswers | undefined {
  const module = answers(kind)
  return module && new BoundAnswers(module, settings)
}

/**
 * The meanings of relevance, defaults, pages and endings once more, as one would write them down: every question is
 * asked anew, from the document, without a plan. Only results of formulas are taken from the response.
 */
class Meanings {
  readonly #case: Case
  readonly #response: Response
  readonly #raws: Readonly<Record<string, unknown>>
  readonly #pages: { id: string; start?: Block; blocks: Block[] }[] = [{ id: FIRST_PAGE, blocks: [] }]
  readonly #endings: Block[] = []
  readonly #pageOf = new Map<string, number>()
  readonly #blocks = new Map<string, Block>()

  constructor(played: Case, response: Response, raws: Readonly<Record<string, unknown>>) {
    this.#raws = raws
    this.#case = played
    this.#response = response
    for (const block of played.document.blocks) {
      this.#blocks.set(block.id, block)
      if (block.kind === 'welcome') this.#pages.unshift({ id: block.id, start: block, blocks: [] })
      else if (block.kind === 'ending') this.#endings.push(block)
      else if (block.kind === 'page-break') this.#pages.push({ id: block.id, start: block, blocks: [] })
      else this.#pages.at(-1)?.blocks.push(block)
    }
    for (const [at, { start, blocks }] of this.#pages.entries())
      for (const { id } of start ? [start, ...blocks] : blocks) this.#pageOf.set(id, at)
  }

  /** The items of a section that repeats, in order; undefined for every other block. */
  items(id: string): string[] | undefined {
    const repeats = this.#blocks.get(id)?.settings.repeats as { min: number } | undefined
    if (repeats === undefined) return undefined
    const given = this.#raws[id]
    return Array.isArray(given) ? given : Array.from({ length: repeats.min }, (_, at) => `item${at + 1}`)
  }

  /** Where a block stands: by itself, or in each item. */
  placesOf({ parent = '' }: Block): (string | undefined)[] {
    return this.items(parent) ?? [undefined]
  }

  relevant(id: string, item?: string): boolean {
    const block = this.#blocks.get(id)
    const at = this.#pageOf.get(id) ?? 0
    if (block?.kind === 'page-break' || block?.kind === 'welcome') return this.#sees(at) && this.#arrives(at)
    return block !== undefined && this.#shown(block, item) && this.#counts(block, at)
  }

  pages(): string[] {
    const ids = this.#pages.filter((_, at) => this.#sees(at) && this.#arrives(at)).map(({ id }) => id)
    return ids.length > 0 ? ids : [FIRST_PAGE]
  }

  ending(): string | null {
    const end = this.#walk(this.#pages.length)
    if (typeof end === 'string') return end
    const found =
      this.#endings.find(({ condition }) => condition !== undefined && this.#holds(condition)) ??
      this.#endings.find(({ condition }) => condition === undefined)
    return found?.id ?? null
  }

  disabled({ state, rules = [], kind }: Block, item?: string): boolean {
    if (kind === 'calculation') return false
    const last = rules.findLast((rule) => /^(en|dis)able$/.test(rule.do) && this.#holds(rule.when, item))
    return (last?.do ?? (state === 'disabled' ? 'disable' : 'enable')) === 'disable'
  }

  required(block: Block, item?: string): boolean {
    if (block.kind === 'calculation' || !this.relevant(block.id, item) || this.disabled(block, item))
      return false
    return (
      block.required === true ||
      (block.rules ?? []).some((rule) => rule.do === 'require' && this.#holds(rule.when, item))
    )
  }

  /** What a rule says is wrong; undefined while none does. */
  error({ rules = [] }: Block, item?: string): string | undefined {
    const found = rules.find((rule) => rule.do === 'error' && this.#holds(rule.when, item))
    return found?.do === 'error' ? this.#said(found.message, item) : undefined
  }

  value(id: string, item?: string): Value {
    const block = this.#blocks.get(id)
    const items = this.items(id)
    if (items !== undefined) return this.relevant(id) ? items.length : 0
    const own = this.#itemOf(block, item)
    if (block === undefined || !this.relevant(id, own)) return null
    if (block.kind === 'calculation') return this.#response.value(pathOf(block, own))
    const answer = this.#answer(block, own)
    if (answer === undefined) return null
    if (typeof answer === 'object' && answer !== null && 'ids' in answer && Array.isArray(answer.ids))
      return block.settings.multiple === true ? answer.ids : answer.ids[0]
    return typeof answer === 'number' ? answer + 0 : (answer as Value)
  }

  /** The label with every answer in its place. */
  label({ label = '' }: Block, item?: string): string {
    return this.#said(label, item)
  }

  #said(text: string, item?: string): string {
    return text.replace(/\{\{|\{#([\w.]+)\}/g, (_, id?: string) =>
      id === undefined ? '{' : this.#read(id, item),
    )
  }

  /** The item in which a block is meant: only one that stands in items has one. */
  #itemOf(block: Block | undefined, item: string | undefined): string | undefined {
    return this.items(block?.parent ?? '') === undefined ? undefined : item
  }

  #read(address: string, item?: string): string {
    const [id, inner] = address.split('.')
    const items = this.items(id)
    if (items !== undefined && inner === undefined) return String(this.value(id))
    if (items !== undefined)
      return items
        .map((one) => this.#read(inner, one))
        .filter((text) => text.trim() !== '')
        .join(', ')
    const block = this.#blocks.get(id)
    const own = this.#itemOf(block, item)
    if (block === undefined || !this.relevant(id, own)) return ''
    const answer = block.kind === 'calculation' ? this.value(id, own) : this.#answer(block, own)
    if (answer === undefined || answer === null) return ''
    return boundTo(block)?.text(answer) ?? ''
  }

  #answer(block: Block, item?: string): unknown {
    const { options } = this.#case
    const path = pathOf(block, item)
    const bound = boundTo(block)
    const parse = (raw: unknown, source: 'form' | 'data') =>
      raw === null || raw === undefined ? undefined : bound?.parse(raw, { ...options, source })
    if (path in this.#raws && !this.disabled(block, item)) return parse(this.#raws[path], 'form')?.answer
    const given = block.default
    if (given === undefined) return undefined
    const parsed = parse(this.#filledIn(given, block, item), 'data')
    if (parsed?.answer === undefined || parsed.problems.length > 0) return undefined
    return bound?.validate(parsed.answer, { ...options, required: false }).length === 0
      ? parsed.answer
      : undefined
  }

  /** What a default puts into its field: of one that is a number of another field in a number's field, the number. */
  #filledIn(given: NonNullable<Block['default']>, { kind }: Block, item?: string): unknown {
    if ('value' in given) return given.value
    if ('param' in given) return this.#case.options.params?.[given.param]
    const [, id = ''] = /^\{#(\w+)\}$/.exec(given.text) ?? []
    const other = this.#blocks.get(id)
    const isNumber = other?.kind === 'number' || other?.settings.type === 'number'
    if (kind === 'number' && isNumber) return this.value(id, item)
    const text = this.#said(given.text, item)
    return text.trim() === '' ? undefined : text
  }

  #shown({ rules = [], state, parent = '' }: Block, item?: string): boolean {
    const section = this.#blocks.get(parent)
    if (section !== undefined && !this.#shown(section)) return false
    const last = rules.findLast((rule) => /^(show|hide)$/.test(rule.do) && this.#holds(rule.when, item))
    return (last?.do ?? (state === 'hidden' ? 'hide' : 'show')) === 'show'
  }

  #isThere(at: number): boolean {
    const { start } = this.#pages[at]
    return start === undefined || this.#shown(start)
  }

  #sees(at: number): boolean {
    const { start, blocks } = this.#pages[at]
    const seen = blocks.some((block) => this.#isSeen(block) && this.#shown(block))
    return this.#isThere(at) && (start?.kind === 'welcome' || seen)
  }

  /** Of what stands in items its section is seen; one without items or a title is not, only what stands in it. */
  #isSeen({ id, kind, parent = '', settings }: Block): boolean {
    if (this.items(parent) !== undefined) return false
    return kind !== 'section' || this.items(id) !== undefined || String(settings.title).trim() !== ''
  }

  /**
   * Whether the page of a block that is shown is there and reached. What puts nothing on it counts only beside something
   * that is seen, or on a page on which nothing ever is.
   */
  #counts(block: Block, at: number): boolean {
    const { blocks } = this.#pages[at]
    const beside = this.#isSeen(block) || this.#sees(at) || !blocks.some((other) => this.#isSeen(other))
    return beside && this.#isThere(at) && this.#arrives(at)
  }

  #arrives(at: number): boolean {
    return this.#walk(at) === at
  }

  /** Goes through the pages from the first, up to this one or past it; or to the ending that a skip leads to. */
  #walk(to: number): number | string {
    let at = 0
    while (at < to) {
      const { start, blocks } = this.#pages[at]
      const skip = [...(start === undefined ? [] : [start]), ...blocks]
        .flatMap((block) => (block.rules ?? []).map((rule) => ({ rule, block })))
        .find(({ rule, block }) => {
          const holds = (item?: string) => this.#shown(block, item) && this.#holds(rule.when, item)
          return rule.do === 'skip' && this.#sees(at) && this.placesOf(block).some(holds)
        })?.rule
      if (skip?.do !== 'skip') {
        at++
        continue
      }
      const place = this.#pages.findIndex(({ id }) => id === skip.to)
      if (place < 0) return skip.to
      at = place
    }
    return at
  }

  #holds(condition: Condition, item?: string): boolean {
    if ('all' in condition) return condition.all.every((inner) => this.#holds(inner, item))
    if ('any' in condition) return condition.any.some((inner) => this.#holds(inner, item))
    if ('not' in condition) return !this.#holds(condition.not, item)
    if ('formula' in condition) return false
    return this.#compares(condition, item)
  }

  #compares(comparison: Comparison, item?: string): boolean {
    const { left, op, right, to } = comparison
    const [section, field] = 'field' in left ? left.field.split('.') : []
    if (field !== undefined) {
      const some = (one: Comparison['op']) =>
        this.items(section)?.some((each) =>
          this.#compares({ ...comparison, left: { field }, op: one }, each),
        ) ?? false
      return op in OPPOSITES ? !some(OPPOSITES[op as keyof typeof OPPOSITES]) : some(op)
    }
    const [a, b, c] = [left, right, to].map((side): Value => {
      if (side === undefined || 'now' in side) return null
      if ('field' in side) return this.value(side.field, item)
      return 'param' in side ? (this.#case.options.params?.[side.param] ?? null) : (side.value as Value)
    })
    const isEmpty = (value: Value) => value === null || [value].flat().join('').trim() === ''
    if (op === 'is-empty') return isEmpty(a)
    if (op === 'is-not-empty') return !isEmpty(a)
    if (op in OPPOSITES)
      return !this.#compares({ left, op: OPPOSITES[op as keyof typeof OPPOSITES], right }, item)
    if (isEmpty(a) || isEmpty(b)) return false
    if (op === 'matches') return new RegExp(String(b), 'u').test(String(a))
    if (typeof a === 'number') {
      const [low, high] = [Number(b), Number(c)]
      const results: Record<string, boolean> = {
        eq: a === low,
        lt: a < low,
        lte: a <= low,
        gt: a > low,
        gte: a >= low,
        between: a >= low && a <= high,
      }
      return results[op]
    }
    const [all, some] = [[a].flat(), [b].flat()]
    if (op === 'contains-all') return some.every((one) => all.includes(one))
    if (op === 'contains-any' || op === 'is-any-of') return some.some((one) => all.includes(one))
    if (typeof a === 'boolean') return a === b
    const [text, part] = [a, b].map((value) =>
      String(value).trim().normalize('NFC').toLowerCase().replaceAll('ß', 'ss'),
    )
    if (op === 'is') return text === part
    if (op === 'contains') return text.includes(part)
    return op === 'starts-with' ? text.startsWith(part) : text.endsWith(part)
  }
}

/** What each negation negates. */
const OPPOSITES = {
  'is-not': 'is',
  'not-contains': 'contains',
  'is-none-of': 'is-any-of',
  neq: 'eq',
  'is-empty': 'is-not-empty',
} as const

function pathOf({ id, parent }: Block, item: string | undefined): string {
  return item === undefined ? id : `${parent}.${item}.${id}`
}

/** The same case without conditions that are formulas, and with all calculations on show. */
function plain(played: Case): Case {
  const text = JSON.stringify(played, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('formula' in value && !('type' in value)) return { any: [] }
    return 'private' in value ? { ...value, private: false, shown: true } : value
  })
  return JSON.parse(text)
}

/** Of what sort random cases are: pages not walked to, welcomes, endings, fields in items, defaults made of answers. */
interface Sorts {
  piped: number
  pages: number
  welcomes: number
  endings: number
  items: number
  errors: number
}

/** Compares a response with the document, block by block. */
function compare(assert: Assert, played: Case, sorts: Sorts): Response {
  const { document, options, edits } = played
  const plan = plansOf(document).server
  const raws = rawsAfter({ plan, options, edits })
  const response = startResponse(plan, answers, { ...options, raws })
  const meanings = new Meanings(played, response, raws)
  assert.deepEqual(response.pages(), meanings.pages(), 'pages')
  assert.equal(response.ending(), meanings.ending(), 'ending')
  for (const block of document.blocks) {
    const { id, kind } = block
    if (kind === 'ending') continue
    assert.deepEqual(response.items(id), meanings.items(id) ?? [])
    for (const item of meanings.placesOf(block)) {
      const path = pathOf(block, item)
      assert.equal(response.relevant(path), meanings.relevant(id, item), `relevance of ${path}`)
      assert.equal(response.text(path, 'label'), meanings.label(block, item), `label of ${path}`)
      const field = response.field(path)
      if (field === undefined) continue
      if (item !== undefined) sorts.items++
      if (block.default && 'text' in block.default && !field.touched && field.value !== null) sorts.piped++
      assert.equal(field.disabled, meanings.disabled(block, item), `state of ${path}`)
      assert.equal(field.required, meanings.required(block, item), `${path} required`)
      assert.deepEqual(field.value, meanings.value(id, item), `value of ${path}`)
      const counts = kind !== 'calculation' && field.relevant && !field.disabled
      const message = counts ? meanings.error(block, item) : undefined
      const [problem, ...others] = field.problems
      if (message !== undefined) sorts.errors++
      // what the kind finds wrong comes first
      if (message !== undefined || problem?.code === 'custom')
        assert.isTrue(
          problem?.code === 'custom'
            ? problem.message === message && others.length === 0
            : problem !== undefined,
          `error of ${path}`,
        )
    }
  }
  if (response.pages().length < document.blocks.filter(({ kind }) => kind === 'page-break').length)
    sorts.pages++
  if (response.pages()[0] === 'welcome') sorts.welcomes++
  if (response.ending() !== null) sorts.endings++
  return response
}

test.group('What rules mean', () => {
  test('a response is what the document says, asked question by question', ({ assert }) => {
    const sorts: Sorts = { piped: 0, pages: 0, welcomes: 0, endings: 0, items: 0, errors: 0 }
    // The cases are worth something only if they are of every sort; where chance gives few of one, there are more of them.
    const least: Sorts = { piped: 31, pages: 11, welcomes: 51, endings: 51, items: 201, errors: 21 }
    const names = ['piped', 'pages', 'welcomes', 'endings', 'items', 'errors'] as const
    const rare = () => names.filter((name) => sorts[name] < least[name])
    for (let round = 0; round === 0 || (round < 4 && rare().length > 0); round++) {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          compare(assert, plain(generateCase(seed)), sorts)
        }),
        { numRuns: 500 },
      )
    }
    assert.deepEqual(rare(), [])
  })

  const untitled: Sketch = { id: 'group01', kind: 'section', settings: { title: '' } }
  const titled: Sketch = { ...untitled, settings: { title: 'More' } }
  const inside: Sketch = { id: 'inside1', kind: 'text', parent: 'group01' }
  const hidden: Sketch = { ...inside, state: 'hidden' }
  // What random forms came upon, at its smallest: on the second page a section, and what of it is relevant.
  const FOUND: [string, Sketch[], string[]][] = [
    ['without a title, all hidden in it, is irrelevant', [untitled, hidden], []],
    ['without a title, something shown in it, is relevant', [untitled, inside], ['group01', 'inside1']],
    ['with a title, all hidden in it, is relevant', [titled, hidden], ['group01']],
    ['without a title and blocks is relevant, and no page', [untitled], ['group01']],
  ]
  for (const [title, blocks, relevant] of FOUND) {
    test(`on a page of its own, a section ${title}`, ({ assert }) => {
      const document = form({ id: 'first01', kind: 'text' }, { id: 'page01', kind: 'page-break' }, ...blocks)
      const options: Case['options'] = { locale: 'en', now: 0, source: 'form' }
      const played = { seed: 0, document, options, edits: [] }
      const response = compare(assert, played, {
        piped: 0,
        pages: 0,
        welcomes: 0,
        endings: 0,
        items: 0,
        errors: 0,
      })
      const ids = blocks.map(({ id }) => id)
      assert.deepEqual(
        ids.filter((id) => response.relevant(id)),
        relevant,
      )
    })
  }
})
