// Many submissions are deleted, restored and deleted for good, as the table and the bin do: how long that takes, one
// request after the other, and by one request for each four at a time, which is how it was done before. `--rows=1500`.
// Run: npm run bench -- together
import pg from 'pg'
import { loadavg } from 'node:os'
import type { Single } from '#api_types/answer'
import type { DeletedMatching, DeletedTogether, EmptiedBin, RestoredTogether } from '#api_types/submissions'
import { House } from '#tests/load/house'
import { Neighbour } from '#tests/load/neighbour'
import { Tenant, type TenantForm } from '#tests/load/tenant'
import { exitCode, figure, ms, quantile } from './million/figures.ts'

const given = process.argv.find((one) => one.startsWith('--rows='))
const ROWS = Number(given?.slice('--rows='.length) ?? 1_500)
const MANY = 20_000
const BINNED = 10_000
/** As many as the table puts into one request. */
const TOGETHER = 100
/** Floors: times as quick as one by one, and the milliseconds that the event loop stands at most. */
const [QUICKER, STALL] = [4, 100]

const house = await House.open()
const neighbour = await Neighbour.settle(house.url)
const tenant = await Tenant.register(house.url)
const names = ['name', 'company', 'city', 'street', 'email', 'note']
const blocks = names.map((name) => ({ id: `${name}01`, kind: 'text', v: 1, key: name, settings: {} }))
const free = await tenant.publish(blocks)
const unique = await tenant.publish(
  blocks.map((block) => (block.key === 'email' ? { ...block, unique: true } : block)),
)

const database = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
await database.connect()
await database.query(`select set_config('app.workspace_id', $1, false)`, [tenant.workspaceId])

/** Puts submissions into a form, and answers their ids. */
async function fill(form: TenantForm, rows: number): Promise<string[]> {
  const answers = names.map((name) => `'${name}01', '${name} ' || md5(n::text || random()::text)`).join(', ')
  const { rows: stored } = await database.query<{ id: string }>(
    `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
     select $1, $2, $3, gen_random_uuid(), '', said, (select string_agg(value, ' ') from jsonb_each_text(said))
     from generate_series(1, $4::int) n, lateral (select jsonb_build_object(${answers}) as said) s returning id`,
    [tenant.workspaceId, form.id, form.version, rows],
  )
  await database.query('analyze submissions')
  return stored.map(({ id }) => id)
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function fourAtATime(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  const queue = [...ids]
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await act(id)
  }
  await Promise.all([work(), work(), work(), work()])
}

async function inChunks(
  ids: readonly string[],
  act: (some: readonly string[]) => Promise<readonly string[]>,
) {
  for (let left = ids; left.length > 0;) {
    const some = left.slice(0, TOGETHER)
    const settled = new Set(await act(some))
    left = [...some.filter((id) => !settled.has(id)), ...left.slice(TOGETHER)]
  }
}

async function remove(form: TenantForm, ids: readonly string[]): Promise<readonly string[]> {
  const path = `/api/forms/${form.id}/deletions`
  return (await tenant.ask<Single<DeletedTogether>>('POST', path, { ids })).data.deleted
}

async function restore(form: TenantForm, ids: readonly string[]): Promise<readonly string[]> {
  const path = `/api/forms/${form.id}/bin/restorations`
  return (await tenant.ask<Single<RestoredTogether>>('POST', path, { ids })).data.restored
}

console.log(`${ROWS} submissions of ${names.length} texts; load of the machine ${loadavg()[0]?.toFixed(1)}`)
for (const [what, form] of [
  ['no claims', free],
  ['unique', unique],
] as const) {
  const ids = await fill(form, ROWS)
  const path = `/api/forms/${form.id}`
  // the claims of what is there are counted once
  await restore(form, await remove(form, ids.slice(0, 1)))
  const before = {
    deleted: await seconds(() => fourAtATime(ids, (id) => tenant.ask('DELETE', `${path}/submissions/${id}`))),
    restored: await seconds(() =>
      fourAtATime(ids, (id) => tenant.ask('POST', `${path}/bin/${id}/restoration`, {})),
    ),
  }
  await house.watched()
  const now = {
    deleted: await seconds(() => inChunks(ids, (some) => remove(form, some))),
    restored: await seconds(() => inChunks(ids, (some) => restore(form, some))),
  }
  const { work } = await house.watched()
  for (const step of ['deleted', 'restored'] as const) {
    figure(
      `${step}, ${what}`,
      `${before[step].toFixed(1)} s one by one, ${now[step].toFixed(1)} s together`,
      {
        text: `${QUICKER} times as quick`,
        held: before[step] >= QUICKER * now[step],
      },
    )
  }
  figure('longest work of the event loop at a time', ms(work), { text: `≤ ${STALL} ms`, held: work <= STALL })
}

await fill(free, MANY)
const waits: number[] = []
let over = false
const looking = (async () => {
  while (!over) waits.push(...(await neighbour.live(1)).page)
})()
let requests = 0
const all = await seconds(async () => {
  const until = new Date().toISOString()
  for (let cursor: string | null | undefined; cursor !== null; requests += 1) {
    const path = `/api/forms/${free.id}/deletions/matching`
    const search = 'company'
    const page: DeletedMatching = await tenant.ask('POST', path, { until, search, cursor })
    cursor = page.next_cursor
  }
})
over = true
await looking
figure(`all ${MANY + ROWS} that match a word, deleted`, `${all.toFixed(1)} s by ${requests} requests`)
figure(
  'pages of a neighbour beside it, p95',
  ms(
    quantile(
      waits.sort((a, b) => a - b),
      0.95,
    ),
  ),
)

await database.query(
  `delete from deleted_submissions where id in (select id from deleted_submissions where form_id = $1 offset ${BINNED})`,
  [free.id],
)
let complete = false
const emptied = await seconds(async () => {
  const { data } = await tenant.ask<Single<EmptiedBin>>('DELETE', `/api/forms/${free.id}/bin`)
  complete = data.next_cursor === null
})
figure(`a bin of ${BINNED}, emptied`, `${(emptied * 1000).toFixed(0)} ms`, {
  text: 'in one request, < 2000 ms',
  held: complete && emptied < 2,
})
await database.end()
await house.close()
process.exit(exitCode())
