import { test } from '@japa/runner'
import { registry } from '../fixtures/kinds.ts'
import { emptySettings } from './document.ts'
import { readBlock, wholeDocument } from './reading.ts'

const block = { id: 'aaaaaa', kind: 'text', v: 2, settings: {} }

test.group('Reading of blocks', () => {
  test('what was read of a block holds for the one with all its settings', ({ assert }) => {
    const document = { format: 1 as const, settings: emptySettings('A form'), blocks: [block], aliases: {} }
    const [whole] = wholeDocument(document, registry).blocks
    assert.deepEqual(whole.settings, readBlock(block, registry).read.settings)
    const { read } = readBlock(whole, registry)
    assert.equal(read.block, whole)
    assert.strictEqual(read.field, readBlock(block, registry).read.field)
  })
})
