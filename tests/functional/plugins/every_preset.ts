import { plugins } from '#app/plugins/registry'
import type { Block, Json } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { BoundField } from '#engine/bound/bound_field'
import { type Part, pathOf } from '@formwright/kit/field'
import type { ValueType } from '@formwright/kit/value'

/** A field in one of the shapes that the palette has it in, and answers that it takes. */
export interface FieldCase {
  block: Block
  field: BoundField
  /** as they are stored, no two the same; the files in them are yet to be sent */
  answers: Json[]
}

/** What is taken for something else by readers of CSV, HTML, JSON, patterns or texts with references, or is not seen. */
const HOSTILE = [
  ...["@SUM(1+1)*cmd|' /C calc'!A0", '-2+3', '＝1', "'=1", ';=1', '"; drop table submissions; --', '""'],
  ...[
    '<script>alert(1)</script>',
    '</textarea>&lt;',
    '{{name}} {#pshort}',
    '${1+1}',
    '%s %_',
    '\\',
    '.*[',
    '$1',
  ],
  ...['null', 'undefined', '__proto__', 'NaN', '1e9', '007', '{"other":"a"}', '["a"]', 'a, b', "a','b"],
  ...[
    '\u202eabc',
    '\u200ba',
    '\ufeffa',
    'İı',
    'ﬁ',
    'क्ष',
    '𝒳',
    'a\tb',
    'a\u00a0b',
    '田中さん',
    '😀'.repeat(40),
  ],
]

const NOTHING: Part = { id: '', type: 'file', operators: [] }
const DATA = { locale: 'en', now: Date.UTC(2026, 4, 4, 12), source: 'data' } as const

/** What a part may be answered with; kinds take of it what is an answer to them. */
const VALUES: Readonly<Record<ValueType, readonly Json[]>> = {
  text: [
    ...['Straße', 'STRASSE', 'a', 'Äpfel, "rot"\nund grün', '=1+1', 'e\u0301', '👩‍👩‍👧'],
    ...['ada@example.com', 'Grace@example.org', 'https://example.com/a?b=c', 'http://example.org'],
    ...['+4930123456', '+12125550123', '#ff8800', '#14171c'],
    ...HOSTILE,
  ],
  number: [0, 1, 2, 3, 4.5, 5, 10, -1.5, 36.6],
  boolean: [true, false],
  date: ['2026-02-28', '2028-02-29', '2026-05-04'],
  time: ['00:00', '09:05', '17:30'],
  datetime: ['2026-02-28T09:05', '2026-05-04T17:30', '2028-02-29T00:00'],
  choice: [],
  choices: [],
  file: [],
}

/** Every field kind in each of its presets. */
export function everyPreset(): FieldCase[] {
  const registry = plugins.registry()
  const fields = plugins.installed().filter(({ family }) => family === 'fields')
  return fields.flatMap(({ kind }) => {
    const definition = registry.field(kind)?.definition
    return (definition?.presets ?? []).map((preset) => {
      const id = `p-${preset.name}`
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 20)
        .padEnd(6, '0')
      const words = definition?.start?.((key) => key)
      const settings: Block['settings'] = JSON.parse(JSON.stringify({ ...words, ...preset.settings }))
      const asked: Block = {
        ...{ id, kind, v: definition?.version ?? 1, label: preset.name },
        ...{ key: id, settings },
      }
      const formula = definition?.formula?.(readBlock(asked, registry).read.field?.settings ?? settings)
      const block = formula ? { ...asked, settings: { ...settings, [formula.path]: '1 + 1' } } : asked
      const { field } = readBlock(block, registry).read
      if (!field) throw new Error(`The preset ${preset.name} is no field.`)
      return { block, field, answers: formula ? [2] : answersOf(field) }
    })
  })
}

/** How each kind may be answered: what it makes up, and what fits the types of its parts. */
function answersOf(field: BoundField): Json[] {
  if (field.files) return [JSON.parse(JSON.stringify(field.sample()))]
  const judge = plugins.fieldServer(field.kind)?.judge
  const longest = Math.max(...field.parts.map((part) => valuesOf(part).length), 1)
  const made = Array.from({ length: longest }, (_, turn) => {
    return field.parts.map((part, place) => {
      const values = valuesOf(part)
      return [part, values[(turn + place) % values.length]] as const
    })
  })
  const sample: Json = JSON.parse(JSON.stringify(field.sample() ?? null))
  const candidates = [
    sample,
    // as it is written where the answer is more than what it says
    ...valuesOf(field.partOf('') ?? NOTHING),
    ...field.parts.flatMap((part, place) => withPart(sample, part, valuesOf(part).slice(3 * place))),
    ...made.map((values) => answerOf(values)),
    // half an answer
    ...made.map((values) => answerOf(values.slice(0, 1))),
  ]
  const answers = new Map<string, Json>()
  for (const candidate of candidates) {
    const { answer, problems } = field.parse(candidate, DATA)
    if (answer == null || problems.length > 0) continue
    if (field.validate(answer, { ...DATA, required: false }).length > 0) continue
    if (judge && judge(answer, field.settings).length > 0) continue
    const text = JSON.stringify(answer)
    answers.set(text, JSON.parse(text))
  }
  return [...answers.values()]
}

/** This answer with other texts in one of its parts, where that is a member of it. */
function withPart(answer: Json, part: Part, values: readonly Json[]): Json[] {
  const [name, ...deeper] = pathOf(part)
  if (name === undefined || deeper.length > 0 || part.type !== 'text' || Array.isArray(answer)) return []
  return values.slice(0, 3).map((value) => ({ ...Object(answer), [name]: value }))
}

/** Values that a part may have, as they are stored. */
export function valuesOf({ type, options = [] }: Part): readonly Json[] {
  const ids = options.map(({ id }) => id)
  if (type === 'choice') return ids
  if (type !== 'choices') return VALUES[type]
  return [...ids.map((id) => [id]), ids.slice(0, 2), ids, ids.toReversed()]
}

/** The answer of a field whose parts have these values. */
export function answerOf(values: readonly (readonly [Part, Json | undefined])[]): Json | undefined {
  const answer: { [name: string]: Json } = {}
  for (const [part, value] of values) {
    if (value === undefined || part.measure) continue
    const path = pathOf(part)
    const last = path.at(-1)
    if (last === undefined) return value
    let holder = answer
    for (const name of path.slice(0, -1)) {
      const held: { [name: string]: Json } = Object(holder[name] ?? {})
      holder[name] = held
      holder = held
    }
    holder[last] = value
  }
  return answer
}
