import { test } from '@japa/runner'
import * as v from 'valibot'
import type { FieldDefinition } from '@formwright/kit/field'
import type { CreatorField } from '@formwright/kit/found'
import { areSettings, areTexts, areTextsOrNumbers, asked } from './asked.ts'

/** The functions of a definition that the editor alone asks for, and how it does. */
const ASKED: Record<'start' | 'startItem' | 'pastedItem', (plugin: CreatorField) => unknown> = {
  start: (plugin) => asked(plugin, 'start', () => plugin.definition.start?.(t), areSettings),
  startItem: (plugin) =>
    asked(plugin, 'startItem', () => plugin.definition.startItem?.('list', 1, t), areTexts),
  pastedItem: (plugin) =>
    asked(plugin, 'pastedItem', () => plugin.definition.pastedItem?.('list', 'Apple'), areTextsOrNumbers),
}
const t = (key: string): string => key

const circle: unknown[] = []
circle.push(circle)
const FAULTS: Readonly<Record<string, () => unknown>> = {
  'throws an error': () => {
    throw new Error('torn')
  },
  'throws what has no words': () => {
    throw Object.create(null)
  },
  'answers null': () => null,
  'answers a number': () => 7,
  'answers a text': () => 'torn',
  'answers a list': () => [7],
  'answers what is no JSON': () => ({ label: 7n }),
  'answers a circle': () => ({ label: circle }),
  'answers a promise': () => Promise.resolve({ label: 'late' }),
  'answers ten million letters': () => ({ label: 'x'.repeat(10_000_000) }),
}

test.group('What the editor asks a kind for', () => {
  for (const [way, fault] of Object.entries(FAULTS)) {
    test(`goes on without where the kind fails: it ${way}`, ({ assert }) => {
      for (const [member, ask] of Object.entries(ASKED))
        assert.isUndefined(ask(kindWith(member, fault)), `${member} ${way}`)
    })
  }
})

function kindWith(member: string, fault: () => unknown): CreatorField {
  const definition: FieldDefinition = {
    kind: 'torn',
    version: 1,
    settings: v.object({ word: v.optional(v.string(), '') }),
    presets: [],
    publicSettings: [],
    parts: () => [],
    labelling: () => 'control',
  }
  return {
    definition: { ...definition, [member]: fault },
    answer: {
      fromForm: () => '',
      toRaw: () => '',
      parse: () => ({ problems: [] }),
      validate: () => [],
      values: () => ({}),
      toText: () => '',
    },
    texts: {},
    respond: () => Promise.reject(new Error('not drawn here')),
    results: () => Promise.reject(new Error('not drawn here')),
  }
}
