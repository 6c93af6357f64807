import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { exitCode, figure, ms, quantile } from './million/figures.ts'
import { load } from './respond/load.ts'
import { run } from './respond/processes.ts'

// Submissions acknowledged in a second, durable, against Node and node-postgres alone doing the same inserts on the
// same Postgres at the same concurrency, and against the same server storing each submission by itself. Floors: 0.7 of
// Node alone; p99 < 100 ms at half load; 1.3 times what is stored each by itself, or sharing commits is not worth it.

const [APP, BARE, EACH] = [3813, 3814, 3816]
const CONNECTIONS = 16
const ROUNDS = 3
const TURNS = 3
const SECONDS = 2
process.env.HOST = '127.0.0.1'
process.env.PORT = String(APP)
const { publishedForm } = await import('#tests/functional/respond/answering')

const blocks = [
  { id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {}, required: true },
  { id: 'town01', kind: 'text', v: 1, key: 'town', label: 'Town', settings: {} },
  { id: 'size01', kind: 'number', v: 1, key: 'size', label: 'Size', settings: {} },
]
const post = (port: number, path: string) => () => {
  const answers = { name: 'Ada Lovelace', town: 'London', size: 42 }
  const body = JSON.stringify({ submission_key: randomUUID(), answers })
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: application/json\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
const send = (port: number, path: string, seconds: number, pace?: number) =>
  load({ port, connections: CONNECTIONS, seconds, status: 201, request: post(port, path), pace })

const database = new pg.Pool({ connectionString: process.env.DATABASE_OWNER_URL, max: 1 })
/** Submissions a second; what they leave in the outbox is not left to the next. */
const rate = async (port: number, path: string) => {
  const found = await send(port, path, SECONDS)
  await database.query('delete from outbox')
  return found.rate
}
const rates: Record<'ours' | 'each' | 'limited' | 'eachLimited' | 'alone', number[]> = {
  ours: [],
  each: [],
  limited: [],
  eachLimited: [],
  alone: [],
}
let half: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const server = await run('bin/server.ts', APP)
  const each = await run('bin/server.ts', EACH, {}, ['./bench/respond/each_alone.ts'])
  const form = await publishedForm(blocks)
  const few = await publishedForm(blocks, { access: { maxSubmissions: 1_000_000 } })
  const [path, limited] = [form, few].map(({ slug }) => `/api/forms/${slug}/submissions`)
  for (const port of [APP, EACH]) await send(port, path, 2)
  for (let turn = 0; turn < TURNS; turn++) {
    rates.ours.push(await rate(APP, path))
    rates.each.push(await rate(EACH, path))
    rates.limited.push(await rate(APP, limited))
    rates.eachLimited.push(await rate(EACH, limited))
  }
  if (round === ROUNDS - 1) half = (await send(APP, path, 4, (rates.ours.at(-1) ?? 0) / 2)).times
  // Alone: our servers would pass on what its outbox holds.
  await Promise.all([server.stop(), each.stop()])
  const bare = await run('bench/respond/bare_submissions.ts', BARE, {
    FORM: `${form.creator.workspaceId} ${form.id}`,
  })
  await send(BARE, path, 2)
  for (let turn = 0; turn < TURNS; turn++) rates.alone.push(await rate(BARE, path))
  await bare.stop()
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
/** How many times as many, turn by turn. */
const times = (some: readonly number[], others: readonly number[]) =>
  some.map((one, at) => one / (others[at] ?? 0)).sort((a, b) => a - b)
const said = (found: readonly number[]) =>
  `${median(found).toFixed(2)} (${found.map((one) => one.toFixed(2)).join(', ')})`

for (const [name, found] of Object.entries(rates)) figure(`${name}, a second`, median(found).toFixed(0))
const share = times(rates.ours, rates.alone)
figure('share of Node alone', said(share), { text: '≥ 0.7', held: median(share) >= 0.7 })
const sharing = times(rates.ours, rates.each)
figure('sharing commits, times each alone', said(sharing), { text: '≥ 1.3', held: median(sharing) >= 1.3 })
figure('the same with a limit on submissions', said(times(rates.limited, rates.eachLimited)))
figure('p99 at half load', ms(quantile(half, 0.99)), { text: '< 100 ms', held: quantile(half, 0.99) < 100 })
await database.end()
process.exit(exitCode())
