import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('divider', () => {
  conformLayout({ spec: import.meta.url, definition, settings: [{ line: false }] })
})
