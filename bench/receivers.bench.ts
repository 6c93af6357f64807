// Receivers that are down, slow, lying or of many words, while submissions come in: pages of others are as quick as without
// them, the memory stays, and everything is delivered once they are well. Then one slow receiver and fifty quick ones: the
// quick ones have theirs as soon as without it. `--seconds=60`, `--rate=100` submissions a second, `--deliveries=10000`,
// `--turns=3`; `--only=unwell` or `--only=quick` takes one of both.
// Run: npm run bench -- receivers
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { House } from '#tests/load/house'
import { Neighbour } from '#tests/load/neighbour'
import { Tenant, type TenantForm } from '#tests/load/tenant'
import { exitCode, figure, ms, quantile } from './million/figures.ts'
import { BenchReceiver, MOODS } from './receivers/receivers.ts'
import { load } from './respond/load.ts'

const given = (name: string, usual: number) =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)
const [seconds, rate, turns] = [given('seconds', 60), given('rate', 100), given('turns', 3)]

const QUICK = 50
const deliveries = given('deliveries', 10_000)
const only = process.argv.find((one) => one.startsWith('--only='))?.slice('--only='.length)
/** Floors: times as long as without them. */
const [PAGES, GROWTH, ALONE] = [2, 1.2, 1.2]
/** So long everything may take to arrive, once the receivers are well. */
const PATIENCE_MS = 5 * 60_000

const BLOCKS = [{ id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {} }]

// what a run that was broken off has left waits for receivers that are gone, and would be tried beside ours
const operator = new pg.Client({ connectionString: process.env.DATABASE_OPERATOR_URL })
await operator.connect()
await operator.query(`update deliveries set status = 'cancelled' where status = 'pending'`)
await operator.query('delete from outbox')
await operator.end()

const house = await House.open({
  ...{ SUBMISSIONS_PER_MINUTE: '1000000', SUBMISSIONS_AT_ONCE: '10000', LIMITER_STORE: 'memory' },
  DELIVERY_SCHEDULE: '0,2,5,10,20,20,30,30,60,60,60,60',
})
const { port } = new URL(house.url)
const neighbour = await Neighbour.settle(house.url)
const tenant = await Tenant.register(house.url)
const database = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
await database.connect()
await database.query(`select set_config('app.workspace_id', $1, false)`, [tenant.workspaceId])

const machine = () => `load of the machine ${loadavg()[0]?.toFixed(1)}`

async function sendTo(form: TenantForm, { url }: { url: string }): Promise<string> {
  const path = `/api/forms/${form.id}/integrations`
  const made = await tenant.ask<{ data: { id: string } }>('POST', path, {
    kind: 'webhook',
    settings: { url },
  })
  return made.data.id
}

/** Submissions at the wanted rate, and how long a neighbour waits for pages beside them. */
async function answered(form: TenantForm, lasts: number) {
  const path = `/api/forms/${form.slug}/submissions`
  const request = () => {
    const body = JSON.stringify({ submission_key: randomUUID(), answers: { name: 'Ada' } })
    return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: application/json\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const memory: number[] = []
  const watch = async () => {
    for (const end = performance.now() + lasts * 1000; performance.now() < end; await sleep(1_000))
      memory.push((await house.watched()).rss)
  }
  const [sent, waits] = await Promise.all([
    load({ port: Number(port), connections: 16, seconds: lasts, status: 201, pace: rate, request }),
    neighbour.live(lasts),
    watch(),
  ])
  return { sent, pages: waits.page.toSorted((a, b) => a - b), memory }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Resolves when it is so; answers how many milliseconds that took. */
async function until(so: () => boolean, patience = PATIENCE_MS): Promise<number> {
  const began = performance.now()
  while (!so() && performance.now() - began < patience) await sleep(50)
  return performance.now() - began
}

async function unwell(): Promise<void> {
  const quiet = await tenant.publish(BLOCKS)
  const form = await tenant.publish(BLOCKS)
  const receivers = await Promise.all([
    ...MOODS.map((mood) => BenchReceiver.open(mood)),
    BenchReceiver.open(),
  ])
  for (const receiver of receivers) await sendTo(form, receiver)

  const before = await answered(quiet, seconds / 3)
  console.log(`Receivers that are ${MOODS.join(', ')}, and one that is well, for ${seconds} s; ${machine()}`)
  const beside = await answered(form, seconds)
  for (const receiver of receivers) await receiver.recover()
  const count = beside.sent.times.length
  const took = await until(() => receivers.every(({ taken }) => taken.size >= count))
  const after = await answered(quiet, seconds / 3)

  const alone = [...before.pages, ...after.pages].sort((a, b) => a - b)
  figure('submissions a second, wanted and taken', `${rate}, ${beside.sent.rate.toFixed(0)}`)
  figure('refused', String(beside.sent.refused), { text: '0', held: beside.sent.refused === 0 })
  for (const share of [0.5, 0.95]) {
    const [one, other] = [quantile(alone, share), quantile(beside.pages, share)]
    const times = other / one
    figure(
      `pages, p${share * 100}, without receivers and with these`,
      `${ms(one)}, ${ms(other)}, ${times.toFixed(2)} times`,
      share === 0.95 ? { text: `≤ ${PAGES}`, held: times <= PAGES } : undefined,
    )
  }
  const third = Math.floor(beside.memory.length / 3)
  const [second, last] = [beside.memory.slice(third, 2 * third), beside.memory.slice(2 * third)].map(mean)
  const growth = (last ?? 0) / (second ?? 1)
  figure(
    'memory of the second and the last third',
    `${((second ?? 0) / 1e6).toFixed(0)}, ${((last ?? 0) / 1e6).toFixed(0)} MB`,
    { text: `≤ ${GROWTH} times`, held: growth <= GROWTH },
  )
  figure(
    'delivered to each, of submissions taken',
    `${receivers.map(({ taken }) => taken.size).join(', ')} of ${count}`,
    { text: 'all', held: receivers.every(({ taken }) => taken.size === count) },
  )
  figure('all there, after the receivers were well', `${(took / 1000).toFixed(0)} s; ${machine()}`)
  for (const receiver of receivers) await receiver.close()
}

/** Stores submissions with their events, all at once: the server finds them by itself. */
async function store({ id, version }: TenantForm, count: number): Promise<void> {
  await database.query(
    `with made as (
       insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select $1, $2, $3, gen_random_uuid(), '', '{"name01": "Ada"}' from generate_series(1, $4) returning id)
     insert into outbox (workspace_id, form_id, event, submission_id)
     select $1, $2, 'submission.created', id from made`,
    [tenant.workspaceId, id, version, count],
  )
}

/** How long fifty quick receivers take to have all of theirs, from the first arrival on; perhaps beside a slow one. */
async function quickOnes(beside: boolean): Promise<number> {
  const form = await tenant.publish(BLOCKS)
  const receivers = await Promise.all(Array.from({ length: QUICK }, () => BenchReceiver.open()))
  for (const receiver of receivers) await sendTo(form, receiver)
  const slow = beside ? await BenchReceiver.open('slow') : undefined
  const integration = slow && (await sendTo(form, slow))
  const count = Math.floor(deliveries / (QUICK + 1))
  await store(form, count)
  await until(() => receivers.some(({ taken }) => taken.size > 0))
  const took = await until(() => receivers.every(({ taken }) => taken.size === count))
  const missing = receivers.filter(({ taken }) => taken.size !== count).length
  if (missing > 0) throw new Error(`${missing} of ${QUICK} quick receivers have not got theirs`)
  // what is left for the slow one is not left to the next turn
  if (integration) await tenant.ask('DELETE', `/api/forms/${form.id}/integrations/${integration}`)
  for (const receiver of [...receivers, ...(slow ? [slow] : [])]) await receiver.close()
  return took
}

/** Turns alone and beside the slow one, each beside the other: both meet the same machine. */
async function compare(): Promise<void> {
  console.log(
    `\n${deliveries} deliveries to ${QUICK} quick receivers and a slow one, ${turns} turns; ${machine()}`,
  )
  const [alone, beside]: [number[], number[]] = [[], []]
  await quickOnes(false)
  for (let turn = 0; turn < turns; turn++) {
    alone.push(await quickOnes(false))
    beside.push(await quickOnes(true))
  }
  const times = median(beside.map((one, turn) => one / (alone[turn] ?? 0)))
  const said = (found: readonly number[]) => found.map((one) => (one / 1000).toFixed(1)).join(', ')
  figure('quick ones alone, beside a slow one', `${said(alone)} s; ${said(beside)} s`)
  figure('times as long', times.toFixed(2), { text: `≤ ${ALONE}`, held: times <= ALONE })
  console.log(machine())
}

if (only !== 'quick') await unwell()
if (only !== 'unwell') await compare()
await database.end()
await house.close()
process.exit(exitCode())
