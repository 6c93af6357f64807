import { test } from '@japa/runner'
import { Installation } from '#tests/functional/plugins/installation'

test.group('An installation', (group) => {
  let place: Installation
  group.setup(async () => {
    place = await Installation.make()
    return () => place.remove()
  })

  test('does not start with two plugins of one kind, and names both folders', async ({ assert }) => {
    const folder = place.dropField('pressure')
    const packaged = place.installPackage('@acme/formwright-pressure', 'pressure')
    const started = await place.start().then(
      () => 'it started',
      (error: Error) => error.message,
    )
    assert.include(started, 'Two plugins claim the kind "pressure"')
    assert.include(started, folder)
    assert.include(started, packaged)
    place.removeField('pressure')
    await place.start()
    await place.stop()
  }).timeout(60_000)
})
