import { test } from '@japa/runner'
import fc from 'fast-check'
import { BoundAnswers } from '../bound/bound_answers.ts'
import { FIRST_PAGE, type Block, type Comparison, type Condition } from '../document/document.ts'
import { plansOf } from '../fixtures/forms.ts'
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
  readonly #pages: { id: string; start?: Block; blocks: Block[] }[] = [{ id: FIRST_PAGE, blocks: [] }]
  readonly #endings: Block[] = []
  readonly #pageOf = new Map<string, number>()
  readonly #blocks = new Map<string, Block>()

  constructor(played: Case, response: Response) {
    this.#case = played
    this.#response = response
    for (const block of played.document.blocks) {
      this.#blocks.set(block.id, block)
      if (block.kind === 'ending') this.#endings.push(block)
      else if (block.kind === 'page-break') this.#pages.push({ id: block.id, start: block, blocks: [] })
      else this.#pages.at(-1)?.blocks.push(block)
      this.#pageOf.set(block.id, this.#pages.length - 1)
    }
  }

  relevant(id: string): boolean {
    const block = this.#blocks.get(id)
    const at = this.#pageOf.get(id) ?? 0
    if (block?.kind === 'page-break') return this.#sees(at) && this.#arrives(at)
    return block !== undefined && this.#shown(block) && this.#isThere(at) && this.#arrives(at)
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

  disabled({ state, rules = [], kind }: Block): boolean {
    if (kind === 'calculation') return false
    const last = rules.findLast((rule) => /^(en|dis)able$/.test(rule.do) && this.#holds(rule.when))
    return (last?.do ?? (state === 'disabled' ? 'disable' : 'enable')) === 'disable'
  }

  required(block: Block): boolean {
    if (block.kind === 'calculation' || !this.relevant(block.id) || this.disabled(block)) return false
    return (
      block.required === true ||
      (block.rules ?? []).some((rule) => rule.do === 'require' && this.#holds(rule.when))
    )
  }

  value(id: string): Value {
    const block = this.#blocks.get(id)
    if (block === undefined || !this.relevant(id)) return null
    if (block.kind === 'calculation') return this.#response.value(id)
    const answer = this.#answer(block)
    if (answer === undefined) return null
    if (typeof answer === 'object' && answer !== null && 'ids' in answer && Array.isArray(answer.ids))
      return block.settings.multiple === true ? answer.ids : answer.ids[0]
    return typeof answer === 'number' ? answer + 0 : (answer as Value)
  }

  /** The label with every answer in its place. */
  label({ label = '' }: Block): string {
    return label.replace(/\{\{|\{#(\w+)\}/g, (_, id?: string) => (id === undefined ? '{' : this.#read(id)))
  }

  #read(id: string): string {
    const block = this.#blocks.get(id)
    if (block === undefined || !this.relevant(id)) return ''
    const answer = block.kind === 'calculation' ? this.value(id) : this.#answer(block)
    if (answer === undefined || answer === null) return ''
    return boundTo(block)?.text(answer) ?? ''
  }

  #answer(block: Block): unknown {
    const { edits, options } = this.#case
    const edit = edits.filter((one) => 'raw' in one).findLast(({ path }) => path === block.id)
    const bound = boundTo(block)
    const parse = (raw: unknown, source: 'form' | 'data') =>
      raw === null || raw === undefined ? undefined : bound?.parse(raw, { ...options, source })
    if (edit !== undefined && !this.disabled(block)) return parse(edit.raw, 'form')?.answer
    const given = block.default
    if (given === undefined) return undefined
    const parsed = parse('value' in given ? given.value : options.params?.[given.param], 'data')
    if (parsed?.answer === undefined || parsed.problems.length > 0) return undefined
    return bound?.validate(parsed.answer, options).length === 0 ? parsed.answer : undefined
  }

  #shown({ rules = [], state }: Block): boolean {
    const last = rules.findLast((rule) => /^(show|hide)$/.test(rule.do) && this.#holds(rule.when))
    return (last?.do ?? (state === 'hidden' ? 'hide' : 'show')) === 'show'
  }

  #isThere(at: number): boolean {
    const { start } = this.#pages[at]
    return start === undefined || this.#shown(start)
  }

  #sees(at: number): boolean {
    return this.#isThere(at) && this.#pages[at].blocks.some((block) => this.#shown(block))
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
        .filter((block) => this.#shown(block))
        .flatMap(({ rules = [] }) => rules)
        .find((rule) => rule.do === 'skip' && this.#sees(at) && this.#holds(rule.when))
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

  #holds(condition: Condition): boolean {
    if ('all' in condition) return condition.all.every((inner) => this.#holds(inner))
    if ('any' in condition) return condition.any.some((inner) => this.#holds(inner))
    if ('not' in condition) return !this.#holds(condition.not)
    if ('formula' in condition) return false
    return this.#compares(condition)
  }

  #compares({ left, op, right, to }: Comparison): boolean {
    const [a, b, c] = [left, right, to].map((side): Value => {
      if (side === undefined || 'now' in side) return null
      if ('field' in side) return this.value(side.field)
      return 'param' in side ? (this.#case.options.params?.[side.param] ?? null) : (side.value as Value)
    })
    const isEmpty = (value: Value) => value === null || [value].flat().join('').trim() === ''
    if (op === 'is-empty') return isEmpty(a)
    if (op === 'is-not-empty') return !isEmpty(a)
    const negated = {
      'is-not': 'is',
      'not-contains': 'contains',
      'is-none-of': 'is-any-of',
      neq: 'eq',
    } as const
    if (op in negated) return !this.#compares({ left, op: negated[op as keyof typeof negated], right })
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

/** The same case without conditions that are formulas, and with all calculations on show. */
function plain(played: Case): Case {
  const text = JSON.stringify(played, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('formula' in value && !('type' in value)) return { any: [] }
    return 'private' in value ? { ...value, private: false, shown: true } : value
  })
  return JSON.parse(text)
}

test.group('What rules mean', () => {
  test('a response is what the document says, asked question by question', ({ assert }) => {
    const skipped = { pages: 0, endings: 0 }
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const played = plain(generateCase(seed, { sections: false }))
        const { document, options, edits } = played
        const plan = plansOf(document).server
        const raws = rawsAfter({ plan, options, edits })
        const response = startResponse(plan, answers, { ...options, raws })
        const meanings = new Meanings(played, response)
        assert.deepEqual(response.pages(), meanings.pages(), 'pages')
        assert.equal(response.ending(), meanings.ending(), 'ending')
        for (const block of document.blocks) {
          const { id, kind } = block
          if (kind === 'ending') continue
          assert.equal(response.relevant(id), meanings.relevant(id), `relevance of ${id}`)
          assert.equal(response.text(id, 'label'), meanings.label(block), `label of ${id}`)
          const field = response.field(id)
          if (field === undefined) continue
          assert.equal(field.disabled, meanings.disabled(block), `state of ${id}`)
          assert.equal(field.required, meanings.required(block), `${id} required`)
          assert.deepEqual(field.value, meanings.value(id), `value of ${id}`)
        }
        if (response.pages().length < document.blocks.filter(({ kind }) => kind === 'page-break').length)
          skipped.pages++
        if (response.ending() !== null) skipped.endings++
      }),
      { numRuns: 500 },
    )
    // The cases are worth something only if they are of every sort.
    assert.isAbove(skipped.pages, 10)
    assert.isAbove(skipped.endings, 50)
  })
})
