import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import config from '#config/logger'
import { changeSettings, formIn, HTML, press, publishedForm } from '#tests/functional/respond/answering'
import { textBlock } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { Visitor } from '#tests/functional/visitor'

test.group('Logs', () => {
  test('say of an error what it is and where, and nothing that hangs on it', ({ assert }) => {
    const lost = Object.assign(new Error('the connection is lost', { cause: new Error('reset by peer') }), {
      code: '57P01',
      detail: 'Key (email)=(ada@example.org) already exists.',
      client: { secretKey: 4711 },
    })
    const entry = config.loggers.app.serializers.err(new AggregateError([lost], 'all attempts failed'))
    assert.containSubset(entry, { type: 'AggregateError', message: 'all attempts failed' })
    const text = JSON.stringify(entry)
    for (const shown of ['57P01', 'the connection is lost: reset by peer', 'logs.spec']) {
      assert.include(text, shown)
    }
    for (const hidden of ['ada@example.org', '4711']) assert.notInclude(text, hidden)
  })

  test('are lines of JSON with request ids, and hold no answer, password, token or cookie', async ({
    assert,
    cleanup,
  }) => {
    const secrets = {
      answer: `answer-${randomUUID()}`,
      typed: `typed-${randomUUID()}`,
      formPassword: `form-${randomUUID()}`,
      setup: `fwsetup_${randomUUID()}`,
      search: `search-${randomUUID()}`,
      wrong: `wrong-${randomUUID()}`,
    }
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const server = await ServerProcess.start({ LOG_LEVEL: 'trace' })
    cleanup(() => server.stop())
    const { creator } = form
    const there = new Visitor(server.url)
    there.cookies = new Map(creator.visitor.cookies)
    const visitor = new Visitor(server.url)
    const path = `/forms/${form.slug}`

    const page = formIn((await visitor.get(path, HTML)).text)
    const turned = await press(visitor, page, 'next', { 'f.name01': secrets.typed })
    const location = turned.headers.get('location') ?? ''
    const token = /responses\/([^/]+)\//.exec(location)?.[1] ?? ''
    assert.isAbove(token.length, 20, location)
    const sent = await press(visitor, formIn((await visitor.get(location, HTML)).text), 'send', {
      'f.town01': secrets.answer,
    })
    const receipt = /endings\/([^/?]+)/.exec(sent.headers.get('location') ?? '')?.[1] ?? ''
    assert.isAbove(receipt.length, 10, sent.text)
    await visitor.get(sent.headers.get('location') ?? '', HTML)
    const posted = await visitor.post(`/api/forms/${form.slug}/submissions`, {
      submission_key: randomUUID(),
      answers: { name: secrets.answer, name01: { not: secrets.answer } },
      surplus: secrets.answer,
    })
    assert.equal(posted.status, 422)
    await visitor.post(`/api/forms/${form.slug}/submissions`, `{"broken": "${secrets.answer}`, {
      'content-type': 'application/json',
    })

    const here = { ...creator, visitor: there }
    await changeSettings(here, form.id, { password: secrets.formPassword })
    const door = await visitor.get(path, HTML)
    assert.equal(door.status, 401)
    const entered = await visitor.post(
      `${path}/password`,
      new URLSearchParams({ password: secrets.formPassword }),
      HTML,
    )
    const entrance = [...visitor.cookies.values()]
    assert.isNotEmpty(entrance, entered.text)
    await visitor.get(path, HTML)

    await there.get(`/setup?token=${secrets.setup}`, HTML)
    await there.post('/api/setup', { ...creator, token: secrets.setup })
    await there.post('/api/login', { email: creator.email, password: secrets.wrong })
    await there.get(`/api/forms/${form.id}/submissions?search=${secrets.search}`)
    await there.get(`/api/forms/${form.id}/submissions.csv?search=${secrets.search}`)
    await there.post('/api/sessions/current/confirmation', { password: secrets.wrong })
    await there.get(`/nothing/${secrets.setup}`)
    await server.stop()

    const lines = server.output.split('\n').filter(Boolean)
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line))
    const answered = entries.filter(({ msg }) => msg === 'answered')
    for (const route of [
      'public.pages.take',
      'public.pages.responses.take',
      'public.api.submissions',
      'login',
    ]) {
      assert.isDefined(
        answered.find((entry) => entry.route === route),
        `${route} is logged by its name`,
      )
    }
    for (const entry of answered) assert.match(String(entry.request_id), /^[\w-]{8,64}$/)
    const session = decodeURIComponent(creator.visitor.cookie('formwright_session') ?? '')
    const hidden = { ...secrets, token, receipt, session, email: creator.email, password: creator.password }
    for (const [what, secret] of Object.entries({ ...hidden, entrance: entrance[0] ?? '' })) {
      assert.isAbove(secret.length, 9, what)
      assert.notInclude(server.output, secret, what)
      assert.notInclude(server.output, encodeURIComponent(secret), what)
    }
  })
})
