import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ATTACKS } from '#tests/load/attacks'

/** What the process of the attackers is told. */
export type Order = { do: 'prepare' | 'begin'; names: readonly string[] } | { do: 'stop' }

/** How often each attack was answered with which status. */
export type Struck = Record<string, Record<string, number>>

/** One tenant, and strangers at their forms, who attack a server from a process of their own. */
export class Siege {
  private constructor(private readonly attackers: ChildProcess) {}

  /** Lets them register and make what they need. */
  static async prepare(url: string, names: readonly string[]): Promise<Siege> {
    const program = fileURLToPath(new URL('attackers.ts', import.meta.url))
    const attackers = spawn(process.execPath, ['--import=./scripts/typescript.mjs', program, url], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    process.once('exit', () => attackers.kill('SIGKILL'))
    const siege = new Siege(attackers)
    await siege.#tell({ do: 'prepare', names })
    return siege
  }

  /** Attacks until `stop`. */
  async begin(names: readonly string[]): Promise<void> {
    await this.#tell({ do: 'begin', names })
  }

  /** Lets what is under way come to its end; answers what was answered. */
  stop(): Promise<Struck> {
    return this.#tell({ do: 'stop' })
  }

  close(): void {
    this.attackers.kill('SIGKILL')
  }

  async #tell(order: Order): Promise<Struck> {
    const ended = new AbortController()
    const lost = once(this.attackers, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The attackers gave up; the lines above say why.')
    })
    lost.catch(() => undefined)
    this.attackers.send(order)
    const [struck]: Struck[] = await Promise.race([once(this.attackers, 'message'), lost])
    ended.abort()
    return struck
  }
}

/** Answers that an attack must not get: what broke, not what was refused. Whoever does too much may be told to come again. */
export function brokenAnswers(struck: Struck): string[] {
  return ATTACKS.flatMap(({ name, answers }) =>
    Object.entries(struck[name] ?? {})
      .filter(([status]) => status !== '503' && !answers.includes(Number(status)))
      .map(([status, count]) => `${name}: ${status} ${count} times`),
  )
}
