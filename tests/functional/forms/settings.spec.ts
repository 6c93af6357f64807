import { test } from '@japa/runner'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { newCreator } from '#tests/functional/visitor'

const settings = (group: string, content: object) => ({
  op: 'put',
  block_id: `settings.${group}`,
  kind: `settings.${group}`,
  position: '',
  content,
})

/** What is stored of a group of settings. */
async function storedOf({ creator, form }: Awaited<ReturnType<typeof newForm>>, group: string) {
  const draft = await creator.visitor.get<{ data: { rows: { block_id: string; content: unknown }[] } }>(
    `/api/forms/${form.id}/draft`,
  )
  return draft.body.data.rows.find((row) => row.block_id === `settings.${group}`)?.content
}

const FAMILY = '👩‍👩‍👧‍👦'
const general = (title: string, more: object = {}) => ({ title, language: 'en', ...more })

test.group('Settings of a form', () => {
  test('what a setting cannot be is refused with its place and a sentence: {group} {part} {$i}')
    .with([
      { group: 'general', part: 'title', content: general('x'.repeat(301)) },
      { group: 'general', part: 'title', content: general('x'.repeat(20_000)) },
      { group: 'general', part: 'title', content: general('x'.repeat(200_000)) },
      { group: 'general', part: 'title', content: general(FAMILY.repeat(301)) },
      { group: 'general', part: 'title', content: general('NUL \0') },
      { group: 'general', part: 'title', content: general('half a pair \ud83d') },
      { group: 'general', part: 'title', content: { title: null, language: 'en' } },
      { group: 'general', part: 'description', content: general('x', { description: 'x'.repeat(20_001) }) },
      { group: 'general', part: 'language', content: { title: 'x', language: 'not a language!' } },
      { group: 'general', part: 'language', content: { title: 'x', language: '' } },
      { group: 'sending', part: 'submitLabel', content: { submitLabel: 'x'.repeat(101), progress: true } },
      { group: 'appearance', part: 'accent', content: { accent: 'red' } },
      { group: 'access', part: 'maxSubmissions', content: { maxSubmissions: 0 } },
      { group: 'access', part: 'maxSubmissions', content: { maxSubmissions: -1 } },
      { group: 'access', part: 'maxSubmissions', content: { maxSubmissions: 1.5 } },
      { group: 'access', part: 'maxSubmissions', content: { maxSubmissions: 1e12 } },
      { group: 'access', part: 'maxSubmissions', content: { maxSubmissions: '5' } },
      { group: 'access', part: 'password', content: { password: 'open sesame' } },
      { group: 'access', part: 'opensAt', content: { opensAt: 'tomorrow' } },
      { group: 'access', part: 'opensAt', content: { opensAt: '2026-02-31T12:00:00Z' } },
      { group: 'access', part: 'closesAt', content: { closesAt: '2026-05-01T12:00:00+09' } },
      { group: 'access', part: 'closesAt', content: { closesAt: '+020260-01-01T00:00:00.000Z' } },
      { group: 'access', part: 'surprise', content: { surprise: 1 } },
    ])
    .run(async ({ assert }, { group, part, content }) => {
      const made = await newForm([textBlock('first1', 'First')])
      const before = await storedOf(made, group)
      const reply = await patch(made.creator, made.form.id, 1, [settings(group, content)])
      assert.equal(reply.status, 422)
      assert.equal(reply.body.code, 'E_VALIDATION')
      const sentence = reply.body.errors[`ops.0.content.${part}`]?.[0] ?? ''
      assert.isAbove(sentence.length, 10, reply.text.slice(0, 500))
      assert.deepEqual(await storedOf(made, group), before)
    })

  test('what it can be is stored sign for sign, times as instants', async ({ assert }) => {
    const made = await newForm([textBlock('first1', 'First')])
    const title = `  ${FAMILY.repeat(200)} فورم Straße\u200f `
    const reply = await patch(made.creator, made.form.id, 1, [
      settings('general', general(title, { description: 'x'.repeat(20_000) })),
      settings('access', {
        opensAt: '2026-05-01T12:00:00+09:00',
        closesAt: '2026-05-01 12:00:00.5Z',
        maxSubmissions: 1_000_000_000,
      }),
    ])
    assert.equal(reply.status, 200, reply.text)
    assert.deepInclude(await storedOf(made, 'general'), { title })
    assert.deepEqual(await storedOf(made, 'access'), {
      opensAt: '2026-05-01T03:00:00.000Z',
      closesAt: '2026-05-01T12:00:00.500Z',
      maxSubmissions: 1_000_000_000,
    })
    const form = await made.creator.visitor.get<{ data: { title: string } }>(`/api/forms/${made.form.id}`)
    assert.equal(form.body.data.title, title.trim())
  })

  test('a form that closes before it opens is not published; what may be meant is only pointed at', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const check = async () => {
      const { body } = await creator.visitor.get<{
        data: { problems: { severity: string; code: string; path?: string; block?: string }[] }
      }>(`/api/forms/${form.id}/check`)
      return body.data.problems.map(({ severity, code, path, block }) => [severity, code, path, block])
    }
    await patch(creator, form.id, 1, [
      settings('access', { opensAt: '2090-05-02T00:00:00Z', closesAt: '2090-05-02T02:00:00+02:00' }),
    ])
    assert.deepEqual(await check(), [['error', 'never-open', 'settings.access.closesAt', undefined]])
    const refused = await creator.visitor.post<{ code: string }>(`/api/forms/${form.id}/publication`, {
      revision: 2,
    })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'E_CHECK')

    await patch(creator, form.id, 2, [
      settings('access', { closesAt: '2020-01-01T00:00:00Z' }),
      settings('general', general('  ')),
    ])
    assert.deepEqual(await check(), [
      ['warning', 'never-open', 'settings.access.closesAt', undefined],
      ['warning', 'no-title', 'settings.general.title', undefined],
    ])
    assert.equal(await publish(creator, form.id), 1)
  })

  test('the check names the version that publishing makes, also after others were withdrawn', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const next = async () =>
      (await creator.visitor.get<{ data: { version: number } }>(`/api/forms/${form.id}/check`)).body.data
        .version
    assert.equal(await next(), 1)
    await publish(creator, form.id)
    await creator.visitor.delete(`/api/forms/${form.id}/publication`)
    assert.equal(await next(), 2)
    assert.equal(await publish(creator, form.id), 2)
  })

  test('text that the database cannot hold is refused wherever it is sent', async ({ assert }) => {
    const creator = await newCreator()
    const forms = `/api/workspaces/${creator.workspaceId}/forms`
    const { form } = await newForm(undefined, 'A form', creator)
    const url = 'https://example.com/hook'
    for (const [method, path, body] of [
      ['GET', `${forms}?search=%00`, undefined],
      ['POST', forms, { title: 'a\0b' }],
      ['POST', '/api/workspaces', { name: 'a\0b' }],
      ['POST', `/api/forms/${form.id}/publication`, { revision: 1, note: 'a\0b' }],
      ['POST', `/api/forms/${form.id}/integrations`, { kind: 'webhook', name: 'a\0b', settings: { url } }],
      [
        'POST',
        `/api/forms/${form.id}/integrations`,
        {
          kind: 'webhook',
          settings: { url },
          condition: { left: { field: 'name01' }, op: 'is', right: { value: '\ud83d' } },
        },
      ],
    ] as const) {
      const reply = await creator.visitor.request<{ code: string }>(method, path, body)
      assert.equal(reply.status, 422, `${method} ${path} ${reply.text}`)
      assert.equal(reply.body.code, 'E_VALIDATION', path)
    }
    const list = await creator.visitor.get<{ data: unknown[] }>(forms)
    assert.lengthOf(list.body.data, 1)
  })
})
