import db from '@adonisjs/lucid/services/db'
import { createForm } from '#app/forms/create_form'
import { publish } from '#app/forms/publications'
import { within } from '#app/workspaces/within'

const ROWS = 10_000
const ITEMS = 100
const TITLE = 'A million items'

const BLOCKS = [
  { id: 'firm01', kind: 'text', v: 1, key: 'firm', label: 'Firm', settings: {} },
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'People', repeating: true, min: 0, max: 1000 },
  },
  ...['name01', 'city01', 'note01'].map((id) => {
    return { id, kind: 'text', v: 1, key: id, label: id, settings: {}, parent: 'people' }
  }),
  { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {}, parent: 'people' },
]

/** A form with ten thousand submissions of a hundred items each, of an earlier run or made now. */
export async function manyItems(
  workspaceId: string,
): Promise<{ formId: string; rows: number; items: number }> {
  const owner = db.connection('owner')
  const counts = { rows: ROWS, items: ROWS * ITEMS }
  const found = await owner.rawQuery<{ rows: { id: string }[] }>('select id from forms where title = ?', [
    TITLE,
  ])
  if (found.rows[0]) return { formId: found.rows[0].id, ...counts }
  const user = await owner.rawQuery<{ rows: { id: string }[] }>('select id from users limit 1')
  const userId = user.rows[0].id
  const formId = await within(workspaceId, (scope) =>
    createForm(scope, { title: 'In the making', blocks: BLOCKS }, userId),
  )
  await publish(workspaceId, formId, { revision: 1, userId })
  await owner.rawQuery(
    `insert into submissions
       (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
     select ?, ?, 1, gen_random_uuid(), '', jsonb_build_object('firm01', 'Firm ' || n, 'people', p.items), '',
            now() - n * interval '30 seconds'
     from generate_series(1, ${ROWS}) n, lateral (
       select jsonb_agg(jsonb_build_object('id', 'item' || i, 'answers', jsonb_build_object(
         'name01', md5((n * i)::text), 'city01', 'City ' || i, 'note01', md5((n + i)::text), 'age001', i))) as items
       from generate_series(1, ${ITEMS}) i) p`,
    [workspaceId, formId],
  )
  await owner.rawQuery('update forms set title = ? where id = ?', [TITLE, formId])
  return { formId, ...counts }
}
