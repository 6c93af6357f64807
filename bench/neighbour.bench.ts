// A busy neighbour: one tenant does everything a client, a creator or a receiver may do, and the other waits no longer for
// pages, submissions and saves than it does in quiet, or hardly. Each attack alone, then all together, each beside a
// quiet time of its own, so that both meet the same machine. `--only=<words>` takes the attacks whose names have these words,
// `--together` leaves out each alone, `--rounds=<n>` takes more turns; `--minutes=<n>` attacks with all of them for so long and
// keeps a book of what was sent. A bare server in a process of its own, of which nobody else asks anything, sends the same page
// meanwhile: how much longer it lets wait is the machine's share, attackers and PostgreSQL being on it as well.
// Run: npm run bench -- neighbour
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#tests/functional/ground/instance'
import { ATTACKS } from '#tests/load/attacks'
import { House, type Watched } from '#tests/load/house'
import { Neighbour, pageWaits, type Waits } from '#tests/load/neighbour'
import { brokenAnswers, Siege, type Struck } from '#tests/load/siege'
import { exitCode, figure, ms, quantile } from './million/figures.ts'
import { run } from './respond/processes.ts'

/** Floors: times as long as in quiet, and milliseconds. */
const TIMES = { alone: 2, together: 3 }
const SUBMISSION_MS = 100
const SAVE_MS = 200
const STALL_MS = 100
/** Memory of the last third of a long run, as times that of the second. */
const GROWTH = 1.1

const WORK = ['page', 'submission', 'save'] as const

const [QUIET_SECONDS, SECONDS] = [4, 6]

const given = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = given('only') ?? ''
const rounds = Number(given('rounds') ?? 3)
const minutes = Number(given('minutes') ?? 0)

const names = ATTACKS.map(({ name }) => name).filter((name) => name.includes(only))
const atOnce = ATTACKS.filter(({ name, apart }) => !apart && names.includes(name)).map(({ name }) => name)
const database = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
await database.connect()
// what an earlier run left to be delivered, for days, would be part of the quiet
await database.query(`delete from deliveries where status = 'pending'`)
// of what waits to be claimed, a bench leaves no 50 GB behind
const house = await House.open({ UPLOADS_WAITING_GB: '2' })
const neighbour = await Neighbour.settle(house.url)
const siege = await Siege.prepare(house.url, names)
const bare = await bareServer()
// who waits, and measures it, has a machine of their own in earnest: here it goes first, where this process may say so
try {
  os.setPriority(os.constants.priority.PRIORITY_HIGH)
} catch {
  console.log('What is measured has to wait for the attackers, too: only root may let it go first.')
}

/** Starts a server that sends the neighbour's page and does nothing else. */
async function bareServer() {
  const page = await fetch(`${house.url}${neighbour.page}`, { headers: { accept: 'text/html' } })
  const file = join(mkdtempSync(join(os.tmpdir(), 'bench-page-')), 'page.json')
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  writeFileSync(
    file,
    JSON.stringify({ headers, body: Buffer.from(await page.arrayBuffer()).toString('base64') }),
  )
  const server = await run('bench/respond/bare_page.ts', await freePort(), { PAGE: file })
  return { url: `http://127.0.0.1:${server.port}/`, stop: server.stop }
}

const p95 = (waits: number[]) =>
  quantile(
    waits.toSorted((a, b) => a - b),
    0.95,
  )
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** How long people waited for the neighbour's things, and for the bare server. */
interface Lived extends Waits {
  bare: number[]
}

async function live(seconds: number): Promise<Lived> {
  const [waits, others] = await Promise.all([neighbour.live(seconds), pageWaits(bare.url, seconds)])
  return { ...waits, bare: others }
}

/** A quiet time and an attack, and how the neighbour fared in each. */
interface Turn {
  quiet: Lived
  attacked: Lived
  watched: Watched
  struck: Struck
}

async function turn(attacks: readonly string[]): Promise<Turn> {
  const quiet = await live(QUIET_SECONDS)
  await house.watched()
  await siege.begin(attacks)
  const attacked = await live(SECONDS)
  const watched = await house.watched()
  return { quiet, attacked, watched, struck: await siege.stop() }
}

const answered = (struck: Struck) =>
  Object.values(struck)
    .flatMap((statuses) => Object.values(statuses))
    .reduce((sum, count) => sum + count, 0)

const said = (struck: Struck) =>
  Object.values(struck)
    .flatMap((statuses) => Object.entries(statuses))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** Prints what an attack did: waits as medians of its turns, and the longest stall of all of them. */
async function tell(name: string, attacks: readonly string[], floor: number): Promise<void> {
  const turns: Turn[] = []
  for (let round = 0; round < rounds; round++) turns.push(await turn(attacks))
  const times = (of: keyof Lived) => median(turns.map((one) => p95(one.attacked[of]) / p95(one.quiet[of])))
  const wait = (of: keyof Lived) => median(turns.map(({ attacked }) => p95(attacked[of])))
  const [page, submission, save] = [wait('page'), wait('submission'), wait('save')]
  const most = (of: keyof Watched) => Math.max(...turns.map(({ watched }) => watched[of]))
  console.log(`\n${name}`)
  for (const broken of new Set(turns.flatMap(({ struck }) => brokenAnswers(struck))))
    figure('  answered', broken, { text: 'never', held: false })
  if (attacks.length === 1) console.log(`  ${said(turns[0]?.struck ?? {})} in ${SECONDS} s`)
  const own = turns.map(({ watched, struck }) => watched.worked / answered(struck))
  figure('  work of the main thread for each', `${median(own).toFixed(1)} ms`)
  const factor = times('page')
  figure('  pages, p95', `${ms(page)}, ${factor.toFixed(1)} times quiet`, {
    text: `≤ ${floor}`,
    held: factor <= floor,
  })
  figure('  a bare server, p95', `${ms(wait('bare'))}, ${times('bare').toFixed(1)} times quiet`)
  figure('  submissions, p95', `${ms(submission)}, ${times('submission').toFixed(1)} times quiet`, {
    text: `≤ ${SUBMISSION_MS} ms`,
    held: submission <= SUBMISSION_MS,
  })
  figure('  saves, p95', `${ms(save)}, ${times('save').toFixed(1)} times quiet`, {
    text: `≤ ${SAVE_MS} ms`,
    held: save <= SAVE_MS,
  })
  figure('  longest stall, of its own work', `${ms(most('stall'))}, ${ms(most('work'))}`, {
    text: `< ${STALL_MS} ms`,
    held: most('work') < STALL_MS,
  })
  figure('  longest collection of garbage', ms(most('collected')))
  figure('  memory', `${(most('rss') / 1e6).toFixed(0)} MB`)
}

/** All attacks for a long time: nothing is lost, and the memory stays. */
async function endure(): Promise<void> {
  const thirds: number[][] = [[], [], []]
  const work: number[] = []
  let collected = 0
  const waits: Waits = { page: [], submission: [], save: [] }
  const [began, lasts] = [performance.now(), minutes * 60_000]
  await house.watched()
  await siege.begin(atOnce)
  for (;;) {
    const third = Math.floor(((performance.now() - began) / lasts) * 3)
    if (third > 2 || !house.isThere) break
    const lived = await neighbour.live(10)
    for (const what of WORK) waits[what].push(...lived[what])
    const watched = await house.watched()
    thirds[third].push(watched.rss)
    work.push(watched.work)
    collected = Math.max(collected, watched.collected)
    if (watched.work >= STALL_MS)
      console.log(`a stall of ${ms(watched.work)}; the longest collection ${ms(watched.collected)}`)
    if (thirds[third].length % 6 === 1)
      console.log(
        `${((performance.now() - began) / 60_000).toFixed(0)} min: ${(watched.rss / 1e6).toFixed(0)} MB`,
      )
  }
  const struck = await siege.stop()
  for (const [name, statuses] of Object.entries(struck)) console.log(`${name}: ${said({ [name]: statuses })}`)
  for (const broken of brokenAnswers(struck)) figure('answered', broken, { text: 'never', held: false })
  figure('the server is there', String(house.isThere), { text: 'true', held: house.isThere })
  for (const what of WORK) figure(`${what}s, p95`, ms(p95(waits[what])))
  figure('longest stall of its own work', ms(Math.max(...work)), {
    text: `< ${STALL_MS} ms`,
    held: Math.max(...work) < STALL_MS,
  })
  figure('longest collection of garbage', ms(collected))
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [first, second, last] = thirds.map((third) => mean(third) / 1e6)
  const growth = (last ?? 0) / (second ?? 1)
  figure('memory of the thirds', `${first?.toFixed(0)}, ${second?.toFixed(0)}, ${last?.toFixed(0)} MB`, {
    text: `the last ≤ ${GROWTH} × the second`,
    held: growth <= GROWTH,
  })
}

if (minutes > 0) await endure()
else {
  const alone = process.argv.includes('--together') ? [] : names
  for (const name of alone) await tell(name, [name], TIMES.alone)
  if (atOnce.length > 1) await tell('everything at once', atOnce, TIMES.together)
}
const findings = await neighbour.audit(database)
const { ledger, wrong } = neighbour
console.log('')
figure(
  'submissions of the neighbour, lost, doubled or refused',
  `${ledger.entries.length}, ${findings.length}`,
  {
    text: '0',
    held: findings.length === 0,
  },
)
for (const { what, detail } of findings.slice(0, 10)) console.log(`  ${what}: ${detail}`)
figure('of these sent again', String(ledger.unknowns))
figure('pages and saves that were not right', String(wrong.length), { text: '0', held: wrong.length === 0 })
for (const one of new Set(wrong)) console.log(`  ${one}`)
siege.close()
await bare.stop()
await database.end()
await house.close()
process.exit(exitCode())
