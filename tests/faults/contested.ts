import type pg from 'pg'
import { type Entry, Ledger } from '#tests/faults/ledger'
import { ask, retry } from '#tests/faults/retry'
import type { Form } from '#tests/faults/setting'

/** So many people want each address, and so many submissions there are places for in each slot. */
const RIVALS = 4
const CAPACITY: Readonly<Record<string, number>> = { early: 20, late: 35 }

/** A form in which an address counts only once and slots have places; who takes no slot needs none. */
export const CONTESTED = [
  { id: 'mail01', kind: 'text', v: 1, key: 'mail', label: 'Address', unique: true, settings: {} },
  { id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {} },
  {
    ...{ id: 'slot01', kind: 'select', v: 1, key: 'slot', label: 'Slot' },
    settings: {
      options: Object.entries(CAPACITY).map(([id, capacity]) => ({ id, label: id, capacity })),
    },
  },
]

/** Somebody who wants an address and perhaps a slot, and sends until an answer comes. */
export interface Rival {
  entry: Entry
  mail: string
  slot: string | undefined
}

/** People of whom four want the same address, and of three two one of the slots. */
export function rivals(ledger: Ledger, count: number): Rival[] {
  return Array.from({ length: count }, (_, n) => ({
    entry: ledger.open(),
    mail: `person${n % Math.ceil(count / RIVALS)}@example.com`,
    slot: [...Object.keys(CAPACITY), undefined][n % 3],
  }))
}

/** Sends until an answer comes, with the same key each time; together with everybody else, once the door is open. */
export async function contend(
  form: Form,
  ledger: Ledger,
  door: { open: Promise<void> },
  { entry, mail, slot }: Rival,
): Promise<void> {
  const body = JSON.stringify({
    submission_key: entry.key,
    version: form.version,
    answers: { mail, name: entry.marker, slot },
  })
  const headers = { 'content-type': 'application/json' }
  const stored = await retry(ledger, entry, 201, async () => {
    await door.open
    return ask<{ data: { id: string } }>(`${form.url}/submissions`, { method: 'POST', headers, body })
  })
  if (!stored) return
  entry.ids.push(stored.body.data.id)
  entry.state = 'ok'
}

interface Row {
  id: string
  name: string
  mail: string
  slot: string | null
}

/** Compares what everybody was told with what is there, and that with what is counted. Empty is right. */
export async function unfair(database: pg.Client, form: Form, people: readonly Rival[]): Promise<string[]> {
  const { rows } = await database.query<Row>(
    `select id, answers ->> 'name01' as name, answers ->> 'mail01' as mail, answers ->> 'slot01' as slot
     from submissions where form_id = $1`,
    [form.id],
  )
  const found: string[] = []
  const byName = Map.groupBy(rows, ({ name }) => name)
  const taken = Map.groupBy(rows, ({ mail }) => mail)
  const places = Map.groupBy(rows, ({ slot }) => slot ?? undefined)
  for (const { entry, mail, slot } of people) {
    const { marker, state, refusal = '' } = entry
    const ids = new Set([...entry.ids, ...(byName.get(marker) ?? []).map(({ id }) => id)])
    if (ids.size !== (state === 'ok' ? 1 : 0))
      found.push(`${marker} is ${state}, and known as ${[...ids].join()}`)
    if (state === 'ok') continue
    const given = refusal.includes('"given"') && taken.has(mail)
    const full =
      refusal.includes('"full"') && slot !== undefined && places.get(slot)?.length === CAPACITY[slot]
    if (!given && !full) found.push(`${marker} (${mail}, ${slot}) was refused without a reason: ${refusal}`)
  }
  for (const [mail, holders] of taken)
    if (holders.length > 1) found.push(`${mail} stands ${holders.length} times`)
  for (const [slot, capacity] of Object.entries(CAPACITY)) {
    const count = places.get(slot)?.length ?? 0
    if (count !== capacity) found.push(`${slot} is held by ${count} of ${capacity}`)
  }
  return [...found, ...(await miscounted(database, form, rows))]
}

/** What the database counts of a form, against its submissions. */
async function miscounted(database: pg.Client, form: Form, rows: readonly Row[]): Promise<string[]> {
  const { rows: claims } = await database.query<{ key: string; taken: number; holders: string[] }>(
    `select c.key, c.taken, array(select h.submission_id from claim_holders h
       where h.form_id = c.form_id and h.key = c.key order by h.submission_id) as holders
     from claims c where c.form_id = $1 and c.taken > 0`,
    [form.id],
  )
  const slotted = rows.filter(({ slot }) => slot !== null)
  const told = [rows, slotted].flatMap((some, at) => [
    ...Map.groupBy(some, (row) => (at === 0 ? row.mail : row.slot)).values(),
  ])
  const wanted = told.map((some) =>
    some
      .map(({ id }) => id)
      .sort()
      .join(),
  )
  const counted = claims.map(({ holders }) => holders.sort().join())
  const wrong = claims.filter(({ taken, holders }) => taken !== holders.length)
  return [
    ...wrong.map(({ key, taken, holders }) => `${key} counts ${taken}, held by ${holders.length}`),
    ...new Set(wanted).symmetricDifference(new Set(counted)),
  ]
}
