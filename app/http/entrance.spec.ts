import { test } from '@japa/runner'
import { noteOwner, noteParts, placeOf } from '#app/http/entrance'

test.group('Entrance', () => {
  noteOwner('tea-x1', 'tea house')
  noteParts(['/', '/creator/*', '/api/events', '/api/forms/:form', '/forms/:slug'])
  const PLACES: [url: string, line: string, owner: string][] = [
    ['/forms/tea-x1', '/forms/tea-x1', 'tea house'],
    ['/forms/TEA-x1', '/forms/tea-x1', 'tea house'],
    ['/forms/tea-x1/endings/abc?x=1', '/forms/tea-x1', 'tea house'],
    ['/api/forms/tea-x1/submissions', '/api/forms/tea-x1', 'tea house'],
    ['/api/forms?page=2', '/api/forms', '/api/forms'],
    ['/api/events?forms=a,b', '/api/events', '/api/events'],
    ['/creator/assets/a.js', '/creator', '/creator'],
    ['/', '/', '/'],
  ]
  for (const [url, line, owner] of PLACES)
    test(`${url} waits in the line ${line}, of ${owner}`, ({ assert }) => {
      assert.deepEqual(placeOf(url), { line, owner })
    })

  test('names without end are of nobody, in a few lines', ({ assert }) => {
    const places = Array.from({ length: 1_000 }, (_, n) => [
      placeOf(`/forms/made-up-${n}`),
      placeOf(`/api/workspaces/made-up-${n}/members`),
      placeOf(`/made-up-${n}`),
    ]).flat()
    assert.deepEqual([...new Set(places.map(({ owner }) => owner))], [''])
    assert.isAtMost(new Set(places.map(({ line }) => line)).size, 64)
    assert.deepEqual(placeOf('*'), { line: '0', owner: '' })
  })
})
