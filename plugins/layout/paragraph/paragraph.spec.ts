import { test } from '@japa/runner'
import { conformLayout } from '../../kit/conform/layout.ts'
import definition from './layout.ts'

test.group('paragraph', () => {
  conformLayout({ spec: import.meta.url, definition, settings: [{ text: '' }] })
})
