import { setTimeout as sleep } from 'node:timers/promises'
import { linkSignals } from '#app/http/abort'
import { audit, type Finding, settle } from '#tests/faults/audit'
import { Installation, type KillPoint } from '#tests/faults/installation'
import { type Entry, Ledger } from '#tests/faults/ledger'
import { respond } from '#tests/faults/respondent'
import type { Mutant } from '#tests/faults/patches'
import { publishForm } from '#tests/faults/setting'
import { DeliveryLog } from '#tests/faults/delivery_log'

/** What a run did and what it found. */
export interface Report {
  findings: Finding[]
  kills: Record<KillPoint, number>
  acknowledged: number
  /** of these, sent page by page without JavaScript */
  plain: number
  files: number
  /** of these, without JavaScript */
  plainFiles: number
  /** sends after which nothing was known */
  unknown: number
  /** milliseconds from starting the server again until it serves */
  recovery: { median: number; longest: number }
  deliveries: { arrivals: number; accepted: number; again: number }
  seconds: number
}

const POINTS: readonly KillPoint[] = [
  'random',
  'batch-reply',
  'commit-reply',
  'insert-commit',
  'attempt-record',
]

/** A run goes on until so many submissions were acknowledged, however few came between the kills. */
const LEAST = 60

/** So many more answer while the server is to die with several submissions stored together: alone that comes too seldom. */
const CROWD = 24

/** How long a failpoint has to be reached before the server is killed from outside. */
const PATIENCE_MS = 120_000

/**
 * Kills the server again and again while people answer a form, and then compares what everybody was told with what is
 * there. With `untilFound` it looks after every few kills and ends with the first finding.
 */
export async function runFaults(options: {
  kills: number
  clients?: number
  mutant?: Mutant
  untilFound?: boolean
  /** the form limits how many submissions it takes */
  limited?: boolean
  say?: (line: string) => void
}): Promise<Report> {
  const { kills, clients = 8, mutant, untilFound = false, limited = false, say = () => undefined } = options
  // a crowd takes longer and finds no more mistakes
  const points = mutant ? POINTS.filter((point) => point !== 'batch-reply') : POINTS
  const began = Date.now()
  const told = new DeliveryLog()
  const hook = await told.open()
  const installation = await Installation.make()
  const ledger = new Ledger()
  const done: Record<KillPoint, number> = {
    'insert-commit': 0,
    'commit-reply': 0,
    'batch-reply': 0,
    'attempt-record': 0,
    random: 0,
  }
  const recoveries: number[] = []
  try {
    if (mutant) await installation.makeMistaken(mutant)
    await installation.start()
    const form = await publishForm(installation.url, hook, {
      access: limited ? { maxSubmissions: 1_000_000 } : {},
    })
    told.expect(form.secret)
    const database = await installation.look()
    await mustBeDurable(database)
    let findings: Finding[] = []
    const rounds = untilFound ? Math.ceil(kills / 2) : 1
    const perRound = untilFound ? 2 : kills
    for (let round = 0; round < rounds && findings.length === 0; round++) {
      const stop = new AbortController()
      const people = Array.from({ length: clients }, () => respond(form, ledger, stop.signal))
      await installation.kill()
      for (let kill = 0; kill < perRound; kill++) {
        const point = points[(round * perRound + kill) % points.length] ?? 'random'
        const rush = linkSignals([stop.signal])
        if (point === 'batch-reply')
          people.push(...Array.from({ length: CROWD }, () => respond(form, ledger, rush.signal)))
        const took = await diedAt(point, installation)
        rush.end()
        if (took !== undefined) recoveries.push(took)
        done[point]++
        say(`${sum(Object.values(done))} kills, ${ledger.acknowledged.length} acknowledged`)
      }
      await started(installation)
      // a slow machine gets the time it needs, so that a run always proves something
      while (ledger.acknowledged.length < LEAST) await sleep(50)
      stop.abort()
      await Promise.all(people)
      findings = [...(await settle(database)), ...(await audit(installation, database, form, ledger, told))]
    }
    await database.end()
    return {
      findings,
      kills: done,
      ...countsOf(ledger),
      recovery: {
        median: recoveries.toSorted((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0,
        longest: Math.max(...recoveries),
      },
      deliveries: {
        arrivals: told.arrivals,
        accepted: told.accepted,
        again: told.accepted - ledger.acknowledged.length,
      },
      seconds: (Date.now() - began) / 1000,
    }
  } finally {
    await installation.remove()
    await told.close()
  }
}

/** Starts the server and sees it die at the point; answers how long the start took. */
async function diedAt(point: KillPoint, installation: Installation): Promise<number | undefined> {
  const took = await started(installation, point)
  if (point === 'random') await sleep(100 + Math.random() * 900)
  else if (!(await installation.died(PATIENCE_MS))) throw new Error(`${point} was not reached`)
  await installation.kill()
  return took
}

/** What people were told. */
function countsOf({ acknowledged, unknowns }: Ledger) {
  return {
    acknowledged: acknowledged.length,
    plain: acknowledged.filter(isPlain).length,
    files: acknowledged.filter(hasFile).length,
    plainFiles: acknowledged.filter((entry) => isPlain(entry) && hasFile(entry)).length,
    unknown: unknowns,
  }
}

/** Starts the server again; answers how long that took, unless it died on the way. */
async function started(installation: Installation, point?: KillPoint): Promise<number | undefined> {
  const began = Date.now()
  // several are stored together now and then only
  const passes = point === 'batch-reply' ? 3 : 30
  const serves = await installation.start(point, 1 + Math.floor(Math.random() * passes))
  return serves ? Date.now() - began : undefined
}

const isPlain = ({ way }: Entry) => way === 'plain'
const hasFile = ({ file }: Entry) => file !== undefined

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

async function mustBeDurable(database: { query(sql: string): Promise<{ rows: { setting: string }[] }> }) {
  const { rows } = await database.query(
    `select name || ' ' || setting as setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  )
  if (rows.length > 0)
    throw new Error(`This proves nothing: ${rows.map(({ setting }) => setting).join(', ')}`)
}
