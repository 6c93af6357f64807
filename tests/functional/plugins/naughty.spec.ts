import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { Visitor } from '#tests/functional/visitor'

const OPTIONS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
]
const BLOCKS = [
  textBlock('btext1', 'Text'),
  {
    id: 'bone11',
    kind: 'select',
    v: 1,
    key: 'one',
    label: 'One',
    settings: { options: OPTIONS, other: true },
  },
  {
    id: 'bmany1',
    kind: 'select',
    v: 1,
    key: 'many',
    label: 'Many',
    settings: { options: OPTIONS, other: true, multiple: true },
  },
  { id: 'bnum11', kind: 'number', v: 1, key: 'amount', label: 'Number', settings: {} },
  { id: 'bfile1', kind: 'file', v: 1, key: 'papers', label: 'File', settings: {} },
  {
    id: 'bcalc1',
    kind: 'calculation',
    v: 1,
    key: 'sum',
    label: 'Sum',
    settings: { formula: '{#bnum11} + 1' },
  },
]

interface Sent {
  data: { id: string }
  details: { block: string; code: string }[]
}
interface Kept {
  data: { answers: { block: string; answer: unknown }[] }
}

/** What a text is stored as: sign for sign, but line breaks are LF, and white space alone is no answer. */
const stored = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.replace(/\r\n/g, '\n')

test.group('Naughty strings', () => {
  test('every one ends as stored as it was sent, or as coded problems', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)

    /** Sends answers; gives back what was stored, or undefined when they were refused with coded problems. */
    const send = async (
      visitor: Visitor,
      answers: Record<string, unknown>,
    ): Promise<Record<string, unknown> | undefined> => {
      const key = randomUUID()
      const sent = await visitor.post<Sent>(`/api/forms/${form.slug}/submissions`, {
        submission_key: key,
        answers,
      })
      assert.include([201, 422], sent.status, `${JSON.stringify(answers)}: ${sent.text}`)
      if (sent.status === 422) {
        assert.isNotEmpty(sent.body.details)
        return undefined
      }
      const { body } = await creator.visitor.get<Kept>(
        `/api/forms/${form.id}/submissions/${sent.body.data.id}`,
      )
      return Object.fromEntries(body.data.answers.map(({ block, answer }) => [block, answer ?? undefined]))
    }

    const tryOut = async (text: string, visitor: Visitor): Promise<void> => {
      const shown = JSON.stringify(text)
      const expected = stored(text)
      const keepable = !/\0|\p{Surrogate}/u.test(text)
      const written = await send(visitor, { btext1: text, sum: text })
      assert.equal(written !== undefined, keepable, shown)
      if (written) assert.deepInclude(written, { btext1: expected, bcalc1: 1 })
      const chosen = await send(visitor, { one: { other: text }, many: ['red', { other: text }] })
      assert.equal(chosen !== undefined, keepable && expected !== undefined, shown)
      if (chosen)
        assert.deepInclude(chosen, { bone11: { other: expected }, bmany1: ['red', { other: expected }] })
      const counted = await send(visitor, { amount: text })
      if (counted) {
        const { bnum11: number } = counted
        assert.isTrue(expected === undefined ? number === undefined : Number.isFinite(number), shown)
      }
      const filed = await send(visitor, { papers: text })
      if (filed) assert.isUndefined(filed.bfile1, shown)
    }

    const left = [...naughtyStrings(), 'a\0b', '\ud800', 'e\u0301', '  x  '].entries()
    const worker = async (): Promise<void> => {
      for (const [index, text] of left) {
        const visitor = new Visitor()
        // An address each, so that the limits that protect a form do not meet this many posts.
        visitor.address = `10.9.${index >> 8}.${index & 255}`
        await tryOut(text, visitor)
      }
    }
    await Promise.all(Array.from({ length: 12 }, worker))
  })
})
