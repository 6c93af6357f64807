import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { withReadPlace } from '#app/submissions/read_places'
import { readView } from '#app/submissions/view'
import { CONNECTIONS_BESIDE } from '#app/workspaces/within'

test('searches of a workspace take half of its connections, whole views and other workspaces wait for none', async ({
  assert,
}) => {
  const [busy, other] = [randomUUID(), randomUUID()]
  const search = readView('word', undefined)
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  const begun: string[] = []
  const read = (workspace: string, view = search, until: Promise<void> | undefined = undefined) =>
    withReadPlace(workspace, view, async () => {
      begun.push(workspace)
      await until
    })
  const half = Math.floor(CONNECTIONS_BESIDE / 2)
  const running = Array.from({ length: half }, () => read(busy, search, released))
  const waiting = read(busy)
  await read(other)
  await read(busy, readView('', undefined))
  assert.deepEqual(begun, [...running.map(() => busy), other, busy])
  go()
  await Promise.all([...running, waiting])
  assert.lengthOf(begun, half + 3)
})
