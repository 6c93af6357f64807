import fc from 'fast-check'
import { type Part, pathOf } from '../field.ts'
import { type Operator, operatorsOf, type Value, type ValueType } from '../value.ts'

/** Comparisons that mean something for each type: those of the house, and the order of numbers and times in all its words. */
export const FITTING: Record<ValueType, readonly Operator[]> = (() => {
  const times: readonly Operator[] = [...operatorsOf.date, 'lt', 'lte', 'gt', 'gte']
  return {
    ...operatorsOf,
    boolean: [...operatorsOf.boolean, 'eq', 'neq'],
    choice: [...operatorsOf.choice, 'contains-any'],
    choices: [...operatorsOf.choices, 'contains', 'not-contains'],
    date: times,
    time: times,
    datetime: times,
  }
})()

const DAY = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`\d\d:\d\d(:\d\d)?`
const TIMES = {
  date: new RegExp(`^${DAY}$`),
  time: new RegExp(`^${TIME}$`),
  datetime: new RegExp(`^${DAY}T${TIME}$`),
}

/** Values that a part may have. */
export function valueOf({ type, options = [] }: Part): fc.Arbitrary<Value> {
  const ids = options.length > 0 ? fc.constantFrom(...options.map(({ id }) => id)) : fc.constant('gone')
  switch (type) {
    case 'number':
      return fc.integer({ min: -1000, max: 1000 })
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return ids
    case 'choices':
      return fc.uniqueArray(ids)
    case 'date':
      return fc.constantFrom('2024-02-28', '2024-02-29', '2025-01-01')
    case 'time':
      return fc.constantFrom('09:00', '17:30')
    case 'datetime':
      return fc.constantFrom('2024-02-28T09:00', '2024-02-29T17:30')
    case 'file':
      return fc.uniqueArray(fc.constantFrom('a', 'b'))
    default:
      return fc.string()
  }
}

/** Whether a value is of a type; an empty one is of any. */
export function isOfType(value: Value, type: ValueType): boolean {
  if (value === null) return true
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string' && TIMES[type].test(value)
    case 'choices':
    case 'file':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    default:
      return typeof value === 'string'
  }
}

/** What the database finds of a part in a stored answer: what is of another type is nothing to it. */
export function storedValue(answer: unknown, part: Part): Value {
  const found = valueFound(answer, part)
  return isOfType(found, part.type) ? found : null
}

function valueFound(answer: unknown, part: Part): Value {
  const { type, measure } = part
  let found: unknown = answer
  for (const name of pathOf(part)) {
    const held: Record<string, unknown> = Object(found)
    found = Object.hasOwn(held, name) ? held[name] : null
  }
  if (measure === 'length') return Array.isArray(found) ? found.length : null
  if (Array.isArray(found)) return type === 'file' ? found.map(fileIn) : [...new Set(found.map(optionIn))]
  return type === 'choice' ? optionIn(found) : scalarIn(found)
}

/** The option that is named: by its id, or as the key of the one text of an object. */
function optionIn(choice: unknown): Value {
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) return scalarIn(choice)
  const [[id, text] = [], ...more] = Object.entries(choice)
  return id !== undefined && typeof text === 'string' && more.length === 0 ? id : null
}

function fileIn(file: unknown): Value {
  return typeof file === 'object' && file !== null && 'id' in file ? scalarIn(file.id) : null
}

function scalarIn(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
