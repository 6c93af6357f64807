import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('image', () => {
  conformLayout({ spec: import.meta.url, definition, settings: [{ alt: 'A map', caption: 'The way to us' }] })
})
