import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { withUploadPlace } from '#app/files/upload_places'
import { isBusy } from '#app/http/load_shedding'
import env from '#start/env'

/** Of a second so many bytes are slow; nothing is given in advance. */
const SLOW = { perSecond: 1_000, given: 0 }

/** A file that is on its way until it is whole or cut off. */
function upload(by: string, workspaceId: string, bytesRead: number) {
  const end = Promise.withResolvers<void>()
  const request = { complete: false, socket: { bytesRead: 0 }, cut: false, destroy: () => {} }
  request.destroy = () => {
    request.cut = true
    end.resolve()
  }
  const taken = withUploadPlace({ by, workspaceId, request }, () => end.promise, SLOW)
  request.socket.bytesRead = bytesRead
  return { request, taken, end: end.resolve }
}

const tried = (by: string, workspaceId: string) =>
  withUploadPlace({ by, workspaceId }, () => Promise.resolve('taken'), SLOW).catch((error: unknown) => {
    if (isBusy(error)) return 'busy'
    throw error
  })

test.group('Places of files that come in', (group) => {
  group.each.setup(() => {
    const before = env.get('UPLOADS_AT_ONCE')
    env.set('UPLOADS_AT_ONCE', 8)
    return () => env.set('UPLOADS_AT_ONCE', before ?? 400)
  })

  test('are taken from whoever sends next to nothing, however many addresses they have', async ({
    assert,
  }) => {
    const begun = ['a', 'b', 'c', 'd'].map((by, n) => upload(by, 'one', n === 2 ? 1 : 1_000_000))
    const elsewhere = upload('e', 'two', 0)
    await sleep(20)
    assert.equal(await tried('f', 'one'), 'taken')
    assert.deepEqual(
      begun.map(({ request }) => request.cut),
      [false, false, true, false],
    )
    assert.isFalse(elsewhere.request.cut)
    for (const { end } of [...begun, elsewhere]) end()
    await Promise.all([...begun, elsewhere].map(({ taken }) => taken))
  })

  test('stay with those who send, and with files that are whole and being kept', async ({ assert }) => {
    const begun = ['a', 'b', 'c', 'd'].map((by) => upload(by, 'one', 1_000_000))
    const [whole] = begun
    whole.request.socket.bytesRead = 10
    whole.request.complete = true
    await sleep(20)
    assert.equal(await tried('f', 'one'), 'busy')
    assert.isFalse(begun.some(({ request }) => request.cut))
    for (const { end } of begun) end()
    await Promise.all(begun.map(({ taken }) => taken))
    assert.equal(await tried('f', 'one'), 'taken')
  })

  test('of an address go to its newer files, from its own slow ones alone', async ({ assert }) => {
    const own = [upload('a', 'one', 0), upload('a', 'two', 1_000_000)]
    const other = upload('b', 'one', 0)
    await sleep(20)
    assert.equal(await tried('a', 'three'), 'taken')
    assert.deepEqual([own[0]?.request.cut, own[1]?.request.cut, other.request.cut], [true, false, false])
    for (const { end } of [...own, other]) end()
    await Promise.all([...own, other].map(({ taken }) => taken))
  })
})
