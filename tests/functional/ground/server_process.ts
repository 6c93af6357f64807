import { type ChildProcess, spawn } from 'node:child_process'
import { request, type IncomingHttpHeaders } from 'node:http'
import app from '@adonisjs/core/services/app'
import { freePort } from '#tests/functional/ground/instance'

/** The server as `npm start` runs it, on a port of its own and on the tests' database. */
export class ServerProcess {
  output = ''
  private readonly closed: Promise<unknown>

  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {
    child.stdout?.on('data', (data) => (this.output += data))
    child.stderr?.on('data', (data) => (this.output += data))
    this.closed = new Promise((resolve) => child.once('close', resolve))
  }

  /**
   * Starts it with these settings besides those of the tests; resolves when it answers. `shell` is what a shell does
   * before, such as setting limits.
   */
  static async start(settings: Record<string, string> = {}, shell = ':'): Promise<ServerProcess> {
    const port = await freePort()
    const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), APP_URL: '', ...settings }
    const command = [process.execPath, '--import=./scripts/typescript.mjs', 'bin/server.ts']
    const child = spawn('/bin/sh', ['-c', `${shell}; exec "$0" "$@"`, ...command], {
      cwd: app.makePath(),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    const server = new ServerProcess(port, child)
    const listening = new Promise<void>((resolve) => {
      child.stdout?.on('data', () => server.output.includes('started HTTP server') && resolve())
    })
    const ended = new Promise<never>((_resolve, reject) => {
      child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${server.output}`)))
    })
    await Promise.race([listening, ended])
    ended.catch(() => undefined)
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** A GET with headers that `fetch` would not let through, such as Host. */
  get(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port: this.port, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
        .on('error', reject)
        .end()
    })
  }

  /** Resolves when it has ended by itself. */
  async ended(): Promise<void> {
    await this.closed
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    this.child.kill('SIGKILL')
  }

  /** Asks it to stop and waits until it has, and all that it said is read. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    await this.closed
  }
}
