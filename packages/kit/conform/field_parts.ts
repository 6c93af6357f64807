import { test } from '@japa/runner'
import fc from 'fast-check'
import { isPartId } from '../address.ts'
import type { SettingsSchema } from '../field.ts'
import { summaryOf } from '../summary.ts'
import { operatorsOf, type Value } from '../value.ts'
import type { FieldUnderTest } from './field_under_test.ts'
import { FITTING, valueOf } from './part_values.ts'

/** The house takes so many options of a part, and so many characters of a summary, as JSON. */
const MOST_OPTIONS = 20_000
const LONGEST_SUMMARY = 2_000_000

/** What it says of the parts of its answers. */
export function testParts<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { definition, everySettings } = field

  test('its parts have ids of their own, and comparisons that fit their type', ({ assert }) => {
    for (const settings of everySettings) {
      assert.include(['control', 'group', 'none'], definition.labelling(settings))
      const parts = definition.parts(settings)
      assert.isNotEmpty(parts)
      assert.lengthOf(new Set(parts.map(({ id }) => id)), parts.length, 'ids are unique')
      for (const { id, label, type, operators, options = [] } of parts) {
        assert.isTrue(id === '' || isPartId(id), `“${id}” can stand in an address`)
        assert.equal(label === undefined, id === '', 'all but the main part have a label')
        assert.property(operatorsOf, type)
        assert.isNotEmpty(operators)
        assert.isAtMost(
          options.length,
          MOST_OPTIONS,
          'so many options a table, a filter and a chart can list',
        )
        for (const operator of operators) assert.include(FITTING[type], operator)
      }
      if (definition.formula)
        assert.deepEqual(
          parts.map(({ id }) => id),
          [''],
          'what is computed is one value',
        )
    }
  })

  test('an option means the same in every part', ({ assert }) => {
    for (const settings of everySettings) {
      const labels = new Map<string, string>()
      for (const { id, label } of definition.parts(settings).flatMap(({ options = [] }) => options)) {
        assert.equal(labels.get(id) ?? label, label, id)
        labels.set(id, label)
      }
    }
  })

  test('options that were renamed are shown so, and nothing else changes', ({ assert }) => {
    for (const settings of everySettings) {
      const parts = definition.parts(settings)
      const options = parts.flatMap((part) => part.options ?? [])
      if (options.length === 0) continue
      assert.isDefined(definition.relabel, 'a kind with options says what they are called now')
      const labels = new Map(options.map(({ id }, index) => [id, `Now ${index}`]))
      const renamed = definition.relabel?.(settings, labels) ?? settings
      assert.deepEqual(
        definition.parts(renamed),
        parts.map((part) => ({
          ...part,
          // a part that stands for an option is called like it
          ...(options.some(({ id, label }) => id === part.id && label === part.label) && {
            label: labels.get(part.id),
          }),
          ...(part.options && {
            options: part.options.map((option) => ({ ...option, label: labels.get(option.id) ?? '' })),
          }),
        })),
      )
      assert.deepEqual(
        definition.relabel?.(renamed, new Map(options.map(({ id, label }) => [id, label]))),
        settings,
      )
    }
  })
}

/** What many answers say together does not depend on how they are counted. */
export function testSummary<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { definition, everySettings } = field

  test('a summary of pieces is that of the whole, whatever the pieces', ({ assert }) => {
    for (const settings of everySettings) {
      const parts = definition.parts(settings)
      const { start, add, merge, finish } = definition.summary?.(settings) ?? summaryOf(parts)
      const values = fc.record(Object.fromEntries(parts.map((part) => [part.id, fc.option(valueOf(part))])))
      const some = fc.array(values, { maxLength: 5 })
      type Answers = readonly Readonly<Record<string, Value>>[]
      const of = (answers: Answers): unknown => {
        const state = answers.reduce<unknown>((before, answer) => add(before, answer), start())
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, 'a state is JSON')
        return state
      }
      fc.assert(
        fc.property(some, some, some, (a, b, c) => {
          const whole = finish(of([...a, ...b, ...c]))
          assert.deepEqual(finish(merge(merge(of(a), of(b)), of(c))), whole)
          assert.deepEqual(finish(merge(of(a), merge(of(b), of(c)))), whole)
          assert.includeMembers(
            parts.map(({ id }) => id),
            whole.map(({ part }) => part),
          )
          assert.isAtMost(JSON.stringify(whole).length, LONGEST_SUMMARY, 'a page can show it')
        }),
        { numRuns: 30 },
      )
    }
  })
}
