import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import { richTextOf } from '@formwright/kit/rich/from_text'
import definition from './layout.ts'

test.group('paragraph', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [{ text: richTextOf('') }],
    oldSettings: { 1: { text: 'One\n\nTwo, {#other1}' } },
  })
})
