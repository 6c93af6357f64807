/** The seconds that a `Retry-After` asks for: a number of them, however large, or a date with the name of its month. */
export function secondsToWait(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
