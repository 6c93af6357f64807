import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('paragraph', () => {
  conformLayout({ spec: import.meta.url, definition, settings: [{ text: '' }] })
})
