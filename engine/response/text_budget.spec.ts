import { test } from '@japa/runner'
import { begin, calculation, form, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'

const TEXT: Sketch = { id: 'textab', kind: 'text' }

const textual = (id: string, formula: string) => calculation(id, formula, { type: 'text' })

/** Each twice as long as the one before. */
function doublings(count: number): Sketch[] {
  return Array.from({ length: count }, (_, n) => {
    const before = n === 0 ? 'textab' : `double${n}`
    return textual(`double${n + 1}`, `concat({#${before}}, {#${before}})`)
  })
}

test.group('Texts that grow', () => {
  test('have no value beyond 100,000 characters, and what is made of them neither', ({ assert }) => {
    const response = begin(form(TEXT, ...doublings(26), textual('instead', 'iferror({#double26}, "long")')))
    response.setRaw('textab', 'x')
    const length = (n: number) => String(response.field(`double${n}`)?.value ?? '').length
    assert.equal(length(16), 65_536)
    assert.equal(length(17), 0)
    assert.equal(length(26), 0)
  })

  test('are told of where they have no value, and not where they have one', ({ assert }) => {
    const told: string[] = []
    const response = begin(form(TEXT, ...doublings(18)), { tooLong: (blocks) => told.push(...blocks) })
    assert.deepEqual(told, [])
    response.setRaw('textab', 'x')
    assert.deepEqual(told, ['double17'])
  })

  test('are told with the block whose label or rule makes them', ({ assert }) => {
    const told = new Set<string>()
    const formula = 'length(concat({#double16}, {#double16}, "!")) > 1'
    const response = begin(
      form(
        TEXT,
        ...doublings(16),
        { id: 'labelled', kind: 'text', label: '{#double16}{#double16}' },
        { id: 'hidden', kind: 'text', rules: [{ when: { formula }, do: 'hide' }] },
      ),
      { tooLong: (blocks) => blocks.forEach((block) => told.add(block)) },
    )
    response.setRaw('textab', 'x')
    assert.sameMembers([...told], ['labelled', 'hidden'])
  })

  test('have no value once a response made too many of them', ({ assert }) => {
    const copies = Array.from({ length: 60 }, (_, n) => textual(`copyof${n}`, `concat({#double16}, "${n}")`))
    const response = begin(form(TEXT, ...doublings(16), ...copies))
    for (const answer of ['x', 'y']) {
      response.setRaw('textab', answer)
      const made = copies.filter(({ id }) => typeof response.field(id ?? '')?.value === 'string')
      assert.lengthOf(made, 59)
    }
    response.setRaw('textab', '')
    assert.equal(response.field('copyof59')?.value, '59')
  })

  test('by replacing, too', ({ assert }) => {
    const response = begin(form(TEXT, textual('grown1', 'replace({#textab}, "x", "yyyyyyyyyy")')))
    response.setRaw('textab', 'x'.repeat(10_000))
    assert.equal(String(response.field('grown1')?.value).length, 100_000)
    response.setRaw('textab', 'x'.repeat(10_001))
    assert.notExists(response.field('grown1')?.value)
  })

  test('count where they are looked through, even for what is too long', ({ assert }) => {
    const replaced = Array.from({ length: 60 }, (_, n) =>
      textual(`longer${n}`, 'replace({#double16}, "x", "yy")'),
    )
    const behind = textual('behind', 'concat({#textab}, iferror({#longer59}, "!"))')
    const response = begin(form(TEXT, ...doublings(16), ...replaced, behind))
    response.setRaw('textab', 'x')
    assert.notExists(response.field('behind')?.value)
  })

  test('are warned of where they grow whatever is answered', ({ assert }) => {
    const found = (count: number) =>
      compile(form(TEXT, ...doublings(count)), registry).problems.map(({ code, severity, block }) => [
        code,
        severity,
        block,
      ])
    assert.deepEqual(found(16), [])
    assert.deepEqual(found(26), [['too-large', 'warning', 'double17']])
  })
})
