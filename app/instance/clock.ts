import { operator } from '#app/administration/operator'

/** What clocks may differ by, in seconds. */
const APART = 60

/** What is wrong with the clocks of this machine and of the database, in a sentence each. */
export async function wrongClocks(): Promise<string[]> {
  const { rows } = await operator().rawQuery<{ rows: { now: Date; newest: Date | null }[] }>(
    `select clock_timestamp() as now,
       greatest((select max(created_at) from files), (select max(created_at) from deliveries)) as newest`,
  )
  const [{ now, newest }] = rows
  const apart = Math.round(Math.abs(Date.now() - now.getTime()) / 1_000)
  const ahead = newest === null ? 0 : (newest.getTime() - now.getTime()) / 1_000
  return [
    ...(apart > APART
      ? [
          `The clocks of this machine and of the database are ${apart} seconds apart: links run out, and what is due comes, at the wrong time. Set both by a time server.`,
        ]
      : []),
    ...(ahead > APART && newest !== null
      ? [
          `The database holds what came in at ${newest.toISOString()}, and its clock says ${now.toISOString()}: it is behind, or was ahead. What waits for a time goes only when the clock comes there. Set it by a time server.`,
        ]
      : []),
  ]
}
