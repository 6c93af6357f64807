import { test } from '@japa/runner'
import { safeParse } from 'valibot'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('audio', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [{ title: 'The bell', caption: 'How it sounds', transcript: 'Ding.\nDong.' }],
  })

  test('plays sounds alone', ({ assert }) => {
    const sound = {
      src: `/media/00000000-0000-4000-8000-000000000000/${'0'.repeat(64)}`,
      name: 'bell',
      size: 1,
    }
    for (const [type, fits] of [
      ['audio/mpeg', true],
      ['audio/ogg', true],
      ['video/mp4', false],
      ['text/html', false],
    ] as const)
      assert.equal(safeParse(definition.settings, { sound: { ...sound, type } }).success, fits, type)
  })
})
