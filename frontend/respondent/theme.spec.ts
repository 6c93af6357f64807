import { test } from '@japa/runner'
import fc from 'fast-check'
import { BLACK, contrast, hex, mix, parseColour } from './colour.ts'
import { fixedScheme, themeStyle } from './theme.ts'

const THEMES = ['default', 'simple', 'notion'] as const

/** The colours a look says, by name: first the light ones, then the dark. */
function coloursOf(
  accent: string,
  theme: (typeof THEMES)[number] = 'default',
  own: Partial<Record<'ground' | 'ink' | 'button', string>> = {},
) {
  const style = themeStyle({ theme, accent, ...own })
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

/** The button as it is while it is pointed at. */
function pointedAt(button = ''): string {
  const colour = parseColour(button)
  return colour ? hex(mix(colour, BLACK, 0.1)) : ''
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
            assert.isAtLeast(between(pointedAt(colours.fill), colours['on-fill'] ?? ''), 4.5, accent)
          }
        }
      }),
      // the brightest that are no grey, too
      { numRuns: 1000, examples: [[0xffffd8]] },
    )
  })

  test('1,000 grounds, inks and buttons of their own, together and alone: the same', ({ assert }) => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((number) => `#${number.toString(16).padStart(6, '0')}`)
    const maybe = fc.option(colour, { nil: undefined })
    fc.assert(
      fc.property(colour, maybe, maybe, maybe, (accent, ground, ink, button) => {
        const own = { ...(ground && { ground }), ...(ink && { ink }), ...(button && { button }) }
        for (const theme of THEMES) {
          for (const [scheme, colours] of Object.entries(coloursOf(accent, theme, own))) {
            const name = `${JSON.stringify(own)} ${accent} ${theme} ${scheme}`
            const low = (pairs: string[][], least: number) =>
              pairs.filter(([on, under]) => between(colours[on] ?? '', colours[under] ?? '') < least)
            assert.deepEqual(low(TEXTS, 4.5), [], name)
            assert.deepEqual(low(CONTROLS, 3), [], name)
            assert.isAtLeast(between(pointedAt(colours.fill), colours['on-fill'] ?? ''), 4.5, name)
            if (!button) continue
            assert.deepEqual(low([['on-button', 'button']], 4.5), [], name)
            assert.isAtLeast(between(pointedAt(colours.button), colours['on-button'] ?? ''), 4.5, name)
          }
        }
      }),
      { numRuns: 1000, examples: [['#3b82f6', '#777777', '#777777', '#777777']] },
    )
  })

  test('an own ground is the same light and dark, and decides which; on paper it is not there', ({
    assert,
  }) => {
    const look = { theme: 'default', accent: '#3B82F6', scheme: 'light', ground: '#0B1D3A' } as const
    const style = themeStyle(look)
    assert.match(
      style,
      /^:root\{color-scheme:light;--ground:#ffffff;.*@media screen\{:root\{color-scheme:dark;--ground:#0b1d3a;/,
    )
    assert.equal(fixedScheme(look), 'dark')
    assert.equal(fixedScheme({ ...look, ground: '#FFF7E6' }), 'light')
  })

  for (const [name, own, seen] of [
    ['a text that can be read stays', { ink: '#5B21B6' }, { ink: '#5b21b6' }],
    ['a pale text is darkened', { ink: '#FDE047' }, { ink: '#886b00' }],
    [
      'a button of its own leaves ticks to the accent',
      { button: '#16A34A' },
      { fill: '#2a70e3', button: '#008830' },
    ],
    [
      'a button like its ground takes the text',
      { button: '#FFFFFF' },
      { button: '#14171c', 'on-button': '#ffffff' },
    ],
    [
      'a white button stays on a dark ground',
      { ground: '#0B1D3A', button: '#FFFFFF' },
      { button: '#ffffff', 'on-button': '#14171c' },
    ],
  ] as const) {
    test(name, ({ assert }) => {
      const { light, dark } = coloursOf('#3B82F6', 'default', own)
      assert.containSubset('ground' in own ? dark : light, seen)
    })
  }

  test('a form may say that it is light or dark; on paper it is light', ({ assert }) => {
    const look = { theme: 'default', accent: '#3B82F6' } as const
    assert.notInclude(themeStyle({ ...look, scheme: 'light' }), '@media')
    assert.match(
      themeStyle({ ...look, scheme: 'dark' }),
      /^:root\{color-scheme:light;.*@media screen\{:root\{/,
    )
    assert.include(themeStyle(look), '@media screen and (prefers-color-scheme:dark){')
  })
})
