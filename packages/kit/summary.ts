import type { Value, ValueType } from './value.ts'

/** The values of the parts of one answer, by id, as `values` of the answer module gives them. */
export type PartValues = Readonly<Record<string, Value | undefined>>

/** What many answers say of one part. */
export interface PartSummary {
  part: string
  /** how many answers say something of it */
  answered: number
  /** how often each value was given: of choices and of yes and no */
  counts?: Readonly<Record<string, number>>
  /** of numbers */
  numbers?: { min: number; max: number; mean: number }
  /** of days, times and files in the order of their texts: the first and the last */
  range?: { first: string; last: string }
  /** what its kind works out besides, by name; creators read the plugin's texts `summary.<name>` */
  figures?: Readonly<Record<string, number>>
}

/**
 * What many answers of a field say together: a fold. It runs over pieces, so `merge` of the states of two pieces is the state
 * of both, whatever their order; a state is JSON and does not grow with the number of answers.
 */
export interface Summary<State = unknown> {
  start(): State
  /** Takes in one answer. The state that is given may be changed and given back. */
  add(state: State, values: PartValues): State
  merge(one: State, other: State): State
  finish(state: State): readonly PartSummary[]
}

/** What is known of a part after some answers. */
interface PartState {
  answered: number
  counts?: Record<string, number>
  /** how many values these are: one answer may have thousands */
  counted?: number
  sum?: number
  min?: number | string
  max?: number | string
}

/** The state of `summaryOf`, by part. */
export type PartStates = Record<string, PartState>

/** Other values than so many are not counted: a state stays small. */
const MOST_COUNTED = 10_000

/**
 * The summary that fits parts of these types: how many answered; of choices how many each, of numbers the least, the most and
 * their mean, of days and times the first and the last.
 */
export function summaryOf(parts: readonly { id: string; type: ValueType }[]): Summary<PartStates> {
  const nothing = (): PartStates => Object.fromEntries(parts.map(({ id }) => [id, { answered: 0 }]))
  return {
    start: nothing,
    add(states, values) {
      for (const { id, type } of parts) take(states[id], values[id], type)
      return states
    },
    merge(one, other) {
      const both = nothing()
      for (const { id } of parts) {
        takeAll(both[id], one[id])
        takeAll(both[id], other[id])
      }
      return both
    },
    finish: (states) => parts.map(({ id }) => finished(id, states[id])),
  }
}

/**
 * The summary of an answer that is one of these numbers: the least, the most, their mean, and how often each was given, none
 * left out. Numbers of former settings come behind.
 */
export function summaryOfPoints(
  points: readonly number[],
): Summary<{ numbers: PartStates; counts: PartStates }> {
  const numbers = summaryOf([{ id: '', type: 'number' }])
  const counted = summaryOf([{ id: '', type: 'choice' }])
  return {
    start: () => ({ numbers: numbers.start(), counts: counted.start() }),
    add: (state, values) => ({
      numbers: numbers.add(state.numbers, values),
      counts: counted.add(state.counts, values),
    }),
    merge: (one, other) => ({
      numbers: numbers.merge(one.numbers, other.numbers),
      counts: counted.merge(one.counts, other.counts),
    }),
    finish: (state) => {
      const [of] = numbers.finish(state.numbers)
      const [{ counts }] = counted.finish(state.counts)
      const all = { ...Object.fromEntries(points.map((point) => [point, 0])), ...counts }
      return [{ ...of, counts: all }]
    },
  }
}

function take(state: PartState, value: Value | undefined, type: ValueType): void {
  if (value === undefined || value === null || value === '') return
  if (Array.isArray(value) && value.length === 0) return
  if (type === 'number' && typeof value !== 'number') return
  state.answered += 1
  if (typeof value === 'number') state.sum = (state.sum ?? 0) + value
  if (type === 'choice' || type === 'choices' || type === 'boolean') {
    for (const one of Array.isArray(value) ? value : [value]) count(state, String(one), 1)
  } else if (ORDERED.has(type) && (typeof value === 'number' || typeof value === 'string'))
    widen(state, value)
}

const ORDERED: ReadonlySet<ValueType> = new Set<ValueType>(['number', 'date', 'time', 'datetime'])

function takeAll(state: PartState, { answered, counts = {}, sum, min, max }: PartState): void {
  state.answered += answered
  if (sum !== undefined) state.sum = (state.sum ?? 0) + sum
  for (const [value, times] of Object.entries(counts)) count(state, value, times)
  for (const end of [min, max]) if (end !== undefined) widen(state, end)
}

function count(state: PartState, value: string, times: number): void {
  const counts = (state.counts ??= {})
  const counted = state.counted ?? 0
  if (Object.hasOwn(counts, value)) counts[value] += times
  else if (counted < MOST_COUNTED) {
    // not by assignment: an answer may be `__proto__`
    const own = { writable: true, enumerable: true, configurable: true }
    Object.defineProperty(counts, value, { ...own, value: times })
    state.counted = counted + 1
  }
}

function widen(state: PartState, value: number | string): void {
  state.min = lesser(state.min ?? value, value)
  state.max = greater(state.max ?? value, value)
}

function lesser(one: number | string, other: number | string): number | string {
  return other < one ? other : one
}

function greater(one: number | string, other: number | string): number | string {
  return other > one ? other : one
}

function finished(part: string, { answered, counts, sum, min, max }: PartState): PartSummary {
  return {
    part,
    answered,
    ...(counts && { counts }),
    ...(sum !== undefined &&
      typeof min === 'number' &&
      typeof max === 'number' && { numbers: { min, max, mean: Number((sum / answered).toPrecision(15)) } }),
    ...(typeof min === 'string' && typeof max === 'string' && { range: { first: min, last: max } }),
  }
}
