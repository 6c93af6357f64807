// An integration with a long log is deleted, beside a neighbour: how long it takes, and how much longer the neighbour waits.
// `--deliveries=100000`, with an attempt each, and as many that were forgotten.
// Run: npm run bench -- deletion
import pg from 'pg'
import { loadavg } from 'node:os'
import { House } from '#tests/load/house'
import { Neighbour } from '#tests/load/neighbour'
import { Tenant } from '#tests/load/tenant'
import { exitCode, figure, ms, quantile } from './million/figures.ts'

const given = process.argv.find((one) => one.startsWith('--deliveries='))
const deliveries = Number(given?.slice('--deliveries='.length) ?? 100_000)

/** Floors: times as long as without it, and how long the event loop stands at most, in milliseconds. */
const [PAGES, STALL] = [2, 100]
/** Somebody is looking at the dialog. */
const PATIENCE_MS = 60_000

const house = await House.open()
const neighbour = await Neighbour.settle(house.url)
const tenant = await Tenant.register(house.url)
const form = await tenant.publish([{ id: 'name01', kind: 'text', v: 1, key: 'name', settings: {} }])
const path = `/api/forms/${form.id}/integrations`
const { data } = await tenant.ask<{ data: { id: string } }>('POST', path, {
  ...{ kind: 'webhook', settings: { url: 'http://127.0.0.1:9/' }, enabled: false },
})

const database = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
await database.connect()
await database.query(`select set_config('app.workspace_id', $1, false)`, [tenant.workspaceId])
const bound = [tenant.workspaceId, form.id, data.id, form.version, deliveries]
await database.query(
  `with stored as (
     insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
     select $1, $2, $4, gen_random_uuid(), '', '{"name01": "Ada"}' from generate_series(1, $5) returning id),
   past as (
     insert into past_deliveries (workspace_id, submission_id, integration_id) select $1, id, $3 from stored),
   made as (
     insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, status, body)
     select $1, $2, $3, 'submission.created', uuidv7(), id, 'delivered', repeat('{"name": "Ada"}', 50) from stored
     returning id)
   insert into delivery_attempts (workspace_id, delivery_id, number, started_at, outcome, response)
   select $1, id, 1, now(), 'delivered', '{"status": 204, "body": ""}' from made`,
  bound,
)
await database.query('analyze deliveries, delivery_attempts, past_deliveries')

/** What the neighbour waits for pages until `work` is over, and how long that is; sorted. */
async function beside(work: () => Promise<unknown>) {
  await house.watched()
  const began = performance.now()
  let over = false
  const end = work().finally(() => (over = true))
  const waits: number[] = []
  while (!over) waits.push(...(await neighbour.live(1)).page)
  await end
  return {
    took: performance.now() - began,
    waits: waits.sort((a, b) => a - b),
    watched: await house.watched(),
  }
}

const ended = { took: 0 }
const quiet = await beside(() => new Promise((resolve) => setTimeout(resolve, 10_000)))
const busy = await beside(async () => {
  const began = performance.now()
  await tenant.ask('DELETE', `${path}/${data.id}`)
  ended.took = performance.now() - began
})
const { rows } = await database.query<{ left: string }>(
  `select (select count(*) from deliveries where integration_id = $1) + (select count(*) from past_deliveries where integration_id = $1)
     + (select count(*) from delivery_attempts where workspace_id = $2) as left`,
  [data.id, tenant.workspaceId],
)

console.log(`${deliveries} deliveries, with an attempt each; load of the machine ${loadavg()[0]?.toFixed(1)}`)
figure('deleted in', `${(ended.took / 1000).toFixed(1)} s`, {
  text: `≤ ${PATIENCE_MS / 1000} s`,
  held: ended.took <= PATIENCE_MS,
})
figure('rows left', rows[0].left, { text: '0', held: rows[0].left === '0' })
const [one, other] = [quantile(quiet.waits, 0.95), quantile(busy.waits, 0.95)]
figure('pages of a neighbour, p95, without and beside it', `${ms(one)}, ${ms(other)}`, {
  text: `≤ ${PAGES} times`,
  held: other <= PAGES * one,
})
figure('longest work of the event loop at a time', ms(busy.watched.work), {
  text: `≤ ${STALL} ms`,
  held: busy.watched.work <= STALL,
})
await database.end()
await house.close()
process.exit(exitCode())
