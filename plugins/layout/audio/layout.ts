import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { audio } from '@formwright/kit/media'

const definition = defineLayout({
  kind: 'audio',
  version: 1,
  role: 'content',
  settings: v.object({
    sound: v.optional(v.pipe(audio(), v.title('Sound file'))),
    title: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(300),
        v.title('Title'),
        v.description('What can be heard, for screen readers.'),
      ),
      '',
    ),
    caption: v.optional(v.pipe(v.string(), v.maxLength(1000), v.title('Text below')), ''),
    transcript: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(20_000),
        v.title('Transcript'),
        v.description('What is said, folded away until somebody opens it.'),
        v.metadata({ control: 'textarea' }),
      ),
      '',
    ),
  }),
  presets: [{ name: 'audio', group: 'layout', order: 27 }],
  texts: () => [
    { path: 'title', kind: 'plain', piping: false },
    { path: 'caption', kind: 'plain', piping: true },
    { path: 'transcript', kind: 'plain', piping: false },
  ],
  check: ({ sound }) => {
    const message = 'Nothing can be heard yet. Choose a sound file.'
    return sound ? [] : [{ severity: 'warning', code: 'unfinished', path: 'settings.sound', message }]
  },
  publicSettings: ['sound', 'title', 'caption', 'transcript'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
