import { test } from '@japa/runner'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('section', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [
      { title: 'People' },
      { title: 'People', repeating: true, min: 0, max: 1000, itemTitle: 'Person', addLabel: 'Add a person' },
    ],
  })
})
