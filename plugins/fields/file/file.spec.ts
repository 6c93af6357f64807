import { test } from '@japa/runner'
import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { parse } from 'valibot'
import type { FileReference } from '@formwright/kit/answer'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { cellText } from '@formwright/kit/text'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import server from './server.ts'
import { typeNames } from './types.ts'

const pdf: FileReference = { id: 'f1', name: 'CV "new" & <old>.pdf', size: 120_000, type: 'application/pdf' }
const png: FileReference = { id: 'f2', name: 'face.png', size: 9_000, type: 'image/png' }

test.group('file', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: [pdf] },
      { answer: [pdf, png], settings: { maxCount: 3, accept: ['.pdf', 'image/*'] } },
    ],
    settings: [{ maxCount: 2, maxMegabytes: 0.001, accept: ['image/png'] }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const data = { locale: 'en', now: 0, source: 'data', required: false } as const
  const judge = (files: FileReference[], part: Partial<Settings>): string[] => {
    return answer.validate(files, settings(part), data).map(({ code }) => code)
  }

  test('type, size and count are judged')
    .with([
      [[pdf], { accept: ['image/*'] }, ['not-allowed']],
      [[png], { accept: ['image/*'] }, []],
      [[pdf], { accept: ['.pdf'] }, []],
      [[{ ...png, type: 'imagex/png' }], { accept: ['image/*'] }, ['not-allowed']],
      [[pdf], { maxMegabytes: 0.1 }, ['max']],
      [[pdf, png], { maxCount: 1 }, ['too-many']],
      [[{ ...png, size: 0 }], {}, ['min']],
      [[{ ...png, name: 'A.HEIF', type: 'image/heif-sequence' }], { accept: ['image/heic'] }, []],
      [[{ ...png, name: 'a.heic', type: 'image/heic' }], { accept: ['image/heif'] }, []],
      [[{ ...png, name: 'A.HEIF' }], { accept: ['.heic'] }, []],
      [[{ ...png, name: 'heic' }], { accept: ['.heif', 'image/heif'] }, ['not-allowed']],
    ] as const)
    .run(({ assert }, [files, part, codes]) => {
      assert.deepEqual(judge([...files], { ...part, accept: [...('accept' in part ? part.accept : [])] }), [
        ...codes,
      ])
    })

  test('several are one cell in which their names can be told apart', ({ assert }) => {
    const cellOf = (names: readonly string[]) => {
      const files = names.map((name, index): FileReference => ({ ...pdf, id: `f${index}`, name }))
      return cellText(answer.toText(files, settings({ maxCount: 9 })))
    }
    assert.equal(cellOf(['a, b.pdf', 'c.pdf']), '"a, b.pdf", c.pdf')
    assert.notEqual(cellOf(['a.pdf, b.pdf']), cellOf(['a.pdf', 'b.pdf']))
    const name = fc
      .array(fc.constantFrom(',', ', ', '"', ' ', '.', 'a', 'é', '\n'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        assert.deepEqual(parseCsv(String(cellOf(names)), { delimiter: ', ', record_delimiter: '\r\n' }), [
          names,
        ])
      }),
    )
  })

  test('where one file is wanted, a new one replaces the old one', ({ assert }) => {
    assert.deepEqual(answer.fromForm({ '': [JSON.stringify(pdf), png] }, settings({})), [png])
    assert.deepEqual(answer.fromForm({ '': [JSON.stringify(pdf), png] }, settings({ maxCount: 2 })), [
      pdf,
      png,
    ])
  })

  test('types have the names that people call them')
    .with([
      [['application/pdf', '.pdf'], 'PDF'],
      [['image/jpeg', '.jpg', '.jpeg', 'image/svg+xml'], 'JPG SVG'],
      [['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'], 'DOCX'],
      [['application/vnd.ms-excel', 'application/msword', 'text/plain'], 'XLS DOC TXT'],
      [['application/x-zip', '.tar.gz', 'font/*'], 'ZIP TAR.GZ FONT/*'],
      [['image/*', 'video/*'], 'image video'],
    ] as const)
    .run(({ assert }, [accept, names]) => assert.equal(typeNames(accept).join(' '), names))

  test('of very many none is read', ({ assert }) => {
    const names = Array.from({ length: 25_000 }, (_, n) => `{ ${n}`)
    assert.deepEqual(answer.parse(names, settings({ maxCount: 3 }), data), {
      problems: [{ code: 'too-many', params: { max: 3 } }],
    })
  })

  test('a file is answered once, however often it is named', ({ assert }) => {
    assert.deepEqual(answer.parse([pdf, pdf.id, JSON.stringify(pdf), pdf.id], settings({}), data).answer, [
      pdf,
    ])
    assert.deepEqual(answer.parse([png, pdf, png], settings({}), data).answer, [png, pdf])
  })

  test('a file that was not sent keeps the form from being sent', ({ assert }) => {
    const item = { unsent: 'big.mov', key: '1', said: '' }
    const { problems } = answer.parse([pdf, item], settings({}), data)
    assert.deepEqual(problems, [{ code: 'custom', params: { reason: 'unsent', name: 'big.mov' } }])
    const refused = answer.parse([{ ...item, refused: true }], settings({}), data).problems
    assert.deepEqual(refused, [{ code: 'custom', params: { reason: 'refused', name: 'big.mov' } }])
  })

  test('the server believes only its own word about a file', async ({ assert }) => {
    const powers = {
      files: async (ids: readonly string[]) => [pdf, png].filter(({ id }) => ids.includes(id)),
    }
    const forged = { id: 'f1', name: 'x.png', size: 1, type: 'image/png' }
    assert.deepEqual(await server.own?.([forged], settings({}), powers), { answer: [pdf], files: ['f1'] })
    assert.deepEqual(await server.own?.([forged], settings({ accept: ['image/*'] }), powers), {
      problems: [
        {
          code: 'not-allowed',
          params: { reason: 'image', name: pdf.name, accept: 'image/*', types: 'image' },
        },
      ],
    })
    const stranger = { ...forged, id: 'elsewhere' }
    assert.deepEqual(await server.own?.([stranger], settings({}), powers), {
      problems: [{ code: 'not-accepted', params: { reason: 'gone' } }],
    })
  })
})
