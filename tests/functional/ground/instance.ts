import { spawn, type ChildProcess } from 'node:child_process'
import net from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A `npm start` of its own, as an operator runs it: nothing of this process's settings. */
export class Instance {
  output = ''
  child: ChildProcess
  exited: Promise<number | null>
  /** as `exited`, with all that it said read; a killed one leaves a database behind that goes on holding its output */
  ended: Promise<number | null>

  constructor(settings: Record<string, string>) {
    const { PATH, HOME } = process.env
    this.child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      env: { PATH, HOME, DEMO: '0', REGISTRATION: 'open', ...settings },
    })
    this.child.stdout?.on('data', (data) => (this.output += data))
    this.child.stderr?.on('data', (data) => (this.output += data))
    this.exited = new Promise((resolve) => this.child.once('exit', resolve))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  /** Resolves when the address was printed, and the line below it that says how to come in. */
  async ready(): Promise<void> {
    const ended = this.exited.then((code) => Promise.reject(new Error(`exit ${code}: ${this.output}`)))
    const printed = new Promise<void>((resolve) => {
      const look = () => /Formwright is ready.*\n.+\n/.test(this.output) && resolve()
      this.child.stdout?.on('data', look)
      look()
    })
    await Promise.race([printed, ended])
  }

  /** The token of the set-up link that was printed. */
  setupToken(): string {
    const token = /\/setup\?token=(\S+)/.exec(this.output)?.[1]
    if (!token) throw new Error(`no set-up link: ${this.output}`)
    return token
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    return this.ended
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
