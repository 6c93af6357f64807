import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { alternativeText, image } from '@formwright/kit/media'
import { safeUrl } from '@formwright/kit/safe_url'

const definition = defineLayout({
  kind: 'image',
  version: 1,
  role: 'content',
  settings: v.object({
    picture: v.optional(v.pipe(image(), v.title('Picture'))),
    alt: alternativeText('picture'),
    caption: v.optional(v.pipe(v.string(), v.maxLength(1000), v.title('Caption')), ''),
    link: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.check(
          (link) => link === '' || safeUrl(link) !== undefined,
          'Enter a complete address, such as https://example.com.',
        ),
        v.title('Link'),
        v.description('Opens in a new tab, so that nothing that was typed is lost.'),
        v.metadata({ with: 'picture' }),
      ),
      '',
    ),
  }),
  presets: [{ name: 'image', group: 'layout', order: 25 }],
  texts: () => [
    { path: 'caption', kind: 'plain', piping: true },
    { path: 'alt', kind: 'plain', piping: false },
  ],
  check: ({ picture }) => {
    const message = 'Nothing is shown yet. Choose a picture.'
    return picture ? [] : [{ severity: 'warning', code: 'unfinished', path: 'settings.picture', message }]
  },
  publicSettings: ['picture', 'alt', 'caption', 'link'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
