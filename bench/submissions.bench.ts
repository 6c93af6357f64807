import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { exitCode, figure, ms, quantile } from './million/figures.ts'
import { load } from './respond/load.ts'
import { run } from './respond/processes.ts'

// Submissions acknowledged in a second, durable, against Node and node-postgres alone doing the same inserts on the
// same Postgres at the same concurrency. Floors: 0.7 of it; p99 < 100 ms at half load.

const [APP, BARE] = [3813, 3814]
const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 4
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
const rates: { ours: number; alone: number }[] = []
let limited = 0
let half: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  // One at a time: what the outbox of one feeds must not run beside the other.
  const server = await run('bin/server.ts', APP)
  const form = await publishedForm(blocks)
  const path = `/api/forms/${form.slug}/submissions`
  await send(APP, path, 2)
  const ours = await send(APP, path, SECONDS)
  if (round === ROUNDS - 1) {
    half = (await send(APP, path, SECONDS, ours.rate / 2)).times
    const few = await publishedForm(blocks, { access: { maxSubmissions: 1_000_000 } })
    limited = (await send(APP, `/api/forms/${few.slug}/submissions`, SECONDS)).rate
  }
  await server.stop()
  const bare = await run('bench/respond/bare_submissions.ts', BARE, {
    FORM: `${form.creator.workspaceId} ${form.id}`,
  })
  await send(BARE, path, 2)
  const alone = await send(BARE, path, SECONDS)
  await bare.stop()
  // nor what it leaves behind, in the next round
  await database.query('delete from outbox')
  rates.push({ ours: ours.rate, alone: alone.rate })
  console.log(`round ${round + 1}: ${ours.rate.toFixed(0)} against ${alone.rate.toFixed(0)} a second`)
}
const ratios = rates.map(({ ours, alone }) => ours / alone).sort((a, b) => a - b)
const ratio = ratios[Math.floor(ROUNDS / 2)] ?? 0
figure('submissions acknowledged, share of Node alone', ratio.toFixed(2), {
  text: '≥ 0.7',
  held: ratio >= 0.7,
})
figure('p99 at half load', ms(quantile(half, 0.99)), { text: '< 100 ms', held: quantile(half, 0.99) < 100 })
figure('with a limit on submissions', `${limited.toFixed(0)} a second`)
await database.end()
process.exit(exitCode())
