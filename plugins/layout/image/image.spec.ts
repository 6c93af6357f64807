import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { safeParse } from 'valibot'
import { renderedHtml } from '@formwright/kit/conform/rendered'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('image', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [{ alt: 'A map', caption: 'The way to us', link: 'https://example.com/way' }],
  })

  test('leads only to harmless addresses')
    .with([
      ['https://example.com/', true],
      ['javascript:alert(1)', false],
      ['java\nscript:alert(1)', false],
      ['/settings', false],
    ] as const)
    .run(({ assert }, [link, fits]) => {
      assert.equal(safeParse(definition.settings, { link }).success, fits)
    })

  test('is pressed to come there, and called by its alternative text or its address', async ({ assert }) => {
    const file = fileURLToPath(new URL('respond.tsx', import.meta.url))
    const picture = { src: '/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/map.png', width: 20, height: 10 }
    for (const alt of ['A map', '']) {
      const link = 'https://example.com/way'
      const props = { block: { settings: { picture, alt, caption: '', link } }, texts: {} }
      const html = await renderedHtml(file, props, {})
      assert.include(
        html,
        `<a href="${link}" target="_blank" rel="noreferrer" aria-label="${alt || link}"><img`,
      )
    }
  })
})
