import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/functional/ground/instance'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Node's flags are those of `npm start`. */
const PROGRAM = [
  '--max-semi-space-size=8',
  '--max-old-space-size=768',
  '--heap-growing-percent=200',
  '--external-memory-accounted-in-global-limit',
  `--v8-pool-size=${Math.max(1, Math.min(4, os.availableParallelism() - 1))}`,
  '--import=./scripts/typescript.mjs',
  '--import=./tests/load/watch.ts',
  'bin/server.ts',
]

/** The limits that operators have who set none, whatever tests and benches lift. */
const USUAL = {
  SUBMISSIONS_PER_MINUTE: '600',
  UPLOADS_PER_MINUTE: '300',
  SUBMISSIONS_AT_ONCE: '400',
  UPLOADS_AT_ONCE: '400',
  LIMITER_STORE: 'database',
  REGISTRATION: 'open',
}

/** What a server went through since it was asked the last time: milliseconds, and bytes of memory now. */
export interface Watched {
  /** the longest time in which the event loop did not turn */
  stall: number
  /** the longest time in which it did not because the thread worked: the rest is the machine's */
  work: number
  /** the longest collection of garbage */
  collected: number
  /** of the main thread, in all */
  worked: number
  rss: number
}

/** A server as it runs in earnest, in a process of its own that measures itself, on the database of this process. */
export class House {
  private constructor(
    readonly url: string,
    readonly server: ChildProcess,
  ) {}

  /** Starts it; resolves when it serves. Clients may come from whatever address they say. */
  static async open(settings: Record<string, string> = {}): Promise<House> {
    const port = await freePort()
    const own = { HOST: '127.0.0.1', PORT: String(port), APP_URL: '', LOG_LEVEL: 'error' }
    const near = { TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: '127.0.0.0/8' }
    const server = spawn(process.execPath, PROGRAM, {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', ...USUAL, ...own, ...near, ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    process.once('exit', () => server.kill('SIGKILL'))
    const house = new House(`http://127.0.0.1:${port}`, server)
    while (!(await house.#serves())) {
      if (server.exitCode !== null) throw new Error('The server ended before it served.')
      await sleep(20)
    }
    return house
  }

  get isThere(): boolean {
    return this.server.exitCode === null && this.server.signalCode === null
  }

  async watched(): Promise<Watched> {
    this.server.send('watched')
    for (;;) {
      const [message]: (Watched | object)[] = await once(this.server, 'message')
      // the framework says by another that it serves
      if ('rss' in message) return message
    }
  }

  async close(): Promise<void> {
    if (!this.isThere) return
    this.server.kill('SIGTERM')
    await once(this.server, 'exit')
  }

  async #serves(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
