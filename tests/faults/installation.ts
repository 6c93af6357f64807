import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Mutant, NO_EVENT, patched } from '#tests/faults/patches'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What the folders of installations begin with. */
const PLACE = join(tmpdir(), 'fw-faults-')

/** The server, with the faults it is told to have (`patches.ts`). */
const LOADED = [
  '--import=./scripts/typescript.mjs',
  '--import=./tests/faults/load_patched.ts',
  'bin/server.ts',
]

/** How long a server may take until it serves, on whatever machine. */
const STARTING_MS = 180_000

/** Where a process may be told to die, besides from outside at any moment. */
export type KillPoint = 'insert-commit' | 'commit-reply' | 'batch-reply' | 'attempt-record' | 'random'

/** Formwright as it runs in earnest: the server a process of its own, PostgreSQL with fsync, a folder of its own. */
export class Installation {
  readonly storage: string
  readonly url: string
  readonly #port: number
  readonly #cluster: ChildProcess
  readonly #env: Record<string, string>
  #server: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()

  private constructor(storage: string, port: number, cluster: ChildProcess, env: Record<string, string>) {
    this.storage = storage
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
    this.#cluster = cluster
    this.#env = env
  }

  static async make(env: Record<string, string> = {}): Promise<Installation> {
    prepared ??= prepare()
    const storage = await mkdtemp(PLACE)
    // as it lies, with whom it belongs to
    await promisify(execFile)('cp', ['-a', `${await prepared}/.`, storage])
    const cluster = startCluster(storage)
    const settings = await firstLine(cluster)
    return new Installation(storage, await freePort(), cluster, { ...settings, ...env })
  }

  /** Puts a mistake into the application, for every start from now on. */
  async makeMistaken(mutant: Mutant): Promise<void> {
    this.#env.FORMWRIGHT_MUTANT = mutant
    if (mutant !== 'enqueue-after-commit') return
    const database = await this.look()
    const { rows } = await database.query<{ definition: string }>(
      `select pg_get_functiondef('store_submissions'::regproc) as definition`,
    )
    await database.query(patched(rows[0]?.definition ?? '', NO_EVENT))
    await database.end()
  }

  /**
   * Starts the server, told to die when it passes `point` for the nth time. Resolves with true when it serves, with
   * false when it has died before.
   */
  async start(point?: KillPoint, pass = 1): Promise<boolean> {
    const { DATABASE_OWNER_URL: _, ...env } = this.#env
    const before = this.#server
    const server = spawn(process.execPath, LOADED, {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TZ: 'UTC',
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        APP_URL: '',
        STORAGE_DIR: this.storage,
        LOG_LEVEL: 'fatal',
        LIMITER_STORE: 'memory',
        SUBMISSIONS_PER_MINUTE: '1000000',
        UPLOADS_PER_MINUTE: '1000000',
        OUTBOUND_ALLOW: '127.0.0.0/8',
        DELIVERY_LEASE: '1',
        DELIVERY_SCHEDULE: '0,0.2,0.5,1,1,2,2,2,2,2',
        FORMWRIGHT_TEST: '1',
        // as `npm start` says it
        FORMWRIGHT_ENDED: before ? (before.signalCode ?? `exit code ${before.exitCode}`) : '',
        REGISTRATION: 'open',
        FORMWRIGHT_FAILPOINT: point && point !== 'random' ? `${point}:${pass}` : '',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#server = server
    this.#ended = new Promise((resolve) => server.once('exit', () => resolve()))
    const serves = await Promise.race([this.#serving(), this.#ended.then(() => false)])
    if (!serves && point === undefined) throw new Error('The server did not start.')
    return serves
  }

  /** Resolves when the server process is gone; false when it is still there after a while. */
  async died(withinMs: number): Promise<boolean> {
    return Promise.race([this.#ended.then(() => true), sleep(withinMs, false, { ref: false })])
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    this.#server?.kill('SIGKILL')
    await this.#ended
  }

  /** Asks the server to end, as an operator does; answers how many milliseconds that took and its exit code. */
  async terminate(): Promise<{ ms: number; code: number | null }> {
    const began = Date.now()
    this.#server?.kill('SIGTERM')
    await this.#ended
    return { ms: Date.now() - began, code: this.#server?.exitCode ?? null }
  }

  /** A connection that sees everything, past the application. */
  async look(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#env.DATABASE_OWNER_URL })
    // when the cluster is taken away under it, the reason why is what counts
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async remove(): Promise<void> {
    await this.kill()
    await stopCluster(this.#cluster)
    await rm(this.storage, { recursive: true, force: true })
  }

  async #serving(): Promise<boolean> {
    for (const deadline = Date.now() + STARTING_MS; Date.now() < deadline; await sleep(20)) {
      if (await this.#ready()) return true
    }
    throw new Error(`The server did not come back within ${STARTING_MS / 1000} seconds.`)
  }

  async #ready(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
      return answer.ok
    } catch {
      return false
    }
  }
}

/** A folder with a prepared database that is stopped: each installation of this process begins with a copy. */
let prepared: Promise<string> | undefined

async function prepare(): Promise<string> {
  const storage = await mkdtemp(PLACE)
  process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
  const cluster = startCluster(storage)
  await firstLine(cluster)
  await stopCluster(cluster)
  return storage
}

function startCluster(storage: string): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'tests/faults/cluster.mjs'), storage], {
    cwd: ROOT,
    // the database of whoever runs this is none of our business
    env: { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', APP_KEY: '', STORAGE_DIR: storage },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function stopCluster(cluster: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => cluster.once('exit', resolve))
  cluster.stdin?.end()
  await gone
}

async function firstLine(child: ChildProcess): Promise<Record<string, string>> {
  if (!child.stdout) throw new Error('no output to read')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line)
  }
  throw new Error('PostgreSQL did not start.')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
