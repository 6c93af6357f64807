import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import { richTextOf } from '@formwright/kit/rich/from_text'
import definition from './layout.ts'

test.group('welcome', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [
      { title: 'Hello', text: richTextOf('Three questions'), startLabel: 'Begin', alt: 'A door' },
      { title: '', startLabel: '' },
    ],
  })
})
