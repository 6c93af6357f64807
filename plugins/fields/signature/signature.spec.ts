import { test } from '@japa/runner'
import { parse } from 'valibot'
import type { FileReference, FormEntries } from '@formwright/kit/answer'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer, { type Answer } from './answer.ts'
import definition from './field.ts'
import server from './server.ts'

const png: FileReference = { id: 'f1', name: 'signature.png', size: 9_000, type: 'image/png' }
const at = '2026-01-15T09:30:05'
const drawn: Answer = { how: 'drawn', at, text: png.name, file: [png] }
const typed: Answer = { how: 'typed', at, text: 'Ada "Countess" Lovelace' }

test.group('signature', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: typed },
      { answer: drawn, settings: { pen: 'blue' } },
      { answer: { ...drawn, how: 'uploaded' } },
    ],
    settings: [{ upload: false }],
    naughty: naughtyStrings(),
  })

  const settings = parse(definition.settings, {})
  const now = Date.parse('2026-03-01T12:00:00Z')
  const context = { locale: 'en', now, source: 'form', required: false } as const
  const posted = (entries: FormEntries) => answer.parse(answer.fromForm(entries, settings), settings, context)

  test('without a script it is signed as it is posted', ({ assert }) => {
    assert.deepEqual(posted({ name: [' Ada  L. '] }).answer, {
      how: 'typed',
      at: '2026-03-01T12:00:00',
      text: 'Ada L.',
    })
    assert.deepEqual(posted({ name: [''], file: [png] }).answer, {
      how: 'uploaded',
      at: '2026-03-01T12:00:00',
      text: png.name,
      file: [png],
    })
    assert.deepEqual(posted({ name: [' '] }), { problems: [] })
  })

  test('a name typed beside an image takes its place, a new image that of both', ({ assert }) => {
    const kept = { signed: [JSON.stringify({ id: png.id, ...drawn })] }
    assert.deepEqual(posted({ name: [''], ...kept }).answer, drawn)
    assert.equal(posted({ name: ['Ada'], ...kept }).answer?.how, 'typed')
    const other = { ...png, id: 'f2' }
    const { answer: replaced } = posted({ name: ['Ada'], ...kept, file: [other] })
    assert.deepEqual([replaced?.how, replaced?.file], ['uploaded', [other]])
  })

  test('what is drawn and not sent keeps the form from being sent', ({ assert }) => {
    assert.deepEqual(answer.parse({ unsent: 'signature.png' }, settings, context), {
      problems: [{ code: 'custom', params: { reason: 'unsent' } }],
    })
  })

  test('only images are taken, of a size, and names that are names')
    .with([
      [{ ...png, type: 'application/pdf' }, 'not-allowed'],
      [{ ...png, type: 'image/svg+xml' }, 'not-allowed'],
      [{ ...png, size: 0 }, 'not-allowed'],
      [{ ...png, size: 6_000_000 }, 'max'],
    ] as const)
    .run(({ assert }, [file, code]) => {
      const { answer: read } = answer.parse([file], settings, context)
      assert.deepEqual(read && answer.validate(read, settings, context).map((one) => one.code), [code])
    })

  test('a file where the name belongs, or a name that is no text, is none', ({ assert }) => {
    const strange = Object.assign(Object.create(null), png)
    assert.deepEqual(answer.fromForm({ name: [strange] }, settings), {})
    assert.deepEqual(answer.parse({ text: Object.create(null) }, settings, context), { problems: [] })
  })

  test('a name has an end', ({ assert }) => {
    const judged = answer.validate({ ...typed, text: 'x'.repeat(201) }, settings, context)
    assert.deepEqual(judged, [{ code: 'max-length', params: { max: 200 } }])
  })

  test('the server believes only its own word about an image, and no time to come', async ({ assert }) => {
    const powers = { files: async (ids: readonly string[]) => [png].filter(({ id }) => ids.includes(id)) }
    const forged = { ...drawn, text: 'x.png', file: [{ ...png, name: 'x.png', size: 1 }] }
    assert.deepEqual(await server.own?.(forged, settings, powers), { answer: drawn, files: ['f1'] })
    const stranger = { ...drawn, file: [{ ...png, id: 'elsewhere' }] }
    assert.deepEqual(await server.own?.(stranger, settings, powers), {
      problems: [{ code: 'not-accepted', params: { reason: 'gone' } }],
    })
    const owned = await server.own?.({ ...typed, at: '2999-01-01T00:00:00' }, settings, powers)
    assert.isBelow(owned && 'answer' in owned ? Date.parse(`${owned.answer.at}Z`) : Infinity, Date.now() + 1)
  })
})
