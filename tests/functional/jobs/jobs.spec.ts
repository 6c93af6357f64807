import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { withAdvisoryLock } from '#app/jobs/advisory_lock'
import { Jobs, type Work } from '#app/jobs/jobs'

/** A queue of this test alone, and what its work was called with. */
function work(run: Work['run']): Work {
  return { queue: `test-${randomUUID()}`, retries: 2, pollSeconds: 0.5, run }
}

async function enqueue(jobs: Jobs, queue: string, id: string): Promise<void> {
  await db.transaction((trx) => jobs.enqueue(queue, { id }, trx))
  jobs.wake(queue)
}

interface Row {
  state: string
  data: unknown
  output: unknown
}

async function rowsOf(queue: string): Promise<Row[]> {
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    'select state, data, output from jobs.job where name = ?',
    [queue],
  )
  return rows
}

/** Resolves with the only job of a queue once it is in this state. */
async function reached(queue: string, state: string): Promise<Row> {
  for (;;) {
    const [row] = await rowsOf(queue)
    if (row?.state === state) return row
  }
}

test.group('Jobs', () => {
  test('a job is part of the transaction that asks for it, and done by one process', async ({
    assert,
    cleanup,
  }) => {
    const done: string[] = []
    const kind = work(async ({ id }) => void done.push(id))
    const processes = [await Jobs.start([kind]), await Jobs.start([kind])]
    cleanup(async () => {
      await Promise.all(processes.map((process) => process.stop()))
    })
    const [first, second] = processes
    await assert.rejects(() =>
      db.transaction(async (trx) => {
        await first.enqueue(kind.queue, { id: randomUUID() }, trx)
        throw new Error('changed my mind')
      }),
    )
    assert.deepEqual(await rowsOf(kind.queue), [])
    const id = randomUUID()
    await enqueue(first, kind.queue, id)
    second.wake(kind.queue)
    await reached(kind.queue, 'completed')
    assert.deepEqual(done, [id])
  })

  test('what fails is tried again, and the queue keeps ids only', async ({ assert, cleanup }) => {
    let tries = 0
    const kind = work(async () => {
      tries++
      if (tries === 1) throw new Error('the answer was: my secret')
    })
    const process = await Jobs.start([kind])
    cleanup(() => process.stop())
    const id = randomUUID()
    await enqueue(process, kind.queue, id)
    const retried = await reached(kind.queue, 'retry')
    assert.notInclude(JSON.stringify(retried), 'secret')
    const { data } = await reached(kind.queue, 'completed')
    assert.deepEqual(data, { id })
    assert.equal(tries, 2)
  })

  test('a process that is stopped gives its job back, and another one goes on', async ({
    assert,
    cleanup,
  }) => {
    let begun = () => {}
    const running = new Promise<void>((resolve) => (begun = resolve))
    const kind = work(async (_ids, signal) => {
      begun()
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    const leaving = await Jobs.start([kind])
    await enqueue(leaving, kind.queue, randomUUID())
    await running
    const began = performance.now()
    await leaving.stop()
    assert.isBelow(performance.now() - began, 5_000)
    assert.equal((await rowsOf(kind.queue))[0].state, 'retry')
    const next = await Jobs.start([{ ...kind, run: async () => {} }])
    cleanup(() => next.stop())
    await reached(kind.queue, 'completed')
  })

  test('times that no work has any more are forgotten', async ({ assert, cleanup }) => {
    const kind = { ...work(async () => {}), cron: '0 0 1 1 *' }
    const timed = async () => {
      const { rows } = await db.rawQuery<{ rows: { name: string }[] }>('select name from jobs.schedule')
      return rows.map(({ name }) => name)
    }
    const before = await Jobs.start([kind])
    cleanup(() => before.stop())
    assert.deepEqual(await timed(), [kind.queue])
    const after = await Jobs.start([])
    cleanup(() => after.stop())
    assert.deepEqual(await timed(), [])
  })

  test('the serving role uses the tables and can change none', async ({ assert }) => {
    await assert.rejects(() => db.rawQuery('create table jobs.more (id uuid)'), /permission denied/)
    await assert.rejects(() => db.rawQuery('alter table jobs.job add column more text'), /must be owner/)
  })

  test('what must be done alone is done by one at a time', async ({ assert }) => {
    const name = randomUUID()
    let inside: boolean | undefined
    assert.isTrue(
      await withAdvisoryLock(name, async () => {
        inside = await withAdvisoryLock(name, async () => assert.fail('two at a time'))
      }),
    )
    assert.isFalse(inside)
    assert.isTrue(await withAdvisoryLock(name, async () => {}))
  })

  test('a workspace that asks for much does not hold up another, and has one at a time', async ({
    assert,
    cleanup,
  }) => {
    const [busy, other] = [randomUUID(), randomUUID()]
    let underWay = 0
    const begun: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const kind = {
      ...work(async ({ workspace_id: workspace }) => {
        begun.push(workspace)
        if (workspace === other) return release()
        underWay += 1
        assert.equal(underWay, 1)
        await released
        underWay -= 1
      }),
      atOnce: 2,
    }
    const jobs = await Jobs.start([kind])
    cleanup(() => jobs.stop())
    await db.transaction(async (trx) => {
      for (const workspace_id of [busy, busy, busy, other])
        await jobs.enqueue(kind.queue, { workspace_id, id: randomUUID() }, trx)
    })
    while ((await rowsOf(kind.queue)).some(({ state }) => state !== 'completed')) await sleep(50)
    assert.deepEqual(begun.slice(0, 2), [busy, other])
    assert.lengthOf(begun, 4)
  })
})
