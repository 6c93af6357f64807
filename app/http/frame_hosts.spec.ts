import { test } from '@japa/runner'
import { fits, mayFrame } from '#app/http/frame_hosts'

test.group('Hosts that forms may show in frames', () => {
  test('are those of the list, and those below one with a star')
    .with([
      ['maps.example', 'maps.example', true],
      ['maps.example', 'a.maps.example', false],
      ['maps.example', 'maps.example:8443', false],
      ['*.maps.example', 'a.maps.example', true],
      ['*.maps.example', 'maps.example', false],
      ['*.maps.example', 'evilmaps.example', false],
      ['*', 'anything.example', true],
      ['', 'maps.example', false],
    ] as const)
    .run(({ assert }, [entry, host, may]) => assert.equal(fits(entry, host), may))

  test('are services made for it, where the operator says nothing', ({ assert }) => {
    assert.isTrue(mayFrame('https://www.youtube-nocookie.com'))
    assert.isFalse(mayFrame('https://evil.example'))
    assert.isFalse(mayFrame('no address'))
  })
})
