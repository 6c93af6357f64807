import { test } from '@japa/runner'
import { contrast, parseColour, themeStyle } from './theme.ts'

const strongOf = (style: string) => [...style.matchAll(/--strong:(#\w{6});--on-strong:(#\w{6})/g)]
const ACCENTS = [
  '#3B82F6',
  '#FDE047',
  '#fff',
  '#000000',
  '#22C55E',
  '#F97316',
  '#9CA3AF',
  '#7C3AED',
  'not a colour',
]

test.group('Colours of a theme', () => {
  for (const accent of ACCENTS) {
    test(`${accent} is made readable on light and on dark ground`, ({ assert }) => {
      const style = themeStyle({ theme: 'default', size: 'md', radius: 'small', accent })
      const [light, dark] = strongOf(style)
      for (const [pair, ground] of [
        [light, '#ffffff'],
        [dark, '#14161a'],
      ] as const) {
        const strong = parseColour(pair?.[1] ?? '')
        const on = parseColour(pair?.[2] ?? '')
        const under = parseColour(ground)
        if (!strong || !on || !under) return assert.fail(style)
        assert.isAtLeast(contrast(strong, under), 4.5)
        assert.isAtLeast(contrast(strong, on), 4.5)
      }
    })
  }

  test('an accent that is dark enough stays as it is', ({ assert }) => {
    assert.include(
      themeStyle({ theme: 'default', size: 'md', radius: 'small', accent: '#1D4ED8' }),
      '--strong:#1d4ed8;',
    )
  })
})
