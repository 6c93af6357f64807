import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformLayout } from '@formwright/kit/conform/layout'
import { playerOf } from './address.ts'
import definition from './layout.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com'
const VIMEO = 'https://player.vimeo.com'

test.group('video', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [
      { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'The way to us', caption: 'Two minutes' },
      { url: 'https://vimeo.com/76979871' },
    ],
  })

  test('plays what lies at YouTube and Vimeo')
    .with([
      ['https://youtu.be/dQw4w9WgXcQ', `${YOUTUBE}/embed/dQw4w9WgXcQ?autoplay=1&rel=0`],
      ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${YOUTUBE}/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=90`],
      [
        'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43',
        `${YOUTUBE}/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=43`,
      ],
      ['https://m.youtube.com/shorts/dQw4w9WgXcQ', `${YOUTUBE}/embed/dQw4w9WgXcQ?autoplay=1&rel=0`],
      [' https://www.youtube.com/embed/dQw4w9WgXcQ ', `${YOUTUBE}/embed/dQw4w9WgXcQ?autoplay=1&rel=0`],
      ['https://vimeo.com/76979871', `${VIMEO}/video/76979871?autoplay=1&dnt=1`],
      ['https://vimeo.com/76979871/ab12cd', `${VIMEO}/video/76979871?autoplay=1&dnt=1&h=ab12cd`],
      [
        'https://player.vimeo.com/video/76979871?h=ab12cd',
        `${VIMEO}/video/76979871?autoplay=1&dnt=1&h=ab12cd`,
      ],
      ['http://youtu.be/dQw4w9WgXcQ', undefined],
      ['https://youtube.com.example/watch?v=dQw4w9WgXcQ', undefined],
      ['https://evil.example/youtu.be/dQw4w9WgXcQ', undefined],
      ['https://youtu.be/"><script>', undefined],
      ['https://www.youtube.com/watch?v=a%22onload=', undefined],
      ['https://www.youtube.com/', undefined],
      ['javascript:alert(1)', undefined],
      ['', undefined],
    ] as const)
    .run(({ assert }, [url, src]) => {
      assert.equal(playerOf(url)?.src, src)
      assert.equal(safeParse(definition.settings, { url }).success, src !== undefined || url === '')
    })

  test('its page may show a frame of that service, and of none for an upload', ({ assert }) => {
    const url = 'https://youtu.be/dQw4w9WgXcQ'
    const film = {
      src: `/media/00000000-0000-4000-8000-000000000000/${'0'.repeat(64)}`,
      ...{ name: 'way.mp4', type: 'video/mp4', size: 1 },
    }
    assert.deepEqual(definition.csp?.(parse(definition.settings, { url })), { 'frame-src': [YOUTUBE] })
    assert.deepEqual(definition.csp?.(parse(definition.settings, { url, film })), {})
    assert.deepEqual(definition.csp?.(parse(definition.settings, {})), {})
    assert.isFalse(safeParse(definition.settings, { film: { ...film, type: 'image/png' } }).success)
  })
})
