// A process that attacks: `attackers.ts <url>`. It is told by messages what to do, so that its work is not that of who measures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '#tests/load/attack'
import { ATTACKS } from '#tests/load/attacks'
import type { Order, Struck } from '#tests/load/siege'
import { Tenant } from '#tests/load/tenant'

const [url = ''] = process.argv.slice(2)
const prepared = new Map<Attack, () => Promise<number>>()
let running: Promise<void>[] = []
let stop = new AbortController()
let struck: Struck = {}

/** Strikes on all lines of an attack, until told to stop. */
function begin(attack: Attack): Promise<void>[] {
  const once = prepared.get(attack)
  if (!once) throw new Error(`${attack.name} is not prepared`)
  const { signal } = stop
  const { name, lines, pace } = attack
  const wait = pace === undefined ? 0 : (lines / pace) * 1000
  const statuses: Record<string, number> = {}
  struck[name] = statuses
  return Array.from({ length: lines }, async (_, line) => {
    let due = performance.now() + (wait * line) / lines
    while (!signal.aborted) {
      await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      due = Math.max(due, performance.now() - wait) + wait
      const status = await once()
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
}

async function prepare(names: readonly string[]): Promise<void> {
  const tenant = await Tenant.register(url)
  for (const attack of ATTACKS) {
    if (names.includes(attack.name)) prepared.set(attack, await attack.prepare(tenant))
  }
}

async function obey(order: Order): Promise<Struck> {
  if (order.do === 'prepare') await prepare(order.names)
  if (order.do === 'begin') {
    stop = new AbortController()
    struck = {}
    running = ATTACKS.filter(({ name }) => order.names.includes(name)).flatMap(begin)
  }
  if (order.do === 'stop') {
    stop.abort()
    await Promise.all(running)
  }
  return struck
}

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
