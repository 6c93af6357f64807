import { test } from '@japa/runner'
import { afterExclusiveLock, withSharedLock, withExclusiveLock } from './request_lock.ts'

/** A request that is answered when the test says so. */
function request(log: string[], name: string) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const send = async () => {
    log.push(`${name} sent`)
    await answered
    log.push(`${name} answered`)
    return name
  }
  return { send, answer }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test.group('Turns of requests', () => {
  test('what renews the session waits for the others, and the others wait for it', async ({ assert }) => {
    const log: string[] = []
    const [early, renewing, late] = ['early', 'renewing', 'late'].map((name) => request(log, name))
    if (!early || !renewing || !late) throw new Error('three were made')
    const all = [withSharedLock(early.send), withExclusiveLock(renewing.send), withSharedLock(late.send)]
    await settled()
    assert.deepEqual(log, ['early sent'])
    early.answer()
    await settled()
    assert.deepEqual(log.slice(1), ['early answered', 'renewing sent'])
    renewing.answer()
    await settled()
    assert.deepEqual(log.slice(3), ['renewing answered', 'late sent'])
    late.answer()
    assert.deepEqual(await Promise.all(all), ['early', 'renewing', 'late'])
  })

  test('a file of minutes waits for what renews the session, and nothing waits for the file', async ({
    assert,
  }) => {
    const log: string[] = []
    const [file, renewing, later, next] = ['file', 'renewing', 'later file', 'next'].map((name) =>
      request(log, name),
    )
    if (!file || !renewing || !later || !next) throw new Error('four were made')
    const all = [
      afterExclusiveLock(file.send),
      withExclusiveLock(renewing.send),
      afterExclusiveLock(later.send),
      withSharedLock(next.send),
    ]
    await settled()
    assert.deepEqual(log, ['file sent', 'renewing sent'])
    renewing.answer()
    await settled()
    assert.sameMembers(log.slice(2), ['renewing answered', 'later file sent', 'next sent'])
    for (const { answer } of [file, later, next]) answer()
    await Promise.all(all)
  })

  test('a request that fails holds up nobody', async ({ assert }) => {
    const failing = () => Promise.reject(new Error('lost'))
    const first = withSharedLock(failing)
    const second = withExclusiveLock(failing)
    const third = withSharedLock(async () => 'sent')
    await assert.rejects(() => first, 'lost')
    await assert.rejects(() => second, 'lost')
    assert.equal(await third, 'sent')
  })

  test('without one that goes by itself a request leaves at once, so that it leaves a page that closes', ({
    assert,
  }) => {
    const log: string[] = []
    const { send, answer } = request(log, 'last')
    void withSharedLock(send)
    assert.deepEqual(log, ['last sent'])
    answer()
  })
})
