import type { JournalEntry, LeftEntry } from '#app/integrations/attempt_journal'
import { pauseFor } from '#app/integrations/pause_stalled'
import { nextWait } from '#app/integrations/schedule'
import type { DeliverySettings } from '#app/integrations/settings'
import { plugins } from '#app/plugins/registry'
import { noteStall } from '#app/plugins/stalls'
import { within } from '#app/workspaces/within'

/** So often in a row it was tried alone once: from then on it waits by the schedule. */
const OFTEN = 2

/** For whoever made the integration. */
const DEADLY =
  'The server ended while it made this delivery, also when it made no other. Whoever runs the server is told; switch it on again once that is mended.'
const INTERRUPTED = 'The server ended during this attempt, as during the one before.'

/** How the process before this one ended: a signal, or what `npm start` says of its exit; empty where nobody knows. */
export type Ending = string

/** What can be done about how a process ended. */
export interface Means extends Pick<DeliverySettings, 'schedule'> {
  stallsFile: string
}

/**
 * What follows for the deliveries during whose attempts the process before ended. One that was alone, in a process that nobody
 * else has ended, has failed, and its integration is paused: nothing else can have been the reason. Which of several it was nobody
 * knows: they are answered, and to be tried one at a time. One that came to no end when it was tried so waits by the schedule.
 */
export async function suspectsOf(
  left: readonly LeftEntry[],
  ending: Ending,
  means: Means,
): Promise<LeftEntry[]> {
  const suspects: LeftEntry[] = []
  for (const entry of left) {
    // from outside: by an operator, or the system, which may have been short of memory for another's sake
    const ended = ending === '' || ending === 'SIGKILL'
    if (entry.alone && !ended) await blame(entry, ending, means)
    else if (entry.deaths + 1 >= OFTEN) await putOff(entry, means)
    else {
      suspects.push(entry)
      continue
    }
    // not before: the database may be away, and this is tried again
    entry.forget()
  }
  return suspects
}

async function blame(entry: JournalEntry, ending: Ending, { stallsFile }: Means): Promise<void> {
  const { workspaceId, id } = entry
  const kind = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { kind: string }[] }>(
      `select i.kind from deliveries d join integrations i on i.workspace_id = d.workspace_id and i.id = d.integration_id
       where d.workspace_id = ? and d.id = ? and d.lease = ? and d.status = 'pending'`,
      [workspaceId, id, entry.lease],
    )
    return rows[0]?.kind
  })
  if (kind === undefined) return
  await pauseFor(entry, DEADLY)
  const error = new Error(
    `the server ended (${ending}) while it made a delivery, also when it made no other. Correct or remove it.`,
  )
  plugins.report({ kind, member: 'deliver', error }, 'integrations')
  const plugin = plugins.installed().find((one) => one.family === 'integrations' && one.kind === kind)
  if (plugin) noteStall(stallsFile, plugin, undefined, 'died')
}

async function putOff({ workspaceId, id, lease }: JournalEntry, { schedule }: Means): Promise<void> {
  await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { made: number; test: boolean }[] }>(
      `select attempts - round_start as made, test from deliveries
       where workspace_id = ? and id = ? and lease = ? and status = 'pending' for no key update`,
      [workspaceId, id, lease],
    )
    const [row] = rows
    if (!row) return
    const wait = row.test ? undefined : nextWait(row.made, Math.random(), undefined, schedule)
    await trx.rawQuery(
      `update deliveries set status = ?, reason = ?, lease = null, leased_until = null,
         next_attempt_at = now() + make_interval(secs => ?), finished_at = case when ? then now() end
       where workspace_id = ? and id = ?`,
      [
        wait === undefined ? 'failed' : 'pending',
        INTERRUPTED,
        wait ?? 0,
        wait === undefined,
        workspaceId,
        id,
      ],
    )
  })
}
