import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { wrongClocks } from '#app/instance/clock'
import { lostFiles } from '#app/instance/lost_files'
import env from '#start/env'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const PHOTO = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }

const placeOf = (key: string) => join(env.get('STORAGE_DIR'), 'files', key.slice(0, 2), key)

/** How many files are lost, and how many belong to nothing; what other tests left is among them. */
async function counted(): Promise<[lost: number, spare: number]> {
  const said = await lostFiles()
  const count = (what: RegExp) => {
    const [number] = said.flatMap((sentence) => what.exec(sentence)?.[1] ?? [])
    return number === undefined ? 0 : number === 'One file' ? 1 : Number.parseInt(number)
  }
  return [count(/^(One file|\d+ files) that the database knows/), count(/^(One file|\d+ files) in files\//)]
}

test.group('Files and the database', () => {
  test('of different backups, or days: what is lost and left over is counted, and who opens it is told', async ({
    assert,
    cleanup,
  }) => {
    const [lost, spare] = await counted()
    const form = await publishedForm([PHOTO])
    const key = randomUUID()
    const { body } = await form.visitor.request<{ data: { id: string } }>(
      'POST',
      `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=a.png`,
      PNG,
    )
    await submit(form, { photo: [body.data.id] }, { submission_key: key })
    assert.deepEqual(await counted(), [lost, spare])

    const [row] = await inWorkspace<{ storage_key: string; submission_id: string }>(
      form.creator.workspaceId,
      'select storage_key, submission_id from files',
    )
    await rm(placeOf(row?.storage_key ?? ''))
    const left = placeOf(randomBytes(20).toString('hex'))
    await mkdir(join(left, '..'), { recursive: true })
    await writeFile(left, 'left over')
    cleanup(() => rm(left))
    assert.deepEqual(await counted(), [lost + 1, spare], 'what is young may be on its way')
    await utimes(left, new Date(0), new Date(0))
    assert.deepEqual(await counted(), [lost + 1, spare + 1])

    assert.deepEqual(await wrongClocks(), [])
    await inWorkspace(form.creator.workspaceId, `update files set created_at = now() + interval '1 day'`)
    const [behind, ...none] = await wrongClocks()
    assert.match(behind ?? '', /and its clock says .*: it is behind, or was ahead/)
    assert.lengthOf(none, 0)
    await inWorkspace(form.creator.workspaceId, 'update files set created_at = now()')

    const opened = await form.creator.visitor.get<{ code: string; message: string }>(
      `/api/forms/${form.id}/submissions/${row?.submission_id}/files/${body.data.id}`,
    )
    assert.deepEqual([opened.status, opened.body.code], [404, 'E_FILE_LOST'])
    assert.match(opened.body.message, /put it back from a backup/)
  })
})
