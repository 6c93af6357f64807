import { test } from '@japa/runner'
import { WorkBeside } from './work_beside.ts'

test.group('Work beside requests', () => {
  test('what cannot begin is tried again until it does, and stopped once', async ({ assert }) => {
    const log: string[] = []
    await new Promise<void>((resolve) => {
      const work = new WorkBeside(async () => {
        log.push('tried')
        if (log.length < 3) throw new Error('the database is away')
        setImmediate(() => resolve(Promise.all([work.stop(), work.stop()]).then(() => undefined)))
        return async () => void log.push('stopped')
      })
    })
    assert.deepEqual(log, ['tried', 'tried', 'tried', 'stopped'])
  })

  test('what has not begun when the process ends never does', async ({ assert }) => {
    let begun = 0
    const work = new WorkBeside(async () => {
      begun += 1
      return async () => undefined
    })
    await work.stop()
    assert.equal(begun, 0)
  })
})
