import { test } from '@japa/runner'
import { newForm, textBlock } from '#tests/functional/forms/factories'
import { installPlugin } from '#tests/functional/plugins/install'

interface Previewed {
  data: {
    preview?: { format: string; text: string; runs?: { text: string; look?: string }[] }
    fault?: string
  }
  errors: Record<string, string[]>
}

test.group('Previews of integrations', (group) => {
  group.setup(() => installPlugin('integrations', new URL('pigeon', import.meta.url)))

  test('show what will arrive, of the draft and invented answers, without what is secret', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Your name', { settings: { autocomplete: 'name' } }),
    ])
    const settings = { url: 'https://example.com/in', authorization: 'Bearer hush-hush-hush' }
    const preview = (body: object) =>
      creator.visitor.post<Previewed>(`/api/forms/${form.id}/integration-previews`, body)
    const { body, text } = await preview({ kind: 'webhook', settings })
    const shown = body.data.preview?.text ?? ''
    assert.match(shown, /^POST https:\/\/example\.com\/in\n/)
    assert.equal(JSON.parse(shown.slice(shown.indexOf('{'))).data.answers.name01, 'Ada Example')
    assert.notInclude(text, 'hush')
    // while one types, something may be missing
    assert.equal((await preview({ kind: 'webhook' })).status, 200)
    const refused = await preview({ kind: 'webhook', settings: { url: 'nowhere' } })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['url']])
    assert.equal((await preview({ kind: 'nobody' })).status, 422)
  })

  test('show a message as its service does', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('name01', 'Your name')])
    const { body } = await creator.visitor.post<Previewed>(`/api/forms/${form.id}/integration-previews`, {
      kind: 'slack',
      settings: { way: 'webhook', text: 'Hello *all*' },
    })
    const runs = body.data.preview?.runs ?? []
    assert.equal(body.data.preview?.format, 'message')
    assert.deepEqual(
      runs.filter(({ look }) => look === 'strong').map(({ text }) => text),
      ['all', 'Your name'],
    )
  })

  test('are cut where nobody reads on, and name the plugin that fails', async ({ assert }) => {
    const one = await newForm([textBlock('name01', 'Your name')])
    const two = await newForm([textBlock('name01', 'Your name'), textBlock('city01', 'City')])
    const preview = ({ creator, form }: typeof one) =>
      creator.visitor.post<Previewed>(`/api/forms/${form.id}/integration-previews`, { kind: 'pigeon' })
    assert.equal((await preview(one)).body.data.preview?.text.length, 65_536)
    assert.match(
      (await preview(two)).body.data.fault ?? '',
      /^The integration "pigeon" \(version 3\) failed in deliver\.ts, line \d+: too many to carry$/,
    )
  })
})
