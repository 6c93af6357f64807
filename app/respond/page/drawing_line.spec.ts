import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { isBusy } from '#app/http/load_shedding'
import { inDrawingLine } from '#app/respond/page/drawing_line'

test.group('Pages drawn for one visit', () => {
  test('one of a form at a time, four of all, and a hundred of a form wait ten seconds', async ({
    assert,
    cleanup,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    cleanup(() => mock.timers.reset())
    const gate = Promise.withResolvers<void>()
    const [drawing, refused]: [string[], string[]] = [[], []]
    const ask = (formId: string) =>
      inDrawingLine({ formId }, async () => {
        drawing.push(formId)
        await gate.promise
      }).catch((error: unknown) => {
        if (!isBusy(error)) throw error
        refused.push(formId)
      })
    const visits = Array.from({ length: 101 }, () => ask('a'))
    visits.push(...['b', 'c', 'd', 'e'].map(ask))
    await turn()
    await turn()
    assert.deepEqual(drawing, ['a', 'b', 'c', 'd'])
    assert.deepEqual(refused, [])
    await ask('a')
    assert.deepEqual(refused, ['a'])

    mock.timers.tick(9_999)
    await turn()
    assert.lengthOf(refused, 1)
    mock.timers.tick(1)
    // before the test is over: what stops its own timer would be mocked, too
    mock.timers.reset()
    // they are refused in turns
    while (refused.length < 102) await turn()
    await turn()
    // those that are drawn have waited enough
    assert.lengthOf(refused, 102)
    gate.resolve()
    await Promise.all(visits)
    assert.lengthOf(drawing, 4)
  })
})
