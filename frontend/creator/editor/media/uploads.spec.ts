import { test } from '@japa/runner'
import type { MediaFile } from '@formwright/kit/media'
import type { Sending } from '../../../api/client.ts'
import { Uploads } from './uploads.ts'

const STORED: MediaFile = { src: '/media/1/2', name: 'a.png', type: 'image/png', size: 1 }

/** An upload that ends when the test says so; `log` has what became of it. */
function upload(log: string[], name = 'a.png') {
  let arrive = () => {}
  let fail = () => {}
  let way: Sending | undefined
  const ended = new Promise<MediaFile>((resolve, reject) => {
    arrive = () => resolve(STORED)
    fail = () => reject(new Error('Too large.'))
  })
  return {
    arrive: () => arrive(),
    fail: () => fail(),
    /** how far it is, as its request says also after it was cancelled */
    tell: (share: number) => way?.onProgress(share),
    parts: {
      file: new File(['x'], name),
      send: (_: File, sending: Sending) => {
        way = sending
        return ended
      },
      onDone: () => void log.push(`${name} done`),
      onMissed: (message: string) => void log.push(message),
    },
  }
}

test.group('Uploads of an editor', () => {
  test('one goes on while nobody looks, and who looks again sees how far it is', async ({ assert }) => {
    const log: string[] = []
    const uploads = new Uploads()
    const leave = uploads.subscribe('logo', () => {})
    const { parts, arrive, tell } = upload(log)
    const ended = uploads.begin('logo', parts)
    leave()
    tell(0.5)
    assert.deepEqual(uploads.get('logo').sending, { name: 'a.png', share: 0.5 })
    arrive()
    await ended
    assert.deepEqual(log, ['a.png done'])
    assert.deepEqual(uploads.get('logo'), { announced: '' })
  })

  test('what fails is shown where it was begun, or told where nobody looks', async ({ assert }) => {
    const log: string[] = []
    const uploads = new Uploads()
    const seen = upload(log)
    const leave = uploads.subscribe('logo', () => {})
    const ended = uploads.begin('logo', seen.parts)
    seen.fail()
    await ended
    assert.equal(uploads.get('logo').failed, 'Too large.')
    assert.deepEqual(log, [])
    leave()
    // a panel that opens later begins anew
    assert.isUndefined(uploads.get('logo').failed)

    const unseen = upload(log, 'b.png')
    const missed = uploads.begin('logo', unseen.parts)
    unseen.fail()
    await missed
    assert.deepEqual(log, ['b.png was not uploaded. Too large.'])
  })

  test('what is cancelled, or gave way to another, changes nothing when it arrives', async ({ assert }) => {
    const log: string[] = []
    const uploads = new Uploads()
    uploads.subscribe('logo', () => {})
    const [first, second, third] = ['1', '2', '3'].map((name) => upload(log, name))
    if (!first || !second || !third) throw new Error('three were made')
    const all = [uploads.begin('logo', first.parts), uploads.begin('logo', second.parts)]
    first.arrive()
    first.tell(0.9)
    assert.equal(uploads.get('logo').sending?.name, '2')
    uploads.cancel('logo')
    second.arrive()
    second.tell(0.9)
    assert.deepEqual(uploads.get('logo'), { announced: 'Canceled' })
    const last = uploads.begin('logo', third.parts)
    third.arrive()
    await Promise.all([...all, last])
    assert.deepEqual(log, ['3 done'])
  })
})
