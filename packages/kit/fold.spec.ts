import { test } from '@japa/runner'
import { fold } from './fold.ts'
import { fold as inBrowsers } from './fold_browser.ts'

/** Milliseconds that this thread worked. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test.group('A text as it is compared', () => {
  test('is what browsers make of it', ({ assert }) => {
    for (const text of [' Straße ', 'A\u0308', 'ΣΑΣ', 'नि', 'a' + '\u0301'.repeat(99), '👩‍👩‍👧', '\ud800'])
      assert.equal(fold(text), inBrowsers(text))
    assert.equal(fold('A\u0308'), 'ä')
  })

  test('has a hundred combining marks in a row, and is made in no time where more were written', ({
    assert,
  }) => {
    const many = `a${'\u0323\u0301'.repeat(50_000)}`
    const before = worked()
    assert.equal(fold(many), inBrowsers(many.slice(0, 101)))
    assert.isBelow(worked() - before, 100)
  })

  test('that is long is made once, however often it is compared', ({ assert }) => {
    const text = 'x\u0301B '.repeat(150_000)
    const before = worked()
    for (let times = 0; times < 30; times++) assert.equal(fold(text).length, text.length - 1)
    assert.isBelow(worked() - before, 150)
    assert.equal(fold('A'.repeat(10_000)), 'a'.repeat(10_000))
    assert.equal(fold('B'.repeat(10_000)), 'b'.repeat(10_000))
  })
})
