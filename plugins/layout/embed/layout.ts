import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const definition = defineLayout({
  kind: 'embed',
  version: 1,
  role: 'content',
  settings: v.object({
    url: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.check(
          (url) => url === '' || originOf(url) !== undefined,
          'Enter a complete address that begins with https://.',
        ),
        v.title('Address'),
        v.description('Of a map, a calendar, or another page that can be embedded.'),
      ),
      '',
    ),
    title: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(300),
        v.title('Title'),
        v.description('What the frame shows, for screen readers, and on the button that opens it.'),
      ),
      '',
    ),
    height: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(100),
        v.maxValue(2000),
        v.title('Height'),
        v.description('In pixels.'),
      ),
      400,
    ),
    atOnce: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Load at once'),
        v.description('Otherwise nothing is loaded from there before somebody presses the button.'),
      ),
      false,
    ),
  }),
  presets: [{ name: 'embed', group: 'layout', order: 28 }],
  texts: () => [{ path: 'title', kind: 'plain', piping: false }],
  check: ({ url }) => {
    const message = 'Nothing is shown yet. Enter the address of a page.'
    return url ? [] : [{ severity: 'warning', code: 'unfinished', path: 'settings.url', message }]
  },
  publicSettings: ['url', 'title', 'height', 'atOnce'],
  csp: ({ url }): Record<string, string[]> => {
    const origin = originOf(url)
    return origin === undefined ? {} : { 'frame-src': [origin] }
  },
  permissions: ({ url }) => {
    const origin = originOf(url)
    return origin === undefined ? {} : { fullscreen: [origin] }
  },
})

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.origin : undefined
}

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
