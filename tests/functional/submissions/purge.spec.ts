import { test } from '@japa/runner'
import { purgeForms } from '#app/submissions/purge_forms'
import { within } from '#app/workspaces/within'
import { newForm, publish } from '#tests/functional/forms/making'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'
import { countRows } from '#tests/functional/place'
import type { Creator } from '#tests/functional/visitor'

async function deletedForm(creator: Creator | undefined, days: number) {
  const made = await newForm(undefined, 'Old', creator)
  const { workspaceId } = made.creator
  await publish(made.creator, made.form.id)
  const id = await storeSubmission(workspaceId, made.form.id, { name01: 'x' })
  await storeFile(workspaceId, made.form.id, id, 'bytes', 'a.txt', 'text/plain')
  await made.creator.visitor.delete(`/api/forms/${made.form.id}`)
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('update forms set deleted_at = now() - make_interval(days => ?::int) where id = ?', [
      days,
      made.form.id,
    ]),
  )
  return made
}

test.group('The bin', () => {
  test('after thirty days a deleted form is gone with all it had; before that nothing is', async ({
    assert,
  }) => {
    const { creator } = await deletedForm(undefined, 29)
    await deletedForm(creator, 31)
    await purgeForms(new AbortController().signal)
    for (const table of ['forms', 'submissions', 'files', 'form_versions']) {
      assert.equal(await countRows(creator.workspaceId, table), 1, table)
    }
  })
})
