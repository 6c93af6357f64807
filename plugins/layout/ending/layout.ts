import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { isPipedAddress } from '@formwright/kit/piped_address'
import { safeUrl } from '@formwright/kit/safe_url'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { liftToRich, PASSAGE, richText } from '@formwright/kit/rich/setting'

const definition = defineLayout({
  kind: 'ending',
  version: 2,
  role: 'ending',
  settings: v.object({
    title: v.optional(v.pipe(v.string(), v.maxLength(500), v.title('Title')), 'Thank you'),
    text: v.optional(v.pipe(richText(PASSAGE), v.title('Text')), richTextOf('Your answers were sent.')),
    url: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.check(
          (url) => url === '' || isPipedAddress(url),
          'Enter a complete address, such as https://example.com/thanks. Answers can stand behind its host.',
        ),
        v.title('Address'),
        v.description('Where the button leads.'),
      ),
      '',
    ),
    buttonLabel: v.optional(v.pipe(v.string(), v.maxLength(100), v.title('Button')), 'Continue'),
    confetti: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Confetti'),
        v.description('For a moment; not for people whose device asks for less motion.'),
      ),
      false,
    ),
    redirect: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Redirect at once'),
        v.description('Instead of showing this ending.'),
        v.metadata({ advanced: true }),
      ),
      false,
    ),
  }),
  presets: [{ name: 'ending', group: 'layout', order: 40 }],
  lifts: { 1: liftToRich('text') },
  start: (t) => ({
    title: t('start.title'),
    text: richTextOf(t('start.text')),
    buttonLabel: t('start.button'),
  }),
  texts: () => [
    { path: 'title', kind: 'plain', piping: true },
    { path: 'text', kind: 'rich', piping: true },
    { path: 'buttonLabel', kind: 'plain', piping: false },
    { path: 'url', kind: 'link', piping: true },
  ],
  publicSettings: ['title', 'text', 'url', 'buttonLabel', 'confetti', 'redirect'],
  redirect: ({ url, redirect }) => (redirect ? safeUrl(url) : undefined),
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
