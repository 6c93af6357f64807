import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { image, subtitles, video } from '@formwright/kit/media'
import { playerOf } from './address.ts'

const definition = defineLayout({
  kind: 'video',
  version: 1,
  role: 'content',
  settings: v.object({
    film: v.optional(v.pipe(video(), v.title('Video'))),
    url: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.check(
          (url) => url.trim() === '' || playerOf(url) !== undefined,
          'Enter the address of a video on YouTube or Vimeo, such as https://youtu.be/….',
        ),
        v.title('Or an address'),
        v.description('On YouTube or Vimeo. Nothing is loaded from there before somebody presses Play.'),
      ),
      '',
    ),
    title: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(300),
        v.title('Title'),
        v.description('What the video shows, for screen readers, and on the button that plays it.'),
      ),
      '',
    ),
    poster: v.optional(
      v.pipe(image(), v.title('Preview picture'), v.description('Shown before the video plays.')),
    ),
    captions: v.optional(
      v.pipe(
        subtitles(),
        v.title('Captions'),
        v.description('A WebVTT file (.vtt) with what is said.'),
        v.metadata({ with: 'film' }),
      ),
    ),
    caption: v.optional(v.pipe(v.string(), v.maxLength(1000), v.title('Text below')), ''),
  }),
  presets: [{ name: 'video', group: 'layout', order: 26 }],
  texts: () => [
    { path: 'title', kind: 'plain', piping: false },
    { path: 'caption', kind: 'plain', piping: true },
  ],
  check: ({ film, url }) => {
    const message = 'Nothing is shown yet. Choose a video, or enter its address.'
    return film || url ? [] : [{ severity: 'warning', code: 'unfinished', path: 'settings.film', message }]
  },
  publicSettings: ['film', 'url', 'title', 'poster', 'captions', 'caption'],
  csp: ({ film, url }): Record<string, string[]> => {
    const origin = film ? undefined : playerOf(url)?.origin
    return origin === undefined ? {} : { 'frame-src': [origin] }
  },
  permissions: ({ film, url }) => {
    const origin = film ? undefined : playerOf(url)?.origin
    if (origin === undefined) return {}
    const own = [origin]
    return { autoplay: own, fullscreen: own, 'encrypted-media': own, 'picture-in-picture': own }
  },
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
