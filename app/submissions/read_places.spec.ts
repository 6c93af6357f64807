import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { withReadPlace } from '#app/submissions/read_places'
import { readView } from '#app/submissions/view'

test('two searches of a workspace run at a time, whole views and other workspaces wait for none', async ({
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
  const running = [read(busy, search, released), read(busy, search, released)]
  const waiting = read(busy)
  await read(other)
  await read(busy, readView('', undefined))
  assert.deepEqual(begun, [busy, busy, other, busy])
  go()
  await Promise.all([...running, waiting])
  assert.lengthOf(begun, 5)
})
