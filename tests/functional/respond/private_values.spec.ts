import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, open, press, publishedForm } from '#tests/functional/respond/answering'

const over = (value: number) => ({ left: { field: 'scored' }, op: 'gt', right: { value } })

const BLOCKS = [
  { id: 'amount', kind: 'number', v: 1, settings: {}, key: 'amount', label: 'Amount' },
  {
    id: 'scored',
    kind: 'calculation',
    v: 1,
    settings: { formula: '{#amount} * 4711', type: 'number', private: true },
    key: 'scored',
    label: 'Score',
  },
  { id: 'page01', kind: 'page-break', v: 1, settings: {} },
  textBlock('rare01', 'Only above', { state: 'hidden', rules: [{ when: over(4711), do: 'show' }] }),
  textBlock('every1', 'For everybody'),
]

test.group('Values that stay on the server', () => {
  test('what they decide is told as an outcome; they themselves are nowhere', async ({ assert }) => {
    const form = await publishedForm(BLOCKS)
    const ask = (amount: string) =>
      form.visitor.post<{ data: unknown }>(`/api/forms/${form.slug}/evaluation`, {
        raws: { amount },
        page: 'start',
      })
    const below = await ask('1')
    assert.deepInclude(below.body.data, {
      turn: { to: 'page', page: 'page01' },
      serverState: { blocks: { rare01: { relevant: false } }, pages: ['start', 'page01'] },
    })
    const above = await ask('2')
    assert.deepInclude(above.body.data, {
      serverState: { blocks: { rare01: { relevant: true } }, pages: ['start', 'page01'] },
    })
    const first = await form.visitor.get(`/forms/${form.slug}`, HTML)
    // not as a part of a key or a time, where any digits may stand
    const secret = /(?<![\w-])(4711|9422)(?![\w-])|scored/
    for (const text of [first.text, above.text]) assert.notMatch(text, secret)
  })

  test('a page without JavaScript shows what they show', async ({ assert }) => {
    const form = await publishedForm(BLOCKS)
    for (const [amount, shown] of [
      ['1', false],
      ['2', true],
    ] as const) {
      const page = await open(form.visitor, `/forms/${form.slug}`)
      const turned = await press(form.visitor, page, 'next', { 'f.amount': amount })
      const second = await form.visitor.get(turned.headers.get('location') ?? '', HTML)
      assert.equal(second.text.includes('name="f.rare01"'), shown, amount)
      assert.include(second.text, 'name="f.every1"')
    }
  })
})
