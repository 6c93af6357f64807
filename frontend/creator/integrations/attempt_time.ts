import { relativeTime } from '../../design/time.ts'

/** When an attempt is to come, in words. */
export function attemptTime(instant: string): string {
  const words = relativeTime(instant)
  return words === 'now' ? 'within a minute' : words
}
