import { access, mkdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { purgeForms } from '#app/submissions/purge_forms'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { newForm, publish } from '#tests/functional/forms/factories'
import { placeIntegration } from '#tests/functional/integrations/place'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'
import { countRows } from '#tests/functional/place'
import type { Creator } from '#tests/functional/visitor'

async function deletedForm(creator: Creator | undefined, days: number) {
  const made = await newForm(undefined, 'Old', creator)
  const { workspaceId } = made.creator
  await publish(made.creator, made.form.id)
  const id = await storeSubmission(workspaceId, made.form.id, { name01: 'x' })
  const file = await storeFile(workspaceId, made.form.id, id, 'bytes', 'a.txt', 'text/plain')
  const { storage_key: key } = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { storage_key: string }[] }>(
      'select storage_key from files where id = ?',
      [file],
    )
    return rows[0]
  })
  await made.creator.visitor.delete(`/api/forms/${made.form.id}`)
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('update forms set deleted_at = now() - make_interval(days => ?::int) where id = ?', [
      days,
      made.form.id,
    ]),
  )
  return { ...made, bytes: join(env.get('STORAGE_DIR'), 'files', key.slice(0, 2), key) }
}

test.group('The bin', () => {
  test('after thirty days a deleted form is gone with all it had; before that nothing is', async ({
    assert,
  }) => {
    const kept = await deletedForm(undefined, 29)
    const { creator } = kept
    const gone = await deletedForm(creator, 31)
    await purgeForms(new AbortController().signal)
    for (const table of ['forms', 'submissions', 'files', 'form_versions']) {
      assert.equal(await countRows(creator.workspaceId, table), 1, table)
    }
    await access(kept.bytes)
    await assert.rejects(() => access(gone.bytes))
  })

  test('a form that cannot be removed holds up no other, and has its turn again', async ({ assert }) => {
    const stuck = await deletedForm(undefined, 40)
    const other = await deletedForm(undefined, 31)
    await rm(stuck.bytes)
    await mkdir(stuck.bytes)
    await assert.rejects(() => purgeForms(new AbortController().signal))
    assert.equal(await countRows(other.creator.workspaceId, 'forms'), 0)
    assert.equal(await countRows(stuck.creator.workspaceId, 'forms'), 1)
    await rmdir(stuck.bytes)
    await purgeForms(new AbortController().signal)
    assert.equal(await countRows(stuck.creator.workspaceId, 'forms'), 0)
  })

  test('however much a form has left, few rows go at a time', async ({ assert, cleanup }) => {
    const MANY = ['claims', 'past_deliveries']
    const owner = db.connection('owner')
    const { creator, form } = await deletedForm(undefined, 31)
    const { integrationId } = await placeIntegration({ workspaceId: creator.workspaceId, formId: form.id })
    await within(creator.workspaceId, async ({ trx }) => {
      await trx.rawQuery(
        `insert into claims (workspace_id, form_id, key, taken) select ?, ?, n::text, 1 from generate_series(1, 2500) n`,
        [creator.workspaceId, form.id],
      )
      await trx.rawQuery(
        `insert into past_deliveries (workspace_id, submission_id, integration_id)
         select ?, gen_random_uuid(), ? from generate_series(1, 2500) n`,
        [creator.workspaceId, integrationId],
      )
    })
    await owner.rawQuery(
      `create function few_at_a_time() returns trigger language plpgsql as $$
       begin
         if (select count(*) from gone) > 2000 then raise exception 'too many at a time'; end if;
         return null;
       end $$`,
    )
    cleanup(() => owner.rawQuery('drop function few_at_a_time cascade'))
    for (const table of MANY)
      await owner.rawQuery(
        `create trigger few_at_a_time after delete on ${table} referencing old table as gone
         for each statement execute function few_at_a_time()`,
      )
    await purgeForms(new AbortController().signal)
    for (const table of ['forms', 'integrations', ...MANY])
      assert.equal(await countRows(creator.workspaceId, table), 0, table)
  })
})
