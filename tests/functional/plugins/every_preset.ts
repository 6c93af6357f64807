import { plugins } from '#app/plugins/registry'
import type { Block, Json } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { BoundField } from '#engine/bound/bound_field'
import type { Translate } from '@formwright/kit/control'
import { type AnySettings, type FieldDefinition, type Part, pathOf } from '@formwright/kit/field'
import { settingsForm } from '@formwright/kit/settings_form'
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

/** As long as it is sent: what its file is on the server stands in its place then. */
const FILE = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'photo.png',
  type: 'image/png',
  size: 200_000,
}

/** Texts with a look of their own. */
const line = (text: string, ...marks: string[]): Json => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }) }],
})
const FORMATTED: readonly Json[] = [
  { type: 'doc', content: [line('Loud', 'bold', 'italic'), line('=1, "two"')] },
  {
    type: 'doc',
    content: [{ type: 'bulletList', content: [{ type: 'listItem', content: [line('One'), line('Two')] }] }],
  },
]

const NOTHING: Part = { id: '', type: 'file', operators: [] }
const DATA = { locale: 'en', now: Date.UTC(2026, 4, 4, 12), source: 'data' } as const

/** What a part may be answered with; kinds take of it what is an answer to them. */
const VALUES: Readonly<Record<ValueType, readonly Json[]>> = {
  text: [
    ...['Straße', 'STRASSE', 'a', 'Äpfel, "rot"\nund grün', '=1+1', 'e\u0301', '👩‍👩‍👧'],
    ...['ada@example.com', 'Grace@example.org', 'https://example.com/a?b=c', 'http://example.org'],
    ...['+4930123456', '+12125550123', '#ff8800', '#14171c', '#ff880080', 'XYZ-789', '(12) 34'],
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

/** Settings of presets that are no switch and no choice, and make answers that no other setting makes. */
const FURTHER: Readonly<Record<string, readonly AnySettings[]>> = {
  checkboxes: [{ other: true, mostOwn: 2 }],
  consent: [{ textVersion: '7' }],
  'date-time': [{ range: true }],
  'file-upload': [{ maxCount: 2 }],
  'formatted-text': [{ mask: '(00) 00' }],
  ranking: [{ top: 2 }],
  time: [{ range: true }],
}
/** So many answers say what a setting makes of them. */
const OF_A_SHAPE = 12
/** Of so many choices each may make something else; countries or languages are one thing each. */
const A_FEW = 12
/** What each type of result is computed from, and what it is then. */
const RESULTS: Readonly<Record<string, readonly [formula: string, result: Json]>> = {
  number: ['1 + 1', 2],
  text: ['"=1, a"', '=1, a'],
  date: ['date(2026, 5, 4)', '2026-05-04'],
  boolean: ['1 = 1', true],
}

/** Every field kind in each of its presets. */
export function everyPreset(): FieldCase[] {
  return definitions().flatMap((definition) =>
    definition.presets.map(({ name, settings }) => caseOf(definition, name, settings) ?? unfit(name)),
  )
}

/** Every preset, and what its further settings make of it: where it has other parts then, or takes other answers. */
export function everyShape(): FieldCase[] {
  return definitions().flatMap((definition) => {
    const known = definition.presets.map(
      ({ name, settings }) => caseOf(definition, name, settings) ?? unfit(name),
    )
    for (const [place, { name, settings = {} }] of definition.presets.entries())
      for (const more of [...switched(definition, known[place].block.settings), ...(FURTHER[name] ?? [])]) {
        const shape = caseOf(definition, `${name} ${JSON.stringify(more)}`, { ...settings, ...more })
        const added = shape ? addedBy(shape, known) : []
        if (shape && added.length > 0) known.push({ ...shape, answers: added.slice(0, OF_A_SHAPE) })
      }
    return known
  })
}

function unfit(preset: string): never {
  throw new Error(`The preset ${preset} is no field.`)
}

function definitions(): FieldDefinition[] {
  const registry = plugins.registry()
  const fields = plugins.installed().filter(({ family }) => family === 'fields')
  return fields.flatMap(({ kind }) => registry.field(kind)?.definition ?? [])
}

/** Each switch turned, and each other choice made, one at a time. */
function switched(definition: FieldDefinition, settings: AnySettings): AnySettings[] {
  return settingsForm(definition.settings).flatMap(
    ({ name, type, choices, default: usual }): AnySettings[] => {
      const now = settings[name] ?? usual
      const listed = choices && choices.length <= A_FEW ? choices : []
      const others = type === 'boolean' ? [now !== true] : listed.map(({ value }) => value)
      return others.filter((other) => other !== now).map((other) => ({ [name]: other }))
    },
  )
}

/** The answers of a shape that those before it do not have, but its example; all where none of them has its parts. */
function addedBy({ field, answers }: FieldCase, known: readonly FieldCase[]): Json[] {
  const partsOf = (one: BoundField) => JSON.stringify(one.parts)
  const alike = known.filter((one) => partsOf(one.field) === partsOf(field))
  if (alike.length === 0) return answers
  const had = new Set(
    [field.sample(), ...alike.flatMap((one) => one.answers)].map((answer) => JSON.stringify(answer)),
  )
  return answers.filter((answer) => !had.has(JSON.stringify(answer)))
}

/** A field of these settings; undefined where they do not fit together. */
function caseOf(
  definition: FieldDefinition,
  label: string,
  settings: AnySettings = {},
): FieldCase | undefined {
  const registry = plugins.registry()
  const { kind, version } = definition
  const id = `p${label.replace(/[^a-z0-9]/gi, '').toLowerCase()}`.slice(0, 32).padEnd(6, '0')
  const words: AnySettings = { ...definition.start?.(numbered), ...settings }
  const asked = blockOf(words)
  const formula = definition.formula?.(readBlock(asked, registry).read.field?.settings ?? words)
  const [expression, result] = RESULTS[formula?.type ?? ''] ?? []
  const block = formula ? blockOf({ ...words, [formula.path]: expression }) : asked
  const { read, problem } = readBlock(block, registry)
  if (!read.field || problem) return undefined
  return { block, field: read.field, answers: result === undefined ? answersOf(read.field) : [result] }

  function blockOf(of: AnySettings): Block {
    return { id, kind, v: version, label, key: id, settings: JSON.parse(JSON.stringify(of)) }
  }
}

/** Words that begin a list are told apart, and stand in a cell only with quotes. */
const numbered: Translate = (key, { number } = {}) => (number === undefined ? key : `${key} "${number}", one`)

/** How each kind may be answered: what it makes up, and what fits the types of its parts. */
function answersOf(field: BoundField): Json[] {
  if (field.files) return filesOf(field)
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
    ...FORMATTED,
    ...field.parts.flatMap((part) => writtenInstead(part)),
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

/** Answers with files: one, two, and one in each part that holds some. */
function filesOf(field: BoundField): Json[] {
  const sample: Json = JSON.parse(JSON.stringify(field.sample()))
  const inParts = field.parts.flatMap((part) => {
    const [name] = pathOf(part)
    return part.type === 'file' && name ? [{ ...Object(sample), how: 'drawn', [name]: [FILE] }] : []
  })
  const further = [[FILE, { ...FILE, id: FILE.id.replace('0', '1') }], [FILE], ...inParts]
  const taken = further.flatMap((candidate): Json[] => {
    const { answer, problems } = field.parse(candidate, DATA)
    const isRefused = problems.length > 0 || answer === undefined
    if (isRefused || field.validate(answer, { ...DATA, required: false }).length > 0) return []
    return [JSON.parse(JSON.stringify(answer))]
  })
  return [sample, ...taken]
}

/** What is written instead of choosing, where that is an answer. */
function writtenInstead({ type, options = [] }: Part): Json[] {
  if (type !== 'choice' && type !== 'choices') return []
  const written = options.flatMap(({ id }) => ['Ochre', '=1, "2"'].map((text) => ({ [id]: text })))
  if (type === 'choice') return written
  const first = options[0]?.id ?? null
  return [...written.map((one) => [one]), ...written.map((one) => [first, one]), ...pairsOf(written)]
}

function pairsOf(written: readonly Json[]): Json[] {
  return written.slice(1).map((one, place) => [written[place] ?? null, one])
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
