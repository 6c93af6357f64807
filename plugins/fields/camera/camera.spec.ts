import { test } from '@japa/runner'
import { parse } from 'valibot'
import type { FileReference } from '@formwright/kit/answer'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition from './field.ts'
import server from './server.ts'

const jpg: FileReference = { id: 'f1', name: 'photo.jpg', size: 9_000, type: 'image/jpeg' }

test.group('camera', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [{ answer: [jpg] }, { answer: [jpg], settings: { camera: 'user' } }],
    settings: [{ camera: 'environment', maxMegabytes: 0.001 }],
    naughty: naughtyStrings(),
  })

  const settings = parse(definition.settings, { maxMegabytes: 5 })
  const context = { locale: 'en', now: 0, source: 'data', required: false } as const

  test('one picture of a size is taken')
    .with([
      [[jpg], []],
      [[{ ...jpg, type: 'application/pdf' }], ['not-allowed']],
      [[{ ...jpg, type: 'image/svg+xml' }], ['not-allowed']],
      [[{ ...jpg, size: 0 }], ['not-allowed']],
      [[{ ...jpg, size: 5_000_001 }], ['max']],
      [[jpg, { ...jpg, id: 'f2' }], ['too-many']],
    ] as const)
    .run(({ assert }, [files, codes]) => {
      const judged = answer.validate([...files], settings, context)
      assert.deepEqual(
        judged.map(({ code }) => code),
        [...codes],
      )
    })

  test('of very many none is read', ({ assert }) => {
    const names = Array.from({ length: 25_000 }, (_, n) => `{ ${n}`)
    assert.deepEqual(answer.parse(names, settings, context), {
      problems: [{ code: 'too-many', params: { max: 1 } }],
    })
  })

  test('a new picture takes the place of the old one', ({ assert }) => {
    const other = { ...jpg, id: 'f2' }
    assert.deepEqual(answer.fromForm({ '': [JSON.stringify(jpg), other] }, settings), [other])
  })

  test('a picture that was not sent keeps the form from being sent', ({ assert }) => {
    assert.deepEqual(answer.parse([{ unsent: 'photo.jpg', said: '' }], settings, context), {
      problems: [{ code: 'custom', params: { reason: 'unsent' } }],
    })
  })

  test('the server believes only its own word about a picture', async ({ assert }) => {
    const powers = { files: async (ids: readonly string[]) => [jpg].filter(({ id }) => ids.includes(id)) }
    const forged = { ...jpg, name: 'x.png', size: 1 }
    assert.deepEqual(await server.own?.([forged], settings, powers), { answer: [jpg], files: ['f1'] })
    assert.deepEqual(await server.own?.([{ ...forged, id: 'elsewhere' }], settings, powers), {
      problems: [{ code: 'not-accepted', params: { reason: 'gone' } }],
    })
  })
})
