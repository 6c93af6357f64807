import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { sweepSpareFiles } from '#app/files/spare_files'
import { wrongClocks } from '#app/instance/clock'
import { lostFiles } from '#app/instance/lost_files'
import env from '#start/env'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const PHOTO = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }

const never = new AbortController().signal

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
    const shown = async () => {
      const path = `/api/forms/${form.id}/submissions/${row?.submission_id}`
      const { body } = await form.creator.visitor.get<{ data: { lost_files: string[] } }>(path)
      return body.data.lost_files
    }
    assert.deepEqual(await shown(), [])
    await rm(placeOf(row?.storage_key ?? ''))
    assert.deepEqual(await shown(), ['a.png'])
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

  test('what belongs to nothing goes 30 days after it was first seen, but for names that are none of ours', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([PHOTO])
    const { body } = await form.visitor.request<{ data: { id: string } }>(
      'POST',
      `/api/forms/${form.slug}/files?block=photo1&key=${randomUUID()}&version=1&name=a.png`,
      PNG,
    )
    const [row] = await inWorkspace<{ storage_key: string }>(
      form.creator.workspaceId,
      'select storage_key from files where id = ?',
      [body.data.id],
    )
    const known = row?.storage_key ?? ''
    const [kept, young, dead] = ['aa', 'bb', 'cc'].map((begin) => begin + randomBytes(19).toString('hex'))
    const foreign = `dd${randomBytes(4).toString('hex')}.bak`
    for (const key of [kept, young, dead, foreign]) {
      await mkdir(join(placeOf(key), '..'), { recursive: true })
      await writeFile(placeOf(key), 'left over')
      cleanup(() => rm(placeOf(key), { force: true }))
    }
    for (const key of [known, kept, dead, foreign]) await utimes(placeOf(key), new Date(0), new Date(0))
    const left = () => [known, kept, young, dead, foreign].filter((key) => existsSync(placeOf(key)))

    await sweepSpareFiles(never)
    assert.deepEqual(left(), [known, kept, young, dead, foreign], 'seen for the first time')
    const operator = db.connection('operator')
    const age = (days: number, keys: string[]) =>
      operator.rawQuery(
        'update spare_files set found_at = now() - make_interval(days => ?) where storage_key = any(?)',
        [days, keys],
      )
    await age(29, [kept])
    await age(31, [dead, known, young])
    await sweepSpareFiles(never)
    assert.deepEqual(left(), [known, kept, young, foreign])
    await sweepSpareFiles(never)
    const { rows } = await operator.rawQuery<{ rows: { storage_key: string }[] }>(
      'select storage_key from spare_files where storage_key = any(?)',
      [[known, kept, young, dead]],
    )
    assert.deepEqual(rows, [{ storage_key: kept }], 'what is gone is not remembered')
  })
})
