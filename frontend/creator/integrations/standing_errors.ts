import type { FieldErrors } from '../../../api_types/answer.ts'
import type { Editable } from './settings_fields.tsx'

/** What is wrong with fields that stand as they were sent: one that was changed since may be right. */
export function standingErrors(errors: FieldErrors, sent: object | undefined, now: Editable): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      const [name = ''] = path.replace(/^settings\./, '').split('.')
      return asText(memberOf(sent, name, now)) === asText(memberOf(now, name, now))
    }),
  )
}

/** A member of what is edited, or one of its settings. */
function memberOf(value: object | undefined, name: string, now: Editable): unknown {
  return name in now ? Object(value)[name] : Object(Object(value).settings)[name]
}

/** What was left out of a request was nothing. */
function asText(value: unknown): string {
  return JSON.stringify(value ?? null)
}
