import { test } from '@japa/runner'
import { fileLink } from '#app/files/signed_links'
import { within } from '#app/workspaces/within'
import { textBlock } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { addWebhook, pathOf, until } from '#tests/functional/integrations/factories'
import { HTML, open, press, publishedForm, submit } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

test.group('Another key of the server', () => {
  test('is said at the start; whoever comes with what the old one sealed is told in a sentence, and signs in again', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'break1', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const { creator, visitor } = form
    const webhook = await addWebhook(creator, form, 'https://example.com/')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into mail_senders (workspace_id, host, port, security, username, password, from_address, from_name, verified_at)
         values (?, 'mail.invalid', 587, 'starttls', 'a', 'sealed', 'forms@example.com', '', now())`,
        [creator.workspaceId],
      ),
    )
    const stored = await submit(form, { name01: 'Ada' })
    const page = await open(visitor, `/forms/${form.slug}`)
    const turned = await press(visitor, page, 'next', { name01: 'Ada' })
    const second = await open(
      visitor,
      new URL(turned.headers.get('location') ?? '', visitor.baseUrl).pathname,
    )
    const sent = await press(visitor, second, 'send', { town01: 'Rome' })
    const ending = new URL(sent.headers.get('location') ?? '', visitor.baseUrl).pathname
    const link = new URL(
      fileLink({ workspaceId: creator.workspaceId, id: stored.body.data.id }, 'https://a.example'),
    )

    const server = await ServerProcess.start({ APP_KEY: 'quite another key than the one of before' })
    cleanup(() => server.stop())
    await until(
      async () => server.output,
      (said) =>
        /integrations? ha.+ stored with another key than this one \(APP_KEY\).+Put that key back/.test(said),
    )
    await until(
      async () => server.output,
      (said) => /mail servers? whose passwords? .+ stored with another key/.test(said),
    )

    const old = new Visitor(server.url)
    old.cookies = creator.visitor.cookies
    assert.equal((await old.get('/api/user')).status, 401)
    assert.equal((await old.get(pathOf(form))).status, 401)
    assert.equal((await old.get('/', HTML)).status, 200)
    assert.equal((await old.get(`/forms/${form.slug}`, HTML)).status, 200)
    assert.equal((await old.get(ending, HTML)).status, 404)
    const gone = await old.get<{ code: string; message: string }>(link.pathname)
    assert.deepEqual([gone.status, gone.body.code], [403, 'E_LINK'])

    const again = new Visitor(server.url)
    await again.get('/api/user')
    const { email, password } = creator
    assert.equal((await again.post('/api/login', { email, password })).status, 200)
    const { body } = await again.get<{ data: { secret_unread: boolean } }>(pathOf(form, webhook))
    assert.isTrue(body.data.secret_unread)
    const mail = await again.get<{ data: { own: { unread: boolean } } }>(
      `/api/workspaces/${creator.workspaceId}/mail-sender`,
    )
    assert.isTrue(mail.body.data.own.unread)
  })
})
