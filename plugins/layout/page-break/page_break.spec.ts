import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('page-break', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [{ title: 'Next page', nextLabel: 'On', backLabel: 'Back' }],
  })
})
