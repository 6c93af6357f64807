import { test } from '@japa/runner'
import fc from 'fast-check'
import { contrast, parseColour } from './colour.ts'
import { themeStyle } from './theme.ts'

const THEMES = ['default', 'simple', 'notion'] as const

/** The colours a look says, by name: first the light ones, then the dark. */
function coloursOf(accent: string, theme: (typeof THEMES)[number] = 'default') {
  const style = themeStyle({ theme, size: 'md', radius: 'small', accent })
  const schemes = style.split('@media').map((rules) => {
    const colours: Record<string, string> = {}
    for (const [, name = '', colour = ''] of rules.matchAll(/--([a-z-]+):(#\w{6})/g)) colours[name] = colour
    return colours
  })
  return { light: schemes[0], dark: schemes[1] }
}

function between(a: string, b: string): number {
  const [one, other] = [parseColour(a), parseColour(b)]
  return one && other ? contrast(one, other) : 0
}

/** What stands on what: texts, and controls that are no text. */
const TEXTS = [
  ...['ink', 'muted', 'strong', 'wrong'].flatMap((text) => [
    [text, 'ground'],
    [text, 'raised'],
  ]),
  ...['ink', 'muted', 'strong'].map((text) => [text, 'tint']),
  ...['ink', 'wrong'].map((text) => [text, 'wrong-ground']),
  ['on-fill', 'fill'],
]
const CONTROLS = [
  ...['strong', 'line'].flatMap((control) => [
    [control, 'ground'],
    [control, 'raised'],
  ]),
  ['strong', 'tint'],
]

const ACCENTS = [
  ['#3B82F6', { fill: '#2a70e3', strong: '#236adc' }, { fill: '#2a70e3', strong: '#448cff' }],
  ['#F59E0B', { fill: '#f59e0b', strong: '#ab5900' }, { fill: '#f59e0b', strong: '#f59e0b' }],
  ['#1D4ED8', { fill: '#1d4ed8', strong: '#1d4ed8' }, {}],
  ['#000000', { fill: '#000000', strong: '#000000', tint: '#f6f7f9' }, { fill: '#eff1f4' }],
  ['#FDE047', { fill: '#fde047', 'on-fill': '#14171c' }, { fill: '#fde047', strong: '#fde047' }],
  ['not a colour', { fill: '#2a70e3' }, { fill: '#2a70e3' }],
] as const

test.group('Colours of a theme', () => {
  for (const [accent, light, dark] of ACCENTS) {
    test(`${accent} is moved in its lightness alone, and only where it must be`, ({ assert }) => {
      const colours = coloursOf(accent)
      assert.containSubset(colours.light, light)
      assert.containSubset(colours.dark, dark)
    })
  }

  test('1,000 accents, in each theme, light and dark: whatever stands on something is seen', ({ assert }) => {
    const colour = fc.integer({ min: 0, max: 0xffffff })
    fc.assert(
      fc.property(colour, (number) => {
        const accent = `#${number.toString(16).padStart(6, '0')}`
        for (const theme of THEMES) {
          for (const [scheme, colours] of Object.entries(coloursOf(accent, theme))) {
            const low = (pairs: string[][], least: number) =>
              pairs.filter(([on, under]) => between(colours[on] ?? '', colours[under] ?? '') < least)
            assert.deepEqual(low(TEXTS, 4.5), [], `${accent} ${theme} ${scheme}`)
            assert.deepEqual(low(CONTROLS, 3), [], `${accent} ${theme} ${scheme}`)
          }
        }
      }),
      // the brightest that are no grey, too
      { numRuns: 1000, examples: [[0xffffd8]] },
    )
  })

  test('a form may say that it is light or dark; on paper it is light', ({ assert }) => {
    const look = { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6' } as const
    assert.notInclude(themeStyle({ ...look, scheme: 'light' }), '@media')
    assert.match(
      themeStyle({ ...look, scheme: 'dark' }),
      /^:root\{color-scheme:light;.*@media screen\{:root\{/,
    )
    assert.include(themeStyle(look), '@media screen and (prefers-color-scheme:dark){')
  })
})
