import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { until } from '#tests/functional/integrations/factories'
import { Installation } from '#tests/functional/plugins/installation'
import { publishedForm } from '#tests/functional/respond/answering'

const PATIENCE = 120_000

test.group('npm run dev', (group) => {
  let place: Installation
  group.setup(async () => {
    place = await Installation.make()
    return () => place.remove()
  })

  test('shows edits of the server, of public pages, of plugins and of the app without being started again', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name')])
    await place.start(['scripts/start.mjs', '--dev'])
    const said = async (path: string) => {
      const answer = await fetch(place.url + path).catch(() => undefined)
      return (await answer?.text()) ?? ''
    }
    const shows = (path: string, words: string) =>
      until(
        () => said(path),
        (text) => text.includes(words),
        PATIENCE,
      )
    const page = `/forms/${form.slug}`
    await shows(page, 'class="label"')

    place.edit(
      'frontend/respondent/field_block.tsx',
      "'label unseen' : 'label'",
      "'label unseen' : 'label warm'",
    )
    await shows(page, 'class="label warm"')
    place.edit('plugins/fields/text/respond.tsx', '<input', '<input data-edited="yes"')
    await shows(page, 'data-edited="yes"')

    const screen = '/creator/frontend/creator/accounts/login_page.tsx'
    await shows(screen, 'Stay signed in')
    place.edit('frontend/creator/accounts/login_page.tsx', 'Stay signed in', 'Keep me here')
    await shows(screen, 'Keep me here')
    await shows('/login', screen.replace('accounts/login_page', 'main'))

    place.edit('app/http/health_controller.ts', "json({ status: 'ok' })", "json({ status: 'first' })")
    // the next edit comes while the server is being started again, or just after
    await until(
      () => said('/health/live'),
      (text) => !text.includes('ok'),
      PATIENCE,
    )
    place.edit('app/http/health_controller.ts', "status: 'first'", "status: 'second'")
    await shows('/health/live', 'second')
    // a slip of the pen ends nothing
    place.edit('app/http/health_controller.ts', 'live({', 'live(({')
    await until(
      () => said('/health/live'),
      (text) => text === '',
      PATIENCE,
    )
    place.edit('app/http/health_controller.ts', 'live(({', 'live({')
    await shows('/health/live', 'second')
    assert.include(await said(page), 'data-edited="yes"')
  }).timeout(600_000)
})
