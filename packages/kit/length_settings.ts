import * as v from 'valibot'
import type { CheckedBlock, SettingsProblem } from './field.ts'
import type { Lengths } from './typed_text.ts'

const characters = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

/** Nobody needs to see a longer sample of an answer. */
export const LONGEST_SAMPLE = 10_000

/** The settings of kinds that take typed text: how long it may be, and whether its characters are counted. */
export const lengthSettings = {
  minLength: v.optional(v.pipe(characters, v.title('Minimum characters'))),
  maxLength: v.optional(v.pipe(characters, v.title('Maximum characters'))),
  counter: v.optional(
    v.pipe(
      v.boolean(),
      v.title('Count characters'),
      v.description('Shows how many characters are used, if there is a limit.'),
    ),
    false,
  ),
}

/** For the schema's check, forwarded to `maxLength`: some length fits. */
export function lengthsFit({ minLength, maxLength }: Lengths): boolean {
  return (minLength ?? 0) <= (maxLength ?? Infinity)
}

/** What is said where none does. */
export const NO_LENGTH_FITS = 'The maximum cannot be below the minimum.'

/** What a kind's `check` says of its lengths. */
export function checkLengths({ maxLength }: Lengths, { required }: CheckedBlock): SettingsProblem[] {
  if (maxLength !== 0) return []
  const message = 'No answer has 0 characters. Allow more.'
  const severity = required ? 'error' : 'warning'
  return [{ severity, code: 'unanswerable', path: 'settings.maxLength', message }]
}
