import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile as readBytes, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { collectLeftovers } from '#app/files/collector'
import { readFile } from '#app/files/read_file'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { textBlock } from '#tests/functional/forms/factories'
import { open, press, type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'

const PHOTO = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }
const never = new AbortController().signal

/** A file as somebody sends it before the rest. */
async function upload(form: PublishedForm, key: string, content: string) {
  const path = `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=a.txt`
  const reply = await form.visitor.post<{ data: { id: string } }>(path, Buffer.from(content))
  return reply.body.data
}

async function change(form: PublishedForm, statement: string, id: string): Promise<void> {
  await within(form.creator.workspaceId, ({ trx }) => trx.rawQuery(statement, [id]))
}

function age(form: PublishedForm, id: string, hours: number): Promise<void> {
  return change(form, `update files set created_at = now() - interval '${hours} hours' where id = ?`, id)
}

/** Where the bytes of a file lie. */
async function bytesOf(form: PublishedForm, id: string): Promise<string> {
  const key = await within(form.creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { storage_key: string }[] }>(
      'select storage_key from files where id = ?',
      [id],
    )
    return rows[0].storage_key
  })
  return join(env.get('STORAGE_DIR'), 'files', key.slice(0, 2), key)
}

async function countOf(form: PublishedForm, table: string): Promise<number> {
  return within(form.creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
      `select count(*)::int as count from ${table} where form_id = ?`,
      [form.id],
    )
    return rows[0].count
  })
}

test.group('Leftovers', () => {
  test('what nobody claimed within two hours goes, bytes and all; what was claimed or is young stays', async ({
    assert,
  }) => {
    const form = await publishedForm([PHOTO])
    const [forgotten, young, claimed] = [randomUUID(), randomUUID(), randomUUID()]
    const files = [
      await upload(form, forgotten, 'forgotten'),
      await upload(form, young, 'young'),
      await upload(form, claimed, 'claimed'),
    ]
    assert.equal((await submit(form, { photo: [files[2].id] }, { submission_key: claimed })).status, 201)
    await age(form, files[0].id, 3)
    await age(form, files[1].id, 1)
    await age(form, files[2].id, 3)
    const paths = await Promise.all(files.map(({ id }) => bytesOf(form, id)))
    await collectLeftovers(never)
    await assert.rejects(() => access(paths[0]))
    assert.equal(await readBytes(paths[1], 'utf8'), 'young')
    assert.equal(await readBytes(paths[2], 'utf8'), 'claimed')
    const { workspaceId } = form.creator
    assert.isUndefined(await readFile(workspaceId, files[0].id))
    assert.isDefined(await readFile(workspaceId, files[1].id))
    assert.isDefined(await readFile(workspaceId, files[2].id))
    // who comes back later is told
    const late = await submit(form, { photo: [files[0].id] }, { submission_key: forgotten })
    assert.equal(late.status, 422)
    assert.equal(late.body.details[0].block, 'photo1')
  })

  test('a claim that meets the collector is told that the file is gone, and one that was first keeps it', async ({
    assert,
  }) => {
    const form = await publishedForm([PHOTO])
    const [slow, quick] = [randomUUID(), randomUUID()]
    const lost = await upload(form, slow, 'lost')
    const kept = await upload(form, quick, 'kept')
    await age(form, lost.id, 25)
    await age(form, kept.id, 25)
    const operator = db.connection('operator')
    const claiming = await operator.transaction()
    await claiming.rawQuery('select from files where id = ? for update', [kept.id])
    await collectLeftovers(never)
    await claiming.commit()
    assert.isDefined(await readFile(form.creator.workspaceId, kept.id))
    assert.isUndefined(await readFile(form.creator.workspaceId, lost.id))

    const collecting = await operator.transaction()
    await collecting.rawQuery('delete from files where id = ?', [kept.id])
    const claim = submit(form, { photo: [kept.id] }, { submission_key: quick })
    // the claim waits for the collector by now
    for (let waits = false; !waits;) {
      const { rows } = await collecting.rawQuery<{ rows: { waits: boolean }[] }>(
        `select exists (select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid) as waits`,
      )
      waits = rows[0].waits
    }
    await collecting.commit()
    const told = await claim
    assert.equal(told.status, 422)
    assert.equal(told.body.details[0].block, 'photo1')
    assert.equal(await countOf(form, 'submissions'), 0)
  })

  test('visits without JavaScript that ran out go, those that go on stay', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'break1', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    for (const expired of [true, false]) {
      const page = await open(form.visitor, `/forms/${form.slug}`)
      const turned = await press(form.visitor, page, 'next', { name: 'Ada' })
      assert.equal(turned.status, 303)
      if (expired)
        await change(
          form,
          `update response_sessions set expires_at = now() - interval '1 second' where form_id = ?`,
          form.id,
        )
    }
    assert.equal(await countOf(form, 'response_sessions'), 2)
    await collectLeftovers(never)
    assert.equal(await countOf(form, 'response_sessions'), 1)
  })
})

test.group('Stored files', () => {
  test('are read in their own workspace only', async ({ assert }) => {
    const form = await publishedForm([PHOTO])
    const elsewhere = await publishedForm([PHOTO])
    const { id } = await upload(form, randomUUID(), 'the bytes')
    const file = await readFile(form.creator.workspaceId, id)
    assert.equal(file && (await text(await file.open())), 'the bytes')
    assert.deepInclude(file, { name: 'a.txt', type: 'text/plain', size: 9, submissionId: null })
    assert.isUndefined(await readFile(elsewhere.creator.workspaceId, id))
  })

  test('what came of a file when its process died goes after two hours; what is just coming stays', async ({
    assert,
  }) => {
    const files = join(env.get('STORAGE_DIR'), 'files')
    const [dead, coming, whole] = ['unfinished/dead', 'unfinished/coming', 'zz/zz-whole'].map((name) =>
      join(files, name),
    )
    for (const path of [dead, whole]) await mkdir(dirname(path), { recursive: true })
    for (const path of [dead, coming, whole]) await writeFile(path, 'bytes')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const path of [dead, whole]) await utimes(path, yesterday, yesterday)
    await collectLeftovers(never)
    await assert.rejects(() => access(dead))
    await access(coming)
    await access(whole)
    for (const path of [coming, whole]) await rm(path)
  })
})
