import { randomUUID } from 'node:crypto'
import type { Attack } from '#tests/load/attack'
import { fromSomewhere, strike } from '#tests/load/wire'

const LINES = [{ id: 'one', label: 'One' }]
const BLANKS = ' '.repeat(500_000)

const OPTIONS = Array.from({ length: 9_000 }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }))

/** Questions that whoever answers may take as long as they like to answer, and what is read of that again and again. */
const QUESTIONS: Record<string, { kind: string; settings: object; answer: unknown }> = {
  number: { kind: 'number', settings: {}, answer: `+${BLANKS}+` },
  range: { kind: 'date', settings: { range: true }, answer: `${'/'.repeat(500_000)} x y` },
  cell: {
    kind: 'matrix',
    settings: { rows: LINES, columns: LINES, cells: 'text' },
    answer: { one: { one: `x${BLANKS}x` } },
  },
  rich: { kind: 'rich-text', settings: {}, answer: `x${BLANKS}x` },
  choices: {
    kind: 'select',
    settings: { options: OPTIONS, multiple: true },
    answer: OPTIONS.map(({ label }) => label),
  },
  written: {
    kind: 'select',
    settings: { options: OPTIONS, multiple: true, other: true, mostOwn: 50 },
    answer: OPTIONS.map(({ label }) => ({ other: `Not ${label}` })),
  },
}

/** Each request answers one of the questions, with as much as a request may hold of what takes long to be read. */
export const LONG_ANSWERS: Attack = {
  name: 'long answers where short ones are expected',
  lines: 3,
  answers: [201, 422],
  prepare: async (tenant) => {
    const blocks = Object.entries(QUESTIONS).map(([key, { kind, settings }]) => {
      return { id: `${key}01`, kind, v: 1, key, label: key, settings }
    })
    const { slug } = await tenant.publish(blocks)
    const url = new URL(`/api/forms/${slug}/submissions`, tenant.visitor.baseUrl).href
    const answers = Object.entries(QUESTIONS)
    let sent = 0
    return () => {
      const [key, { answer }] = answers[sent++ % answers.length]
      const body = JSON.stringify({ submission_key: randomUUID(), answers: { [key]: answer } })
      return strike(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...fromSomewhere() },
        body,
      })
    }
  },
}
