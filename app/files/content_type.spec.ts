import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { contentType } from '#app/files/content_type'

test.group('The type of a file', (group) => {
  let folder = ''
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'types-'))
    return () => rm(folder, { recursive: true })
  })

  const CASES: [text: string, name: string, type: string][] = [
    ['<svg width="1"/>', 'a.png', 'image/svg+xml'],
    ['\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg><svg/>', 'a.svg', 'image/svg+xml'],
    [`<?xml version="1.0"?><!--${'licence '.repeat(1_000)}--><svg/>`, 'a.svg', 'image/svg+xml'],
    ['<?xml version="1.0"?><feed/>', 'a.svg', 'application/xml'],
    ['<!doctype html><svg>', 'a.svg', 'text/html'],
    ['a,b\n1,2', 'a.csv', 'text/csv'],
    ['a,b\n1,2', 'a.svg', 'text/plain'],
    [`OggS${'\0'.repeat(24)}OpusHead`, 'a.ogg', 'audio/ogg'],
    ['a\0b', 'a.csv', 'application/octet-stream'],
  ]
  test('is told by its bytes; its name is believed among kinds of text', async ({ assert }) => {
    for (const [index, [text, name, type]] of CASES.entries()) {
      const path = join(folder, String(index))
      await writeFile(path, text)
      assert.equal(await contentType(path, name), type, text.slice(0, 50))
    }
  })

  test('is told at once of a text that is made to be hard to read', async ({ assert }) => {
    const path = join(folder, 'hard')
    await writeFile(path, '<!---->'.repeat(26))
    const started = performance.now()
    assert.equal(await contentType(path, 'hard.txt'), 'text/plain')
    assert.isBelow(performance.now() - started, 1_000)
  })
})
