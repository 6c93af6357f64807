import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { naughtyStrings } from '#kit/conform/naughty'
import { newForm, publish, textBlock } from '#tests/functional/forms/making'
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
  data: { answers: { block_id?: string; block?: string; answer?: unknown }[] }
}

/** What a text is stored as: sign for sign, but line breaks are LF, and white space alone is no answer. */
const stored = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.replace(/\r\n/g, '\n')

test.group('Naughty strings', () => {
  test('every one ends as stored as it was sent, or as coded problems', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)
    const visitor = new Visitor()
    const send = (answers: Record<string, unknown>) => {
      return visitor.post<Sent>(`/api/forms/${form.slug}/submissions`, {
        submission_key: randomUUID(),
        answers,
      })
    }
    const keptAnswers = async (id: string): Promise<Record<string, unknown>> => {
      const { body } = await creator.visitor.get<Kept>(`/api/forms/${form.id}/submissions/${id}`)
      return Object.fromEntries(
        body.data.answers.map(({ block, block_id, answer }) => [block ?? block_id, answer]),
      )
    }
    for (const [index, text] of [...naughtyStrings(), 'a\0b', '\ud800', 'e\u0301', '  x  '].entries()) {
      // The address changes, so that the limits that protect a form do not meet this many posts.
      visitor.address = `10.9.${index >> 8}.${index & 255}`
      const written = await send({ btext1: text, one: { other: text }, many: ['red', { other: text }] })
      assert.include([201, 422], written.status, `${JSON.stringify(text)}: ${written.text}`)
      if (written.status === 201) {
        const answers = await keptAnswers(written.body.data.id)
        const expected = stored(text)
        assert.strictEqual(answers.btext1, expected)
        if (expected !== undefined) {
          assert.deepEqual(answers.bone11, { other: expected })
          assert.deepEqual(answers.bmany1, ['red', { other: expected }])
        }
      } else {
        assert.isTrue(
          stored(text) === undefined || /\0|\p{Surrogate}/u.test(text),
          `${JSON.stringify(text)} ${written.text}`,
        )
      }
      for (const key of ['amount', 'papers', 'sum']) {
        const typed = await send({ [key]: text })
        assert.include([201, 422], typed.status, `${key} ${JSON.stringify(text)}: ${typed.text}`)
        if (typed.status !== 201 || key === 'sum') continue
        const answers = await keptAnswers(typed.body.data.id)
        if (key === 'papers') assert.isUndefined(answers.bfile1)
        else if (stored(text) === undefined) assert.isUndefined(answers.bnum11)
        else
          assert.isTrue(Number.isFinite(answers.bnum11), `${JSON.stringify(text)} became ${answers.bnum11}`)
      }
    }
  }).timeout(300_000)
})
