import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { operator } from '#app/administration/operator'
import { collectMedia } from '#app/files/collector'
import { keepMedia } from '#app/files/media/keep_media'
import { lockRoom } from '#app/files/media/room'
import { takeMedia } from '#app/files/media/take_media'
import { type Scope, within } from '#app/workspaces/within'
import { newForm } from '#tests/functional/forms/factories'
import { PNG } from '#tests/functional/respond/photo'
import { Visitor } from '#tests/functional/visitor'

const never = new AbortController().signal

/** A PNG that nobody has sent before: a comment behind its end changes the bytes and not the picture. */
const newPng = () => Buffer.concat([PNG, Buffer.from(crypto.randomUUID())])

function taken(workspaceId: string, bytes: Buffer, name = 'logo.png') {
  return takeMedia(workspaceId, 'image', name, ReadableStream.from([bytes]))
}

/** Begins something in a transaction. What is given back lets it end, and answers what it came to. */
async function begun<T>(
  workspaceId: string,
  work: (scope: Scope) => Promise<unknown>,
  end: () => Promise<T>,
): Promise<() => Promise<T>> {
  const [started, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const whole = within(workspaceId, async (scope) => {
    await work(scope)
    started.resolve()
    await ending.promise
    return end()
  })
  await Promise.race([started.promise, whole])
  return () => {
    ending.resolve()
    return whole
  }
}

/** Resolves once somebody waits for a lock. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (rows.length > 0) return
  }
}

test.group('Media files at the same time', () => {
  test('bytes stay that come in once more while their row is due to go', async ({ assert }) => {
    const [{ workspaceId }, there] = [(await newForm()).creator, (await newForm()).creator.workspaceId]
    const again: [string, (picture: object, bytes: Buffer) => (scope: Scope) => Promise<unknown>][] = [
      [there, (picture) => (scope) => keepMedia(scope, JSON.stringify(picture))],
      [workspaceId, (_, bytes) => () => taken(workspaceId, bytes, 'another.png')],
    ]
    for (const [where, comes] of again) {
      const bytes = newPng()
      const picture = await taken(workspaceId, bytes)
      await within(workspaceId, ({ trx }) =>
        trx.rawQuery(`update media set unused_since = unused_since - interval '25 hours'`),
      )
      const end = await begun(where, comes(picture, bytes), () => Promise.resolve())
      await collectMedia(never)
      await end()
      // the row goes a moment later: others have its bytes now
      await collectMedia(never)
      const { rows } = await within(where, ({ trx }) =>
        trx.rawQuery<{ rows: { src: string }[] }>(
          `select '/media/' || id || '/' || sha256 as src from media where sha256 = ?`,
          [picture.src.split('/').at(-1) ?? ''],
        ),
      )
      assert.lengthOf(rows, 1)
      assert.isTrue((await new Visitor().get(rows[0].src)).bytes.equals(bytes))
    }
  })

  test('a picture comes again while it is copied with others', async ({ assert }) => {
    const [{ workspaceId }, there] = [(await newForm()).creator, (await newForm()).creator.workspaceId]
    const bytes = newPng()
    const shown = [await taken(workspaceId, bytes), await taken(there, newPng())]
    const end = await begun(workspaceId, lockRoom, () => taken(workspaceId, bytes))
    const copied = within(workspaceId, (scope) => keepMedia(scope, JSON.stringify(shown)))
    await waiting()
    const [{ src }] = await Promise.all([end(), copied])
    assert.equal(src, shown[0].src)
  })

  test('a picture is copied once more where its row is just going', async ({ assert }) => {
    const [{ workspaceId }, there] = [(await newForm()).creator, (await newForm()).creator.workspaceId]
    const picture = await taken(workspaceId, newPng())
    const keep = (scope: Scope) => keepMedia(scope, JSON.stringify(picture))
    await within(there, keep)
    await within(there, ({ trx }) => trx.rawQuery('update media set unused_since = now()'))
    const row = `from media where workspace_id = '${there}'`
    // as the collector removes it
    const going = await operator().transaction()
    await going.rawQuery(`delete ${row}`)
    const kept = within(there, keep)
    await waiting()
    await going.commit()
    await kept
    const { rows } = await within(there, ({ trx }) => trx.rawQuery<{ rows: unknown[] }>(`select ${row}`))
    assert.lengthOf(rows, 1)
  })
})
