import db from '@adonisjs/lucid/services/db'
import { createForm } from '#app/forms/create_form'
import { publish } from '#app/forms/publications'
import { within } from '#app/workspaces/within'

const ROWS = 1_000_000
const OTHERS = 10

/** A form with a million submissions of twenty answers, among a million of other workspaces. */
export interface ManySubmissions {
  workspaceId: string
  formId: string
  rows: number
}

const TEXTS = 10
const NUMBERS = 4
const CHOICES = 4
const LISTS = 2

const options = Array.from({ length: 8 }, (_, index) => ({
  id: `opt-${index}`,
  label: `Option number ${index}`,
}))

function blocks() {
  const make = (count: number, kind: string, name: string, settings: object) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${name}${index}00`,
      kind,
      v: 1,
      key: `${name}_${index}`,
      label: `${name} ${index}`,
      settings,
    }))
  return [
    ...make(TEXTS, 'text', 'text', {}),
    ...make(NUMBERS, 'number', 'number', {}),
    ...make(CHOICES, 'select', 'choice', { options }),
    ...make(LISTS, 'select', 'list', { options, multiple: true }),
  ]
}

/** Answers as SQL over a running number `n`. `text000` is a name that is rare, common or unique by turns. */
function answers(): string {
  const parts = [
    `'text000', case when n % 50000 = 7 then 'needle person ' || n
       when n % 1000 = 3 then 'seldom person ' || n else 'common person ' || n end`,
    ...Array.from({ length: TEXTS - 1 }, (_, index) => `'text${index + 1}00', md5((n * ${index + 3})::text)`),
    ...Array.from({ length: NUMBERS }, (_, index) => `'number${index}00', (n * ${index + 7}) % 100003 / 4.0`),
    ...Array.from({ length: CHOICES }, (_, index) => `'choice${index}00', 'opt-' || (n / ${index + 1}) % 8`),
    ...Array.from(
      { length: LISTS },
      (_, index) =>
        `'list${index}00', jsonb_build_array('opt-' || n % 4, 'opt-' || 4 + (n / ${index + 2}) % 4)`,
    ),
  ]
  return `jsonb_build_object(${parts.join(', ')})`
}

/** Finds the rows of an earlier run, or makes them. */
export async function manySubmissions(): Promise<ManySubmissions> {
  const owner = db.connection('owner')
  const found = await owner.rawQuery<{ rows: { workspace_id: string; id: string }[] }>(
    `select workspace_id, id from forms where title = 'A million answers'`,
  )
  if (found.rows[0]) return { workspaceId: found.rows[0].workspace_id, formId: found.rows[0].id, rows: ROWS }
  console.log('making 2,000,000 submissions; kept for the next run')
  await owner.rawQuery('drop index if exists submissions_search')
  const workspaces = await owner.rawQuery<{ rows: { id: string }[] }>(
    `insert into workspaces (name) select 'Bench ' || n from generate_series(0, ${OTHERS}) n returning id`,
  )
  const user = await owner.rawQuery<{ rows: { id: string }[] }>(
    `insert into users (name, email, email_key, password)
     select 'Bench', address, address, '' from concat(gen_random_uuid(), '@example.com') as address returning id`,
  )
  let form = ''
  for (const [index, { id }] of workspaces.rows.entries()) {
    const title = index === 0 ? 'In the making' : `Others ${index}`
    const userId = user.rows[0].id
    const formId = await within(id, (scope) => createForm(scope, { title, blocks: blocks() }, userId))
    await publish(id, formId, { revision: 1, userId })
    await fill(id, formId, index === 0 ? ROWS : ROWS / OTHERS)
    if (index === 0) form = formId
  }
  console.log('building the search index, vacuum')
  await owner.rawQuery(
    `create index submissions_search on submissions using gin (form_id, search gin_trgm_ops)`,
  )
  await owner.rawQuery('vacuum (analyze) submissions')
  await owner.rawQuery(`update forms set title = 'A million answers' where id = ?`, [form])
  return { workspaceId: workspaces.rows[0].id, formId: form, rows: ROWS }
}

async function fill(workspaceId: string, formId: string, rows: number): Promise<void> {
  const step = 50_000
  for (let start = 0; start < rows; start += step) {
    await db.connection('owner').rawQuery(
      `insert into submissions
         (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
       select '${workspaceId}', '${formId}', 1, gen_random_uuid(), '', a.answers,
              lower(concat_ws(chr(10), a.answers->>'text000', a.answers->>'text100', a.answers->>'text200', a.answers->>'text300')),
              now() - interval '400 days' + n * interval '30 seconds'
       from generate_series(${start}::bigint, ${start + step - 1}::bigint) n, lateral (select ${answers()} as answers) a`,
    )
    process.stdout.write(`\r${formId} ${start + step} of ${rows}   `)
  }
  process.stdout.write('\n')
}
