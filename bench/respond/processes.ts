import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A server in a process of its own. */
export interface RunningProcess {
  port: number
  stop(): Promise<void>
}

/** Starts a program of ours that listens on `PORT`, after what it is to load before, and waits until it answers. */
export async function run(
  program: string,
  port: number,
  env: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<RunningProcess> {
  const imports = ['./scripts/typescript.mjs', ...before].map((name) => `--import=${name}`)
  const child = spawn(process.execPath, [...imports, program], {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // a bench that fails leaves no server behind that the next one would meet
  process.once('exit', () => child.kill('SIGKILL'))
  await answering(child, port)
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error('the server ended before it answered')
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server does not answer')
}
