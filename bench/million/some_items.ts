import db from '@adonisjs/lucid/services/db'
import { createForm } from '#app/forms/create_form'
import { publish } from '#app/forms/publications'
import { within } from '#app/workspaces/within'

const ROWS = 50_000
const ITEMS = 5
const TITLE = 'Fifty thousand with items'
const KINDS = ['a', 'b', 'c', 'gone'].map((id) => ({ id, label: id }))

const field = (id: string, kind: string, more: object = {}) => ({
  ...{ id, kind, v: 1, key: id, label: id, settings: {} },
  ...more,
})
/** The same questions in items, and outside with a `p` behind their ids. */
const QUESTIONS = (suffix: string, more: object) => [
  field(`name01${suffix}`, 'text', more),
  field(`age001${suffix}`, 'number', more),
  field(`kind01${suffix}`, 'select', { ...more, settings: { options: KINDS } }),
]
const BLOCKS = [
  ...QUESTIONS('p', {}),
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'People', repeating: true, min: 0, max: 100 },
  },
  ...QUESTIONS('', { parent: 'people' }),
]

/** A form with fifty thousand submissions of five items each, of an earlier run or made now. */
export async function someItems() {
  const owner = db.connection('owner')
  const ask = async (sql: string, bindings: string[] = []) => {
    const { rows } = await owner.rawQuery<{ rows: { id: string; workspace_id: string }[] }>(sql, bindings)
    return rows[0]
  }
  const found = await ask('select id, workspace_id from forms where title = ?', [TITLE])
  if (found) return { workspaceId: found.workspace_id, formId: found.id, rows: ROWS, items: ITEMS }
  const user = await ask(
    `insert into users (name, email, email_key, password)
     select 'Bench', address, address, '' from concat(gen_random_uuid(), '@example.com') as address returning id`,
  )
  const { id: workspaceId } = await ask(`insert into workspaces (name) values ('Bench') returning id`)
  const formId = await within(workspaceId, (scope) =>
    createForm(scope, { title: 'In the making', blocks: BLOCKS }, user.id),
  )
  await publish(workspaceId, formId, { revision: 1, userId: user.id })
  await owner.rawQuery(
    `insert into submissions
       (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
     select ?, ?, 1, gen_random_uuid(), '', jsonb_build_object('name01p', 'Person ' || n, 'age001p', n % 90,
              'kind01p', chr(97 + n % 3), 'people', p.items), '', now() - n * interval '30 seconds'
     from generate_series(1, ${ROWS}) n, lateral (
       select jsonb_agg(jsonb_build_object('id', 'item' || i, 'answers', jsonb_build_object(
         'name01', case i when 1 then 'Person ' || n else md5((n + i)::text) end, 'age001', (n + i) % 90,
         'kind01', chr(97 + (n + i) % 3)))) as items
       from generate_series(1, ${ITEMS}) i) p`,
    [workspaceId, formId],
  )
  await owner.rawQuery('vacuum (analyze) submissions')
  await owner.rawQuery('update forms set title = ? where id = ?', [TITLE, formId])
  return { workspaceId, formId, rows: ROWS, items: ITEMS }
}
