import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Installation } from '#tests/faults/installation'
import type { Ledger } from '#tests/faults/ledger'
import type { Form } from '#tests/faults/setting'
import type { DeliveryLog } from '#tests/faults/delivery_log'

/** Something that must not be. */
export interface Finding {
  what:
    | 'refused'
    /** acknowledged, and then nothing was known of it */
    | 'taken back'
    | 'lost'
    | 'doubled'
    | 'foreign'
    | 'other id'
    | 'file'
    | 'not delivered'
    | 'delivered twice under two ids'
    | 'other body'
    | 'bad signature'
    | 'unsettled'
    | 'count'
  detail: string
}

interface Row {
  id: string
  submission_key: string
  name: string
  paper: { id: string }[] | null
}

/** Waits until nothing is left to hand on or to deliver. */
export async function settle(database: pg.Client): Promise<Finding[]> {
  let left = -1
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(50)) {
    const { rows } = await database.query<{ left: number }>(
      `select ((select count(*) from outbox) + (select count(*) from deliveries where status = 'pending'))::int as left`,
    )
    left = rows[0]?.left ?? 0
    if (left === 0) return []
  }
  return [{ what: 'unsettled', detail: `${left} events or deliveries are still waiting after five minutes` }]
}

/** Compares what respondents and the receiver know with what lies in the database and on the disk. */
export async function audit(
  installation: Installation,
  database: pg.Client,
  form: Form,
  ledger: Ledger,
  told: DeliveryLog,
): Promise<Finding[]> {
  const { rows } = await database.query<Row>(
    `select id, submission_key, answers ->> 'name01' as name, answers -> 'paper1' as paper
     from submissions where form_id = $1`,
    [form.id],
  )
  return [
    ...comparedSubmissions(ledger, rows),
    ...(await files(installation, database, ledger, rows)),
    ...deliveries(rows, told),
    ...(await counts(database, form, rows)),
  ]
}

/** Submissions of which the book says something else than the database. */
export function comparedSubmissions(ledger: Ledger, rows: readonly Pick<Row, 'id' | 'name'>[]): Finding[] {
  const findings: Finding[] = []
  const byMarker = Map.groupBy(rows, (row) => row.name)
  for (const entry of ledger.entries) {
    const { marker, state, ids } = entry
    const stored = byMarker.get(marker) ?? []
    byMarker.delete(marker)
    if (entry.refusal !== undefined) {
      const what = state === 'ok' ? 'taken back' : 'refused'
      findings.push({ what, detail: `${marker} (${entry.way}): ${entry.refusal}` })
    }
    if (state === 'ok' && stored.length === 0) findings.push({ what: 'lost', detail: `${marker} ${ids[0]}` })
    if (stored.length > 1) findings.push({ what: 'doubled', detail: `${marker}: ${stored.length} rows` })
    if (ids.some((id) => id !== stored[0]?.id) && stored.length > 0) {
      findings.push({
        what: 'other id',
        detail: `${marker}: answered ${ids.join(', ')}, stored ${stored[0]?.id}`,
      })
    }
  }
  for (const name of byMarker.keys()) findings.push({ what: 'foreign', detail: `nobody sent ${name}` })
  return findings
}

async function files(
  installation: Installation,
  database: pg.Client,
  ledger: Ledger,
  rows: readonly Row[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const { rows: claimed } = await database.query<{
    id: string
    submission_id: string
    storage_key: string
    sha256: string
  }>(`select id, submission_id, storage_key, sha256 from files where status = 'claimed'`)
  const byId = new Map(claimed.map((file) => [file.id, file]))
  const byMarker = new Map(rows.map((row) => [row.name, row]))
  for (const { marker, file, state } of ledger.entries) {
    if (file === undefined || state !== 'ok') continue
    const row = byMarker.get(marker)
    const stored = byId.get(row?.paper?.[0]?.id ?? '')
    if (!row || !stored || stored.submission_id !== row.id) {
      findings.push({ what: 'file', detail: `${marker} has no file of its own` })
      continue
    }
    byId.delete(stored.id)
    const path = join(installation.storage, 'files', stored.storage_key.slice(0, 2), stored.storage_key)
    const bytes = await readFile(path, 'utf8').catch(() => undefined)
    const sha256 = createHash('sha256').update(file).digest('hex')
    if (bytes !== file || stored.sha256 !== sha256) {
      findings.push({ what: 'file', detail: `${marker}: not the bytes that were sent` })
    }
  }
  for (const { id } of byId.values())
    findings.push({ what: 'file', detail: `${id} belongs to no submission` })
  return findings
}

function deliveries(rows: readonly Row[], told: DeliveryLog): Finding[] {
  const findings: Finding[] = []
  for (const { id, name } of rows) {
    const ids = told.deliveriesOf(id)
    if (ids.length === 0) findings.push({ what: 'not delivered', detail: `${name} ${id}` })
    if (ids.length > 1)
      findings.push({ what: 'delivered twice under two ids', detail: `${name}: ${ids.join(', ')}` })
  }
  for (const id of told.changedBodies) findings.push({ what: 'other body', detail: `delivery ${id}` })
  for (const id of told.badSignatures) findings.push({ what: 'bad signature', detail: `delivery ${id}` })
  return findings
}

async function counts(database: pg.Client, form: Form, rows: readonly Row[]): Promise<Finding[]> {
  const { rows: found } = await database.query<{ counted: number; taken: number | null }>(
    `select coalesce(c.submissions, 0)::int as counted, m.taken from forms f
     left join form_counts c on c.form_id = f.id
     left join claims m on m.form_id = f.id and m.key = 'max'
     where f.id = $1`,
    [form.id],
  )
  const { counted = 0, taken = null } = found[0] ?? {}
  return counted === rows.length && (taken ?? counted) === counted
    ? []
    : [{ what: 'count', detail: `${counted} counted, ${rows.length} stored, ${taken ?? 'no'} places taken` }]
}
