import { test } from '@japa/runner'
import fc from 'fast-check'
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

  test('any accent: what stands on its tint, and what is pressed, can be read', ({ assert }) => {
    const colour = fc.integer({ min: 0, max: 0xffffff })
    const grounds = {
      light: ['#ffffff', '#f6f7f9', '#16191f', '#5a6270'],
      dark: ['#14161a', '#1e2127', '#eceef2', '#a3abb9'],
    }
    fc.assert(
      fc.property(colour, (number) => {
        const accent = `#${number.toString(16).padStart(6, '0')}`
        const style = themeStyle({ theme: 'default', size: 'md', radius: 'small', accent })
        const tints = [...style.matchAll(/--tint:(#\w{6})/g)]
        for (const [at, [ground, raised, ink, muted]] of [grounds.light, grounds.dark].entries()) {
          const [, strong, on] = strongOf(style)[at]
          const tint = tints[at][1]
          for (const [text, under] of [
            ...[ground, raised, tint].map((one) => [strong, one]),
            [on, strong],
            [ink, tint],
            [muted, tint],
          ]) {
            const [a, b] = [parseColour(text), parseColour(under)]
            if (a && b) assert.isAtLeast(contrast(a, b), 4.5, `${accent}: ${text} on ${under}`)
            else assert.fail(style)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('an accent that is dark enough stays as it is', ({ assert }) => {
    assert.include(
      themeStyle({ theme: 'default', size: 'md', radius: 'small', accent: '#1D4ED8' }),
      '--strong:#1d4ed8;',
    )
  })
})
