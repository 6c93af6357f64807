import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { purgeForms } from '#app/submissions/purge_forms'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { newForm, publish } from '#tests/functional/forms/factories'
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
})
