import type { FormSettings } from './document.ts'

/** What form settings may be at most: the editor says so beside the setting, the server holds it. */
export const LONGEST_TITLE = 300
export const LONGEST_BUTTON = 100
export const LONGEST_PASSWORD = 128
/** Of what members write of a version. */
export const LONGEST_NOTE = 1000
export const MOST_SUBMISSIONS = 1_000_000_000

/** Whether a form closes before it opens: nobody could ever answer it. */
export function neverOpens({ opensAt, closesAt }: FormSettings['access']): boolean {
  return opensAt !== undefined && closesAt !== undefined && Date.parse(opensAt) >= Date.parse(closesAt)
}
