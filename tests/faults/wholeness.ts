import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Sent } from '#tests/faults/errands'

interface FileRow {
  storage_key: string
  sha256: string
  size: number
  status: string
}

/** What is half-done or lost, in the database and on the disk. Empty is right. */
export async function halfDone(
  database: pg.Client,
  storage: string,
  sent: readonly Sent[],
): Promise<string[]> {
  return [
    ...(await inDatabase(database)),
    ...(await onDisk(database, storage)),
    ...(await acknowledged(database, sent)),
  ]
}

/** Each finds rows that contradict each other, with what is wrong of them. */
const CONTRADICTIONS: readonly [what: string, sql: string][] = [
  [
    'is a submission and in the bin',
    'select id from submissions join deleted_submissions using (workspace_id, id)',
  ],
  [
    'is a file of a submission that is not there',
    `select f.id from files f where f.status = 'claimed'
     and not exists (select from submissions s where s.workspace_id = f.workspace_id and s.id = f.submission_id)`,
  ],
  [
    'is a deleted file of a submission that is not in the bin',
    `select f.id from files f where f.status = 'deleted'
     and not exists (select from deleted_submissions s where s.workspace_id = f.workspace_id and s.id = f.submission_id)`,
  ],
  [
    'is published as a version that is not its newest',
    `select f.id from forms f where f.published_version is distinct from
       (select max(number) from form_versions v where v.form_id = f.id)`,
  ],
  [
    'lacks a version between the others',
    `select form_id as id from form_versions group by form_id having count(*) <> max(number)`,
  ],
  [
    'is a copy with other blocks than the original',
    `select c.id from forms c join forms o on o.workspace_id = c.workspace_id and c.title = 'Copy of ' || o.title
     where (select count(*) from draft_blocks b where b.form_id = c.id) <>
           (select count(*) from draft_blocks b where b.form_id = o.id)`,
  ],
  [
    'is a form without an address',
    'select f.id from forms f where not exists (select from form_addresses a where a.form_id = f.id)',
  ],
  [
    'counts other submissions than it has',
    `select f.id from forms f left join form_counts c on c.form_id = f.id
     where coalesce(c.submissions, 0) <> (select count(*) from submissions s where s.form_id = f.id)`,
  ],
]

async function inDatabase(database: pg.Client): Promise<string[]> {
  const found: string[] = []
  for (const [what, sql] of CONTRADICTIONS) {
    const { rows } = await database.query<{ id: string }>(sql)
    found.push(...rows.map(({ id }) => `${id} ${what}`))
  }
  return found
}

async function onDisk(database: pg.Client, storage: string): Promise<string[]> {
  const { rows } = await database.query<FileRow>(
    `select storage_key, sha256, size::float8 as size, status from files`,
  )
  const found: string[] = []
  for (const { storage_key: key, sha256, size, status } of rows) {
    const unfinished = status === 'unfinished'
    const path = join(storage, 'files', unfinished ? 'unfinished' : key.slice(0, 2), key)
    if (!existsSync(path)) found.push(`${key} (${status}) is not on the disk`)
    else if (unfinished) {
      if (statSync(path).size < size) found.push(`${key} has less than the ${size} bytes that were noted`)
    } else if ((await hashOf(path)) !== sha256) found.push(`${key} (${status}) is not what was sent`)
  }
  return found
}

async function acknowledged(database: pg.Client, sent: readonly Sent[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string; hashes: string[] }>(
    `select s.id, array(select f.sha256 from files f where f.submission_id = s.id) as hashes
     from (select id from submissions union all select id from deleted_submissions) s`,
  )
  const stored = new Map(rows.map(({ id, hashes }) => [id, hashes]))
  return sent.flatMap(({ id, sha256 }) => {
    const hashes = stored.get(id)
    if (!hashes) return [`${id} was acknowledged, and is not there`]
    return hashes.length === 1 && hashes[0] === sha256 ? [] : [`${id} has not the one file that was sent`]
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
