import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '../../kit/conform/field.ts'
import { naughtyStrings } from '../../kit/conform/naughty.ts'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('calculation', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 12.5 },
      { answer: 'Gold', settings: { type: 'text' } },
      { answer: false, settings: { type: 'boolean' } },
    ],
    settings: [{ decimals: 2, prefix: '$', grouping: true }, { private: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)

  test('what is shown is rounded half away from zero')
    .with([
      [1.005, 2, '1.01'],
      [-1.005, 2, '-1.01'],
      [2.5, 0, '3'],
      [-0.001, 2, '0.00'],
      [7, 2, '7.00'],
    ] as const)
    .run(({ assert }, [number, decimals, text]) => {
      assert.equal(answer.toText(number, settings({ decimals })), text)
    })

  test('private ones are neither shown nor sent', ({ assert }) => {
    assert.isTrue(definition.serverOnly?.(settings({ private: true })))
    assert.isFalse(definition.displayed?.(settings({ private: true })))
    assert.isFalse(definition.displayed?.(settings({ shown: false })))
    assert.notInclude(definition.publicSettings, 'formula')
  })
})
