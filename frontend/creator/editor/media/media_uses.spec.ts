import { test } from '@japa/runner'
import { mediaUses } from './media_uses.ts'

const file = (src: string) => ({ src, name: 'a.png', type: 'image/png', size: 1 })

test.group('Where a draft shows its media files', () => {
  test('each place is known, with what is said there instead', ({ assert }) => {
    const [here, there] = ['/media/1/a', '/media/2/b']
    const uses = mediaUses([
      { id: 'settings.appearance', content: { logo: { picture: file(here), alt: 'Our sign' } } },
      { id: 'beside', content: { label: 'Where?', media: { file: file(here), alt: '' } } },
      {
        id: 'choice',
        content: {
          settings: {
            options: [
              { id: 'a', label: 'A', picture: file(there), alt: 'The first' },
              { id: 'b', label: 'B', picture: file(there) },
            ],
          },
        },
      },
      { id: 'none', content: { settings: { src: 'https://example.org/media/1/a' } } },
    ])
    assert.deepEqual(uses.get(here), [{ row: 'settings.appearance', alt: 'Our sign' }, { row: 'beside' }])
    assert.deepEqual(uses.get(there), [{ row: 'choice', alt: 'The first' }, { row: 'choice' }])
    assert.equal(uses.size, 2)
  })
})
