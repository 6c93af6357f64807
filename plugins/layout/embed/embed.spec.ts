import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('embed', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [
      { url: 'https://www.openstreetmap.org/export/embed.html?bbox=1', title: 'The way to us' },
      { url: 'https://maps.example/', atOnce: true, height: 200 },
    ],
  })

  test('takes whole and safe addresses, and allows frames of their host alone')
    .with([
      ['https://maps.example/a?b=1', 'https://maps.example'],
      ['https://maps.example:8443/', 'https://maps.example:8443'],
      ['', undefined],
      ['http://maps.example/', null],
      ['//maps.example/', null],
      ['/forms/other', null],
      ['https://ada:secret@maps.example/', null],
      ['javascript:alert(1)', null],
      ['data:text/html,x', null],
    ] as const)
    .run(({ assert }, [url, origin]) => {
      assert.equal(safeParse(definition.settings, { url }).success, origin !== null)
      if (origin === null) return
      const policy = definition.csp?.(parse(definition.settings, { url }))
      assert.deepEqual(policy, origin === undefined ? {} : { 'frame-src': [origin] })
    })
})
