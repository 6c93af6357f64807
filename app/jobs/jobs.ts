import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fromKnex, PgBoss, type Job } from 'pg-boss'
import { linkSignals } from '#app/http/abort'
import { CodedError } from '#app/http/errors'
import { OutageLog } from '#app/http/outage_log'
import env from '#start/env'

/** What a job carries: ids and nothing else, for its table knows no workspaces (docs/decisions.md: Roles). */
export type JobIds = Record<string, string>

/** One kind of background work, and the queue it has in the database. */
export interface Work {
  queue: string
  /** when it is due by itself, in UTC; without it, it is done when `enqueue` asks for it */
  cron?: string
  /** how often the queue tries again what failed or was interrupted */
  retries: number
  /** how often to look for jobs that another process asked for, in seconds */
  pollSeconds: number
  /** so many at a time in a process, and one of each workspace; without it one at a time */
  atOnce?: number
  /**
   * Does it. `signal` says that this process stops, or may not go on with this job: work that is not through then
   * throws, and is begun again.
   */
  run(ids: JobIds, signal: AbortSignal): Promise<void>
}

/** A process that died is noticed by its heartbeat; the end of an hour is for one that lives and hangs. */
const QUEUE = {
  policy: 'exclusive',
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  deleteAfterSeconds: 24 * 3600,
}

/** How long work under way may take to stop, in milliseconds. */
const DRAIN = 5_000

/**
 * The work of this process beside its requests. Its own two connections keep heartbeats going while requests hold all
 * others. The schema is made by our migrations, as owner: the serving role cannot change it.
 */
export class Jobs {
  readonly #boss = new PgBoss({
    connectionString: env.get('DATABASE_URL'),
    application_name: 'formwright jobs',
    max: 2,
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3600,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
    // for jobs that wait for other jobs; none does
    flowIntervalSeconds: 3600,
  })
  readonly #reached = new OutageLog('jobs: the queue could not be reached')
  readonly #workers = new Map<string, string>()
  readonly #stopping = new AbortController()

  /** Begins with all work there is. Throws, and leaves nothing running, where the database cannot be reached. */
  static async start(works: readonly Work[]): Promise<Jobs> {
    const jobs = new Jobs()
    try {
      await jobs.#start(works)
    } catch (error) {
      await jobs.stop()
      throw error
    }
    return jobs
  }

  /** Asks for work, as part of the transaction that makes it necessary. The same id waits only once. */
  async enqueue(queue: string, ids: JobIds & { id: string }, trx: TransactionClientContract): Promise<void> {
    const db = fromKnex({ raw: async (sql, values) => trx.rawQuery(sql, [...(values ?? [])] as string[]) })
    const group = ids.workspace_id === undefined ? {} : { group: { id: ids.workspace_id } }
    await this.#boss.send(queue, ids, { singletonKey: ids.id, db, ...group })
  }

  /** There is a job in the queue: no need to wait until it is time to look. */
  wake(queue: string): void {
    const worker = this.#workers.get(queue)
    if (worker !== undefined) this.#boss.notifyWorker(worker)
  }

  /** Begins nothing new, tells what is under way to stop, and gives back what does not in time. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#boss.stop({ timeout: DRAIN })
  }

  async #start(works: readonly Work[]): Promise<void> {
    this.#boss.on('error', (error) => {
      // what a worker met comes as a copy, which is no error any more
      if (!this.#stopping.signal.aborted) this.#reached.failed(Object.assign(new Error(error.message), error))
    })
    await this.#boss.start()
    for (const work of works) {
      const { policy, ...changeable } = { ...QUEUE, retryLimit: work.retries }
      await this.#boss.createQueue(work.queue, { policy, ...changeable })
      await this.#boss.updateQueue(work.queue, changeable)
      // after a time when nothing ran, once for all that was missed
      if (work.cron) await this.#boss.schedule(work.queue, work.cron, {}, { missed: 'once' })
      const options = {
        pollingIntervalSeconds: work.pollSeconds,
        ...(work.atOnce !== undefined && { localConcurrency: work.atOnce, localGroupConcurrency: 1 }),
      }
      const worker = await this.#boss.work<JobIds>(work.queue, options, async ([job]) => this.#run(work, job))
      this.#workers.set(work.queue, worker)
    }
    const timed = new Set(works.filter(({ cron }) => cron).map(({ queue }) => queue))
    for (const { name, key } of await this.#boss.getSchedules())
      if (!timed.has(name)) await this.#boss.unschedule(name, key)
  }

  async #run(work: Work, job: Job<JobIds>): Promise<void> {
    this.#reached.worked()
    const { signal, end } = linkSignals([job.signal, this.#stopping.signal])
    try {
      await work.run(job.data, signal)
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, queue: work.queue, ids: job.data }, 'a job failed')
      // The queue keeps what is thrown: never a message that quotes what a tenant wrote.
      throw new Error('It did not finish. The log says why.')
    } finally {
      end()
    }
  }
}

let current: Jobs | undefined

/** Lets this process do these kinds of work until `stopJobs`. */
export async function startJobs(works: readonly Work[]): Promise<void> {
  current = await Jobs.start(works)
}

/** Ends what `startJobs` began. */
export async function stopJobs(): Promise<void> {
  const stopping = current
  current = undefined
  await stopping?.stop()
}

/** The work of this process. Throws in the moments before it began and after it ended. */
export function jobs(): Jobs {
  if (current) return current
  throw new CodedError('E_NOT_READY', 503, 'The server is starting or stopping. Try again in a moment.')
}
