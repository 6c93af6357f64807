import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Sent } from '#tests/faults/errands'

/** Work that removes things for good, by the queues that it has. */
const REMOVING = ['purge-forms', 'purge-submissions', 'collect-leftovers']

/** Puts a job into each of these queues, past the server. */
export async function askForJobs(database: pg.Client, queues: readonly string[]): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => database.query(text, values)
  const quiet = { migrate: false, supervise: false, schedule: false }
  const boss = new PgBoss({ schema: 'jobs', db: { executeSql }, ...quiet })
  await boss.start()
  for (const queue of queues) await boss.send(queue)
  await boss.stop()
}

const BIN_ROWS = 7_000
const FILES = 400

interface Owner {
  workspaceId: string
  /** that stays */
  form: string
  /** that is deleted for good */
  doomed: string
}

/** What is due to be removed for good, in the database and on the disk, beside what is to stay. */
export class Bins {
  /** submissions that stay, each with its file */
  readonly kept: Sent[] = []
  readonly #collected = new Set<string>()

  constructor(
    private readonly database: pg.Client,
    private readonly storage: string,
    private readonly owner: Owner,
  ) {}

  async fill(): Promise<void> {
    const { workspaceId, form, doomed } = this.owner
    for (let n = 0; n < 5; n += 1) {
      const id = await this.#submission('submissions', form)
      this.kept.push({ id, sha256: await this.#file({ form, status: 'claimed', submission: id }) })
    }
    const young = await this.#submission('deleted_submissions', form)
    this.kept.push({ id: young, sha256: await this.#file({ form, status: 'deleted', submission: young }) })
    await this.database.query(
      'insert into form_counts (workspace_id, form_id, submissions) values ($1, $2, 5), ($1, $3, $4)',
      [workspaceId, form, doomed, BIN_ROWS],
    )
    for (const [table, of, more] of [
      ['submissions', doomed, ''],
      [
        'deleted_submissions',
        form,
        `, deleted_at) select $1, $2, 1, gen_random_uuid(), '', '{}', now() - interval '40 days'`,
      ],
    ] as const)
      await this.database.query(
        `insert into ${table} (workspace_id, form_id, version, submission_key, content_hash, answers
         ${more || `) select $1, $2, 1, gen_random_uuid(), '', '{}'`} from generate_series(1, $3)`,
        [workspaceId, of, BIN_ROWS],
      )
    const { rows } = await this.database.query<{ live: string; old: string }>(
      `select (select id from submissions where form_id = $1 limit 1) as live,
              (select id from deleted_submissions where form_id = $2 and deleted_at < now() - interval '39 days' limit 1) as old`,
      [doomed, form],
    )
    for (let n = 0; n < FILES; n += 1) {
      await this.#file({ form: doomed, status: 'claimed', submission: rows[0]?.live })
      await this.#file({ form, status: 'deleted', submission: rows[0]?.old }, this.#collected)
      await this.#file({ form, status: 'pending', age: '5 hours' }, this.#collected)
    }
    await this.database.query(`update forms set deleted_at = to_timestamp(0) where id = $1`, [doomed])
  }

  /** Asks for the work that removes it, as its hour does. */
  async due(): Promise<void> {
    await askForJobs(this.database, REMOVING)
  }

  /** What a server was at when it died is taken up at once, not when its silence is noticed. */
  async takeUp(): Promise<void> {
    await this.database.query(
      `update jobs.job set state = 'retry', start_after = now() where state = 'active' and name = any($1)`,
      [REMOVING],
    )
  }

  /** How much is left of what is due, and how many jobs that remove it. */
  async left(): Promise<{ rows: number; jobs: number }> {
    const { form, doomed } = this.owner
    const { rows } = await this.database.query<{ rows: number; jobs: number }>(
      `select ((select count(*) from forms where id = $2) + (select count(*) from submissions where form_id = $2)
        + (select count(*) from files where form_id = $2 or submission_id is null)
        + (select count(*) from deleted_submissions where form_id = $1 and deleted_at < now() - interval '39 days'))::int as rows,
        (select count(*) from jobs.job where name = any($3) and state < 'completed')::int as jobs`,
      [form, doomed, REMOVING],
    )
    if (!rows[0]) throw new Error('nothing was counted')
    return rows[0]
  }

  /** Files on the disk that nothing in the database is of; what waited for the collector is left to the daily look for such. */
  async spare(): Promise<string[]> {
    const { rows } = await this.database.query<{ storage_key: string }>('select storage_key from files')
    const known = new Set(rows.map(({ storage_key }) => storage_key))
    const folder = join(this.storage, 'files')
    const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    return there.flatMap((one) =>
      one.isFile() && !known.has(one.name) && !this.#collected.has(one.name) ? one.name : [],
    )
  }

  async #submission(table: string, form: string): Promise<string> {
    const { rows } = await this.database.query<{ id: string }>(
      `insert into ${table} (workspace_id, form_id, version, submission_key, content_hash, answers)
       values ($1, $2, 1, gen_random_uuid(), '', '{}') returning id`,
      [this.owner.workspaceId, form],
    )
    return rows[0]?.id ?? ''
  }

  /** Puts a file into the database and on the disk; answers its hash. */
  async #file(
    {
      form,
      status,
      submission,
      age = '0',
    }: { form: string; status: string; submission?: string; age?: string },
    among?: Set<string>,
  ): Promise<string> {
    const [key, content] = [randomUUID().replaceAll('-', ''), randomUUID()]
    const sha256 = createHash('sha256').update(content).digest('hex')
    const folder = join(this.storage, 'files', key.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, key), content)
    among?.add(key)
    await this.database.query(
      `insert into files (workspace_id, form_id, block_id, upload_key, submission_id, status, storage_key, name, type, size, sha256, created_at)
       values ($1, $2, 'paper1', gen_random_uuid(), $3, $4, $5, 'a.txt', 'text/plain', $6, $7, now() - $8::interval)`,
      [this.owner.workspaceId, form, submission ?? null, status, key, content.length, sha256, age],
    )
    return sha256
  }
}
