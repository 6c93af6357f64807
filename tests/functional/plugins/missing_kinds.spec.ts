import { test } from '@japa/runner'
import { missingKinds } from '#app/plugins/missing_kinds'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'

test('a kind that stands in what was published alone is missing, too', async ({ assert }) => {
  const { creator, form } = await newForm([textBlock('name01', 'Name'), textBlock('city01', 'City')])
  await publish(creator, form.id)
  await within(creator.workspaceId, async ({ trx }) => {
    await trx.rawQuery(
      `update form_versions set document = jsonb_set(document, '{blocks,0,kind}', '"gone-lately"') where form_id = ?`,
      [form.id],
    )
    await trx.rawQuery(
      `update draft_blocks set kind = 'gone-now' where form_id = ? and block_id = 'city01'`,
      [form.id],
    )
  })
  const said = await missingKinds(env.get('DATABASE_OPERATOR_URL', ''), plugins.installed())
  for (const kind of ['gone-lately', 'gone-now'])
    assert.include(
      said,
      `1 form is of the kind “${kind}”, and no plugin in use is. What is stored stays; install the plugin again.`,
    )
})

test('a kind that stands in an earlier version alone is missing, too, and named once', async ({ assert }) => {
  const { creator, form } = await newForm([textBlock('name01', 'Name'), textBlock('city01', 'City')])
  await publish(creator, form.id)
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery(
      `insert into form_versions (workspace_id, form_id, number, document, sha256)
       select workspace_id, form_id, later, document, sha256 from form_versions, unnest(array[2, 3]) later
       where form_id = ?`,
      [form.id],
    ),
  )
  const gone = (numbers: string, block: number, kind: string) =>
    within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `update form_versions set document = jsonb_set(document, '{blocks,${block},kind}', ?)
         where form_id = ? and number in (${numbers})`,
        [JSON.stringify(kind), form.id],
      ),
    )
  await gone('1,2', 0, 'gone-before')
  await gone('1,3', 1, 'gone-since')
  const said = await missingKinds(env.get('DATABASE_OPERATOR_URL', ''), plugins.installed())
  assert.include(
    said,
    'Earlier versions of 1 form have blocks of the kind “gone-before”, and no plugin in use is. What was answered stays; install the plugin again.',
  )
  assert.lengthOf(
    said.filter((sentence) => sentence.includes('gone-since')),
    1,
  )
})
