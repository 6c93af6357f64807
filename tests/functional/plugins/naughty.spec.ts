import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Json } from '#engine/document/document'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { pathOf } from '@formwright/kit/field'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { answerOf, everyPreset, type FieldCase, valuesOf } from '#tests/functional/plugins/every_preset'
import { inWorkspace } from '#tests/functional/respond/rows'
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
/** What a text is stored as: sign for sign, but line breaks are LF, and white space alone is no answer. */
const stored = (text: string): string | undefined =>
  text.trim() === '' ? undefined : text.replace(/\r\n/g, '\n')

test.group('Naughty strings', () => {
  test('every one ends as stored as it was sent, or as coded problems', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)

    const expected = new Map<string, Record<string, unknown>>()

    /** Sends answers; gives back whose what is stored is, or undefined when they were refused with coded problems. */
    const send = async (visitor: Visitor, answers: Record<string, unknown>): Promise<string | undefined> => {
      const { status, body, text } = await visitor.post<Sent>(`/api/forms/${form.slug}/submissions`, {
        submission_key: randomUUID(),
        answers,
      })
      assert.include([201, 422], status, `${JSON.stringify(answers)}: ${text}`)
      if (status === 201) return body.data.id
      assert.isNotEmpty(body.details)
      return undefined
    }
    /** Sends answers, which are to be kept as is said, or to be refused. */
    const expect = async (
      visitor: Visitor,
      answers: Record<string, unknown>,
      kept: Record<string, unknown> | undefined,
    ): Promise<void> => {
      const id = await send(visitor, answers)
      assert.equal(id !== undefined, kept !== undefined, JSON.stringify(answers))
      if (id && kept) expected.set(id, kept)
    }
    const numbers: string[] = []

    await eachByAVisitor(async (text, visitor) => {
      const whole = stored(text)
      const keepable = !/\0|\p{Surrogate}/u.test(text)
      await expect(visitor, { btext1: text, sum: text }, keepable ? { btext1: whole, bcalc1: 1 } : undefined)
      const chosen = { bone11: { other: whole }, bmany1: ['red', { other: whole }] }
      const answers = { one: { other: text }, many: ['red', { other: text }] }
      await expect(visitor, answers, keepable && whole !== undefined ? chosen : undefined)
      const counted = await send(visitor, { amount: text })
      if (counted && whole !== undefined) numbers.push(counted)
      else if (counted) expected.set(counted, { bnum11: undefined })
      const filed = await send(visitor, { papers: text })
      if (filed) expected.set(filed, { bfile1: undefined })
    })
    const rows = new Map(await storedAnswers(creator.workspaceId))
    for (const [id, kept] of expected)
      for (const [block, answer] of Object.entries(kept))
        assert.deepEqual(rows.get(id)?.[block], answer, `${block}: ${JSON.stringify(answer)}`)
    for (const id of numbers) assert.isTrue(Number.isFinite(rows.get(id)?.bnum11), id)
  })

  test('every kind takes each as its answer and in its parts, or says what is wrong', async ({ assert }) => {
    const cases = everyPreset().filter(({ field }) => field.labelling !== 'none' && !field.files)
    const { creator, form } = await newForm(cases.map(({ block }) => block))
    await publish(creator, form.id)
    const expected = new Map<string, Map<string, unknown>>()

    /** Sends what these fields take, which is kept as they read it; and by itself what they do not take. */
    const send = async (visitor: Visitor, given: readonly (readonly [FieldCase, Json])[]): Promise<void> => {
      const post = (answers: readonly (readonly [FieldCase, Json])[]) =>
        visitor.post<Sent>(`/api/forms/${form.slug}/submissions`, {
          submission_key: randomUUID(),
          answers: Object.fromEntries(answers.map(([{ block }, answer]) => [block.id, answer])),
        })
      const read = given.map((one) => ({ one, id: one[0].block.id, ...readBy(one[0], one[1]) }))
      const [taken, refused] = [read.filter(({ wrong }) => !wrong), read.filter(({ wrong }) => wrong)]
      const kept = await post(taken.map(({ one }) => one))
      assert.equal(kept.status, 201, `${JSON.stringify(given.map(([, text]) => text))}: ${kept.text}`)
      expected.set(kept.body.data.id, new Map(taken.map(({ id, answer }) => [id, answer])))
      if (refused.length === 0) return
      const { status, body, text } = await post(refused.map(({ one }) => one))
      assert.equal(status, 422, text)
      assert.sameMembers(
        [...new Set(body.details.map(({ block }) => block))],
        refused.map(({ id }) => id),
        text,
      )
    }

    await eachByAVisitor(async (text, visitor) => {
      await send(
        visitor,
        cases.map((one) => [one, text] as const),
      )
      await send(
        visitor,
        cases.flatMap((one) => withParts(one, text)),
      )
    })
    const rows = await storedAnswers(creator.workspaceId)
    assert.lengthOf(rows, expected.size)
    for (const [id, answers] of rows)
      for (const [block, answer] of expected.get(id) ?? []) assert.deepEqual(answers[block], answer, block)
  }).timeout(60_000)
})

/** What a field reads in what is sent to it, and whether it refuses that. */
function readBy({ field }: FieldCase, given: Json): { answer: unknown; wrong: boolean } {
  const context = { locale: 'en', now: Date.now(), source: 'data' } as const
  const { answer, problems } = field.parse(given, context)
  const further = answer == null ? [] : field.validate(answer, { ...context, required: false })
  return { answer: answer ?? undefined, wrong: problems.length + further.length > 0 }
}

/** An answer with this text in every part of a field that is a text, where such parts have names. */
function withParts(one: FieldCase, text: string): (readonly [FieldCase, Json])[] {
  const { parts } = one.field
  if (!parts.some((part) => part.type === 'text' && pathOf(part).length > 0)) return []
  const answer = answerOf(
    parts.map((part) => [part, part.type === 'text' ? text : valuesOf(part)[0]] as const),
  )
  return answer === undefined ? [] : [[one, answer]]
}

/** What a workspace keeps of its submissions, past the API. */
async function storedAnswers(workspaceId: string): Promise<[string, Record<string, unknown>][]> {
  const rows = await inWorkspace<{ id: string; answers: Record<string, unknown> }>(
    workspaceId,
    'select id, answers from submissions',
  )
  return rows.map(({ id, answers }) => [id, answers])
}

/** Every naughty string, some at once, each by a visitor of its own. */
async function eachByAVisitor(tryOut: (text: string, visitor: Visitor) => Promise<void>): Promise<void> {
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
}
