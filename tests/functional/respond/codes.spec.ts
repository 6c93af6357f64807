import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import env from '#start/env'
import { revisionOf, textBlock } from '#tests/functional/forms/factories'
import { type ArrivedMail, PostOffice } from '#tests/functional/mail/post_office'
import {
  formIn,
  HTML,
  open,
  type PageForm,
  press,
  type PublishedForm,
  publishedForm,
  type SubmissionReply,
  submit,
} from '#tests/functional/respond/answering'
import { written } from '#tests/functional/respond/given_back'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'
import { Visitor } from '#tests/functional/visitor'

const mailBlock = (more: Record<string, unknown> = {}) => ({
  ...textBlock('mail01', 'Your address', { key: 'address' }),
  kind: 'email',
  settings: { verify: true },
  ...more,
})

interface Reply {
  data: { to: string; sent: string; proof: string }
  details: { path: string; code: string; part?: string; params?: Record<string, unknown>; text: string }[]
}

/** An address of this test alone: mails to one are counted, whatever form sends them. */
const addressOf = (name = 'ada') => `${name}-${randomUUID()}@example.com`

const askCode = (form: PublishedForm, answer: unknown, more: object = {}, visitor = form.visitor) =>
  visitor.post<Reply>(`/api/forms/${form.slug}/codes`, { block: 'address', answer, ...more })

const typeCode = (form: PublishedForm, answer: unknown, sent: string, code: string, more: object = {}) =>
  form.visitor.post<Reply>(`/api/forms/${form.slug}/confirmations`, {
    ...{ block: 'address', answer, sent, code },
    ...more,
  })

const reasonsOf = ({ details }: Reply | SubmissionReply) =>
  details.map((problem) => {
    const { path, params }: { path?: string; params?: { reason?: string } } = Object(problem)
    return `${path?.replace(/\.code$/, '')} ${params?.reason}`
  })

const codeIn = (arrived: ArrivedMail | undefined) => /\b\d{6}\b/.exec(arrived?.mail.text ?? '')?.[0] ?? ''
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const stored = (form: PublishedForm) =>
  inWorkspace<{ answers: Record<string, unknown> }>(
    form.creator.workspaceId,
    'select answers from submissions order by received_at, id',
  )

test.group('Codes that confirm an answer', (group) => {
  let office: PostOffice
  let unserve: () => void

  group.each.setup(async () => {
    office = await PostOffice.open()
    unserve = office.serve()
    return async () => {
      unserve()
      await office.close()
    }
  })

  const arrivedFor = (address: string) => office.arrived.filter(({ to }) => to.includes(address))
  const codeFor = (address: string) => codeIn(arrivedFor(address).at(-1))

  /** Goes the whole way to a proof. */
  async function prove(form: PublishedForm, address: string, more: object = {}): Promise<string> {
    const { body, text } = await askCode(form, address, more)
    const typed = await typeCode(form, address, body.data?.sent ?? text, codeFor(address), more)
    if (typed.status !== 201) throw new Error(typed.text)
    return typed.body.data.proof
  }

  test('an address counts once the code that was mailed there was typed', async ({ assert }) => {
    const form = await publishedForm([mailBlock()], { general: { title: 'Sommerfest', language: 'de' } })
    const ada = addressOf()
    const refused = await submit(form, { address: ada })
    assert.equal(refused.status, 422)
    assert.deepEqual(reasonsOf(refused.body), ['mail01 code-missing'])
    assert.include(refused.text, 'Bestätigen Sie diese Adresse')

    const asked = await askCode(form, ada)
    assert.equal(asked.status, 201, asked.text)
    const [arrived] = arrivedFor(ada)
    assert.include(arrived?.mail.subject, 'Sommerfest')
    assert.include(arrived?.mail.text, `${codeFor(ada)} ist Ihr Code`)
    assert.match(arrived?.source ?? '', /^Auto-Submitted: auto-replied/m)
    assert.notInclude(asked.text, codeFor(ada))

    const { sent } = asked.body.data
    const wrong = await typeCode(form, ada, sent, another(codeFor(ada)))
    assert.equal(wrong.status, 422)
    assert.deepEqual(reasonsOf(wrong.body), ['mail01 code-wrong'])
    const right = await typeCode(form, ada, sent, ` ${codeFor(ada).slice(0, 3)} ${codeFor(ada).slice(3)} `)
    assert.equal(right.status, 201, right.text)
    const { proof } = right.body.data
    const again = await typeCode(form, ada, sent, codeFor(ada))
    assert.deepEqual(reasonsOf(again.body), ['mail01 code-tries'], 'it works once')
    const taken = await submit(form, { address: { email: ada, proof } })
    assert.equal(taken.status, 201, taken.text)
    assert.deepEqual(
      (await stored(form)).map(({ answers }) => answers),
      [{ mail01: ada }],
    )
  })

  test('a proof is good for its form, question and address, as the address is compared', async ({
    assert,
  }) => {
    const second = mailBlock({ id: 'mail02', key: 'second', label: 'Another' })
    const form = await publishedForm([mailBlock(), second])
    const other = await publishedForm([mailBlock()])
    const ada = addressOf()
    const proof = await prove(form, ada)
    const codesOf = async (to: PublishedForm, answers: Record<string, unknown>) => {
      const { status, body } = await submit(to, answers)
      return status === 201 ? [] : reasonsOf(body)
    }
    const ida = addressOf('ida')
    assert.deepEqual(await codesOf(form, { address: { email: ida, proof } }), ['mail01 code-expired'])
    assert.deepEqual(await codesOf(form, { second: { email: ada, proof } }), ['mail02 code-expired'])
    assert.deepEqual(await codesOf(other, { address: { email: ada, proof } }), ['mail01 code-expired'])
    for (const forged of ['preview', `${proof}x`, ''])
      assert.lengthOf(await codesOf(form, { address: { email: ada, proof: forged } }), 1, forged)
    assert.deepEqual(
      await codesOf(form, { address: { email: ada.replace('example.com', 'EXAMPLE.com'), proof } }),
      [],
    )
    const { sent } = (await askCode(form, ida)).body.data
    const code = codeFor(ida)
    for (const [to, answer, block] of [
      [form, ada, 'address'],
      [form, ida, 'second'],
      [other, ida, 'address'],
    ] as const) {
      assert.deepEqual(
        reasonsOf((await typeCode(to, answer, sent, code, { block })).body).map((one) => one.split(' ')[1]),
        ['code-old'],
      )
    }
    assert.equal((await typeCode(form, ida, sent, code)).status, 201)
  })

  test('five wrong codes are one too many, and ten minutes too', async ({ assert, cleanup }) => {
    const form = await publishedForm([mailBlock()])
    const ada = addressOf()
    const { sent } = (await askCode(form, ada)).body.data
    for (let tries = 0; tries < 5; tries += 1) {
      assert.deepEqual(reasonsOf((await typeCode(form, ada, sent, another(codeFor(ada)))).body), [
        'mail01 code-wrong',
      ])
      // no try: it is no code yet
      await typeCode(form, ada, sent, '12')
    }
    assert.deepEqual(reasonsOf((await typeCode(form, ada, sent, codeFor(ada))).body), ['mail01 code-tries'])

    const ida = addressOf('ida')
    const late = (await askCode(form, ida)).body.data.sent
    const proof = await prove(form, addressOf('eve'))
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 10 * 60_000 + 1_000 })
    cleanup(() => mock.timers.reset())
    assert.deepEqual(reasonsOf((await typeCode(form, ida, late, codeFor(ida))).body), ['mail01 code-old'])
    mock.timers.setTime(Date.now() + 2 * 3_600_000)
    const eve = office.arrived.flatMap(({ to }) => to).find((to) => to.startsWith('eve'))
    assert.deepEqual(reasonsOf((await submit(form, { address: { email: eve, proof } })).body), [
      'mail01 code-expired',
    ])
  })

  test('nobody floods strangers: one code a minute, few to an address, few for a visitor', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([mailBlock()])
    const ada = addressOf()
    assert.equal((await askCode(form, ada)).status, 201)
    const soon = await askCode(form, ada, {}, new Visitor())
    assert.equal(soon.status, 429)
    assert.deepEqual(reasonsOf(soon.body), ['mail01 code-soon'])
    assert.match(soon.body.details[0]?.text ?? '', /in \d+ seconds/)
    assert.isAbove(Number(soon.headers.get('retry-after')), 0)
    assert.lengthOf(arrivedFor(ada), 1)

    for (let codes = 1; codes < 30; codes += 5)
      await Promise.all(Array.from({ length: Math.min(5, 30 - codes) }, () => askCode(form, addressOf())))
    const many = await askCode(form, addressOf())
    assert.equal(many.status, 429)
    assert.deepEqual(reasonsOf(many.body), ['mail01 code-many'])
    assert.equal((await askCode(form, addressOf(), {}, new Visitor())).status, 201)

    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    cleanup(() => mock.timers.reset())
    let last = 201
    for (let mails = 1; mails <= 10; mails += 1) {
      mock.timers.setTime(Date.now() + 61_000)
      last = (await askCode(form, ada, {}, new Visitor())).status
    }
    assert.equal(last, 422)
    assert.lengthOf(arrivedFor(ada), 10)
  })

  test('those of others go while workspaces have mail servers of their own that hang', async ({
    assert,
    cleanup,
  }) => {
    const open = new Set<net.Socket>()
    const silent = net.createServer((socket) => open.add(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const hangUp = () => {
      silent.close()
      for (const socket of open) socket.destroy()
    }
    cleanup(hangUp)
    const address = silent.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const own: PublishedForm[] = []
    for (let workspace = 0; workspace < 4; workspace += 1) {
      const form = await publishedForm([mailBlock()])
      const { workspaceId } = form.creator
      await inWorkspace(
        workspaceId,
        `insert into mail_senders (workspace_id, host, port, security, username, from_address, from_name, verified_at)
         values (?, '127.0.0.1', ?, 'none', '', 'forms@own.example', '', now())`,
        [workspaceId, port],
      )
      own.push(form)
    }
    const form = await publishedForm([mailBlock()])
    const asked = own.flatMap((one) =>
      Array.from({ length: 10 }, () => askCode(one, addressOf(), {}, new Visitor())),
    )
    while (open.size < 40) await sleep(10)
    assert.equal((await askCode(form, addressOf())).status, 201)
    hangUp()
    await Promise.all(asked)
  })

  test('an address that takes no mail, and a mail server that is away, are said', async ({ assert }) => {
    const form = await publishedForm([
      mailBlock({ settings: { verify: true, blockedDomains: 'spam.example' } }),
    ])
    office.refuse = (to) => (to.startsWith('nobody') ? { code: 550, message: 'no such mailbox' } : undefined)
    assert.deepEqual(reasonsOf((await askCode(form, addressOf('nobody'))).body), ['mail01 code-unreachable'])
    assert.deepEqual(reasonsOf((await askCode(form, 'a@spam.example')).body), ['mail01 blocked'])
    assert.equal((await askCode(form, 'nothing')).body.details[0]?.code, 'format')
    assert.equal((await askCode(form, '')).body.details[0]?.code, 'required')
    const text = await publishedForm([textBlock('name01', 'Name', { key: 'address' })])
    assert.equal((await askCode(text, 'a@example.com')).status, 422)

    const ada = addressOf()
    office.refuse = () => ({ code: 450, message: 'later' })
    assert.deepEqual(reasonsOf((await askCode(form, ada)).body), ['mail01 code-unsent'])
    office.refuse = () => undefined
    assert.equal((await askCode(form, ada)).status, 201, 'who got none waits for none')
    env.set('MAIL_FROM', '')
    assert.deepEqual(reasonsOf((await askCode(form, addressOf())).body), ['mail01 code-unsent'])
  })

  test('without a mail server it is not published, and who meets one that lost it is let on', async ({
    assert,
  }) => {
    const form = await publishedForm([mailBlock()])
    unserve()
    const check = await form.creator.visitor.get<{
      data: { problems: { code: string; block: string; severity: string; message: string }[] }
    }>(`/api/forms/${form.id}/check`)
    assert.deepInclude(
      check.body.data.problems.map(({ code, block, severity }) => ({ code, block, severity })),
      { code: 'no-mail', block: 'mail01', severity: 'error' },
    )
    const refused = await form.creator.visitor.post<{ code: string }>(`/api/forms/${form.id}/publication`, {
      revision: await revisionOf(form.creator, form.id),
    })
    assert.equal(refused.body.code, 'E_CHECK', refused.text)
    const ada = addressOf()
    const { proof, sent } = (await askCode(form, ada)).body.data
    assert.isUndefined(sent)
    assert.equal((await submit(form, { address: { email: ada, proof } })).status, 201)
  })

  test('a question that is not asked needs no code, nor one that is left empty', async ({ assert }) => {
    const hidden = mailBlock({
      state: 'hidden',
      rules: [{ when: { left: { field: 'name01' }, op: 'is', right: { value: 'Ada' } }, do: 'show' }],
    })
    const form = await publishedForm([textBlock('name01', 'Name', { key: 'name' }), hidden])
    const ada = addressOf()
    assert.equal((await submit(form, { name: 'Ida', address: ada })).status, 201)
    assert.equal((await submit(form, { name: 'Ada' })).status, 201)
    assert.equal((await submit(form, { name: 'Ada', address: ada })).status, 422)
    const filled = await publishedForm([mailBlock({ default: { param: 'to' } })])
    const sent = await submit(filled, {}, { context: { params: { to: ada } } })
    assert.deepEqual(reasonsOf(sent.body), ['mail01 code-missing'])
  })

  test('each item of a section has a code of its own', async ({ assert }) => {
    const section = {
      id: 'people',
      kind: 'section',
      v: 1,
      key: 'people',
      settings: { repeating: true, max: 3 },
    }
    const form = await publishedForm([section, mailBlock({ parent: 'people' })])
    const [ada, ida] = [addressOf(), addressOf('ida')]
    const proofs = [
      await prove(form, ada, { block: 'people.item1.address' }),
      await prove(form, ida, { block: 'people.item2.address' }),
    ]
    const people = (second: unknown) => ({ people: [{ address: { email: ada, proof: proofs[0] } }, second] })
    const refused = await submit(form, people({ address: { email: ida, proof: proofs[0] } }))
    assert.deepEqual(reasonsOf(refused.body), ['people.item2.mail01 code-expired'])
    const taken = await submit(form, people({ address: { email: ida, proof: proofs[1] } }))
    assert.equal(taken.status, 201, taken.text)
  })

  test('members change an address without a code', async ({ assert }) => {
    const form = await publishedForm([mailBlock()])
    const ada = addressOf()
    const { body } = await submit(form, { address: { email: ada, proof: await prove(form, ada) } })
    const at = `/api/forms/${form.id}/answers/${body.data.id}`
    const changed = await form.creator.visitor.patch(at, { answers: { address: 'ida@example.com' } })
    assert.isBelow(changed.status, 300, changed.text)
    assert.deepEqual(
      (await stored(form)).map(({ answers }) => answers.mail01),
      ['ida@example.com'],
    )
  })

  /** Inputs of the page that hold something of the address, as a browser would post them. */
  const confirmationOf = ({ html }: PageForm): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/<input[^>]* name="(f\.mail01[^"]*)"[^>]*>/g)].map(([tag, name = '']) => [
        name,
        / value="([^"]*)"/.exec(tag)?.[1] ?? '',
      ]),
    )

  test('without JavaScript the page comes back with a place for the code, and nothing is lost', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
      mailBlock(),
      { id: 'break1', kind: 'page-break', v: 1, settings: {} },
      textBlock('town01', 'Town'),
    ])
    const ada = addressOf()
    const post = async (page: PageForm, go: string, entries: Record<string, string | File>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...page.hidden, ...entries, _go: go }))
        body.append(name, value)
      const reply = await form.visitor.post(page.action, body, HTML)
      return reply.status === 303
        ? { status: 303, page: await open(form.visitor, reply.headers.get('location') ?? '') }
        : { status: reply.status, page: formIn(reply.text) }
    }
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const typed = { 'f.name01': 'Ada', 'f.mail01': ada }
    const early = await post(first, 'next', typed)
    assert.equal(early.status, 422)
    assert.include(early.page.html, 'Confirm this address')

    const photo = new File([PNG], 'photo.png', { type: 'image/png' })
    const sent = await post(first, 'code:mail01', { ...typed, 'f.photo1': photo })
    assert.equal(sent.status, 303)
    assert.include(sent.page.html, 'value="Ada"')
    assert.include(sent.page.html, 'photo.png')
    assert.match(sent.page.html, /<input[^>]*id="c-mail01-code"[^>]*autofocus/i)
    const file = / name="f\.photo1" value="([^"]*)"/.exec(sent.page.html)?.[1] ?? ''
    const kept = { 'f.name01': 'Ada', 'f.photo1': file.replaceAll('&quot;', '"') }

    const again = await post(sent.page, 'code:mail01', { ...kept, ...confirmationOf(sent.page) })
    assert.equal(again.status, 422)
    assert.include(again.page.html, 'A code was sent a moment ago')
    const wrong = await post(again.page, 'next', {
      ...{ ...kept, ...confirmationOf(again.page) },
      'f.mail01.code': another(codeFor(ada)),
    })
    assert.equal(wrong.status, 422)
    assert.include(wrong.page.html, 'This code is not right')
    const elsewhere = await post(wrong.page, 'next', {
      ...{ ...kept, ...confirmationOf(wrong.page), 'f.mail01.code': codeFor(ada) },
      'f.mail01': addressOf('ida'),
    })
    assert.equal(elsewhere.status, 422, 'another address needs another code')

    const right = await post(wrong.page, 'confirm:mail01', {
      ...{ ...kept, ...confirmationOf(wrong.page), 'f.mail01.code': codeFor(ada) },
    })
    assert.equal(right.status, 303)
    assert.include(right.page.html, 'Verified')
    assert.notInclude(right.page.html, 'c-mail01-code')
    const onward = await post(right.page, 'next', { ...kept, ...confirmationOf(right.page) })
    assert.equal(onward.status, 303)
    const end = await press(form.visitor, onward.page, 'send', { 'f.town01': 'London' })
    assert.include(end.headers.get('location') ?? '', '/endings/')
    const [row] = await stored(form)
    assert.equal(row?.answers.mail01, ada)
    assert.lengthOf(Object(row?.answers.photo1), 1)
  })

  test('a page that is refused gives back what was written, and nothing of codes', async ({ assert }) => {
    const form = await publishedForm([mailBlock()])
    const ada = addressOf()
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const asked = await press(form.visitor, first, 'code:mail01', { 'f.mail01': ada })
    const page = await open(form.visitor, asked.headers.get('location') ?? '')
    const entries = { ...confirmationOf(page), 'f.mail01.code': '123' }
    await form.creator.visitor.post(`/api/forms/${form.id}/closure`)
    const kept = written((await press(form.visitor, page, 'send', entries)).text)
    assert.deepEqual(Object.values(kept), [ada])
    const mistyped = { ...entries, 'f.mail01': 'ada at home' }
    const wrong = written((await press(form.visitor, page, 'send', mistyped)).text)
    assert.deepEqual(Object.values(wrong), ['ada at home'])
  })

  test('without JavaScript the code goes along with Next, on one page', async ({ assert }) => {
    const form = await publishedForm([mailBlock({ required: true })])
    const ada = addressOf()
    const first = await open(form.visitor, `/forms/${form.slug}`)
    const asked = await press(form.visitor, first, 'code:mail01', { 'f.mail01': ada })
    const page = await open(form.visitor, asked.headers.get('location') ?? '')
    const entries = { ...confirmationOf(page), 'f.mail01.code': codeFor(ada) }
    const sent = await press(form.visitor, page, 'send', entries)
    assert.include(sent.headers.get('location') ?? '', '/endings/', sent.text)
  })

  test('a preview sends no mail; what it says proves nothing', async ({ assert }) => {
    const form = await publishedForm([mailBlock({ required: true })])
    const ada = addressOf()
    const { visitor } = form.creator
    const first = await open(visitor, `/forms/${form.id}/preview`)
    const asked = formIn((await press(visitor, first, 'code:mail01', { 'f.mail01': ada })).text)
    assert.include(asked.html, 'A preview sends no mail')
    const entries = { ...confirmationOf(asked), 'f.mail01.code': '12345' }
    const short = formIn((await press(visitor, asked, 'send', entries)).text)
    assert.include(short.html, 'This code is not right')
    const ended = await press(visitor, short, 'send', {
      ...confirmationOf(short),
      'f.mail01.code': '123456',
    })
    assert.include(ended.text, 'Thank you')
    assert.lengthOf(arrivedFor(ada), 0)
    const proof = 'preview'
    assert.equal((await submit(form, { address: { email: ada, proof } })).status, 422)
  })
})
