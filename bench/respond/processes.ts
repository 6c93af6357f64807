import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A server in a process of its own. */
export interface Running {
  port: number
  stop(): Promise<void>
}

/** Starts a program of ours that listens on `PORT`, and waits until it answers. */
export async function run(program: string, port: number, env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', program], {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
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
