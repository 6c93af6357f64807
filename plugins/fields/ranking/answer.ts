import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'

/** Ids of items from the first place on; beside them what the database filters by. */
export interface Answer {
  order: readonly string[]
  first: string
  places: Readonly<Record<string, number>>
}
/** What the inputs hold: by item its place, typed or given. */
export type Raw = Readonly<Record<string, string | number>>

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { items }) =>
    Object.fromEntries(
      items.flatMap(({ id }) => {
        const entry = Object.hasOwn(entries, id) ? entries[id]?.[0] : undefined
        return typeof entry === 'string' && entry !== '' ? [[id, entry]] : []
      }),
    ),
  toRaw: ({ places }) => places,
  parse: (candidate, settings): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const given = typeof candidate === 'string' ? jsonIn(candidate) : candidate
    if (typeof given !== 'object' || given === null) return { problems: [{ code: 'format' }] }
    const order: unknown = Array.isArray(given) ? given : Reflect.get(given, 'order')
    const { ids, problems } = Array.isArray(order) ? readOrder(order, settings) : readPlaces(given, settings)
    return ids.length === 0 ? { problems } : { answer: answerOf(ids), problems }
  },
  validate: ({ order }, settings) => {
    const count = countOf(settings)
    if (order.length > count) return [{ code: 'too-many', params: { max: count } }]
    if (order.length === count) return []
    const reason = count === settings.items.length ? 'all' : 'top'
    return [{ code: 'too-few', params: { min: count, reason } }]
  },
  values: ({ order, first, places }) => ({ '': [...order], first, ...places }),
  toText: ({ order, first, places }, { items }, part) => {
    const labelOf = (id: string) => items.find((item) => item.id === id)?.label ?? id
    if (part === undefined || part === '') return order.map(labelOf)
    if (part === 'first') return labelOf(first)
    return Object.hasOwn(places, part) ? String(places[part]) : ''
  },
}

/** How many are to be ranked. */
export function countOf({ items, top = Infinity }: Settings): number {
  return Math.min(items.length, top)
}

/** Items that have a place, in order; what stands there may be no place at all. */
export function placedIn(raw: Raw, { items }: Pick<Settings, 'items'>): string[] {
  const placed = items.map(({ id }) => ({ id, place: Object.hasOwn(raw, id) ? Number(raw[id]) : 0 }))
  return placed
    .filter(({ place }) => place > 0)
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id)
}

/** By item its place, as the inputs hold them. */
export function placesOf(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, index) => [id, index + 1]))
}

function answerOf(order: readonly string[]): Answer {
  return { order, first: order[0], places: placesOf(order) }
}

interface Read {
  ids: string[]
  problems: Problem[]
}

/** Items by id or exact label, in order. */
function readOrder(order: readonly unknown[], { items }: Settings): Read {
  const found = order.map((name) => {
    const item = items.find(({ id }) => id === name) ?? items.find(({ label }) => label === name)
    return item?.id
  })
  const known = found.filter((id) => id !== undefined)
  const ids = [...new Set(known)]
  const problems: Problem[] = []
  if (known.length < found.length) problems.push({ code: 'option-unknown' })
  if (ids.length < known.length) problems.push({ code: 'duplicate' })
  return { ids, problems }
}

/** By item its place. A place that two have is nobody's fault alone: it is said of both. */
function readPlaces(given: object, settings: Settings): Read {
  const { items } = settings
  const count = countOf(settings)
  const known = new Set(items.map(({ id }) => id))
  const problems: Problem[] = Object.keys(given)
    .filter((id) => !known.has(id))
    .map(() => ({ code: 'option-unknown' }))
  const taken = new Map<number, string[]>()
  for (const { id, label } of items) {
    const said: unknown = Object.hasOwn(given, id) ? Reflect.get(given, id) : undefined
    if (said === undefined || said === null || (typeof said === 'string' && said.trim() === '')) continue
    const place = typeof said === 'string' ? Number(said) : said
    if (typeof place !== 'number' || !Number.isInteger(place) || place < 1 || place > count)
      problems.push({ code: 'format', part: id, params: { reason: 'place', item: label, count } })
    else taken.set(place, [...(taken.get(place) ?? []), id])
  }
  for (const [place, ids] of taken)
    if (ids.length > 1)
      problems.push(
        ...ids.map((part): Problem => ({ code: 'duplicate', part, params: { reason: 'place', place } })),
      )
  const places = [...taken].sort(([one], [other]) => one - other)
  return { ids: places.flatMap(([, ids]) => ids), problems }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export default answer
