import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { Page } from '#api_types/answer'
import type { InstanceMail } from '#api_types/instance'
import { tellFailing } from '#app/integrations/tell_failing'
import { within } from '#app/workspaces/within'
import { comeBack, connect, connectWith, consent, setOut } from '#tests/functional/connections/connecting'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import {
  addIntegration,
  type DeliveryItem,
  logOf,
  pathOf,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { PostOffice } from '#tests/functional/mail/post_office'
import { makeOperator } from '#tests/functional/place'
import { newToken } from '#tests/functional/program'
import { changeSettings } from '#tests/functional/respond/answering'
import { type Creator, newCreator, type Reply, Visitor } from '#tests/functional/visitor'
import {
  AirtableStandIn,
  BASE,
  FIELD,
  TABLE,
  TOKEN as AIRTABLE_TOKEN,
} from '#tests/stand_ins/airtable/airtable'
import { GoogleStandIn } from '#tests/stand_ins/google/google'
import { AUDIENCE, KEY, MailchimpStandIn } from '#tests/stand_ins/mailchimp/mailchimp'
import { NotionStandIn, PROPERTY, SOURCE } from '#tests/stand_ins/notion/notion'
import { SlackStandIn } from '#tests/stand_ins/slack/slack'
import { TelegramStandIn, TOKEN as BOT_TOKEN } from '#tests/stand_ins/telegram/telegram'

const canary = (name: string) => `${name}-${randomBytes(16).toString('hex')}`

/** Somebody who keeps whatever they are told. */
class Witness extends Visitor {
  readonly told: string[] = []

  override async request<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const reply = await super.request<T>(method, path, body, headers)
    this.told.push(`${method} ${path.split('?')[0]} ${reply.status} ${reply.text}`)
    return reply
  }

  /** What is shown once, to whoever made it, is theirs. */
  forgetLast(): void {
    this.told.pop()
  }
}

/** Ways in which a secret may stand somewhere. */
function writings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
  ]
}

/** Whatever stands in the database, a line each, as a backup has it: every table of every schema of ours. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await db.rawQuery<{ rows: { name: string; operator: boolean }[] }>(
    `select format('%I.%I', schemaname, tablename) as name,
            has_schema_privilege('fw_operator', schemaname, 'usage')
              and has_table_privilege('fw_operator', format('%I.%I', schemaname, tablename), 'select') as operator
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const lines: string[] = []
  for (const { name, operator } of tables) {
    const { rows } = await db
      .connection(operator ? 'operator' : undefined)
      .rawQuery<{ rows: { line: string }[] }>(`select t::text as line from ${name} t`)
    for (const { line } of rows) lines.push(`${name} ${line}`)
  }
  return lines.join('\n')
}

/** Whatever lies in a folder, as text. */
function everyFile(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n')
}

test.group('Secrets', () => {
  test('of every kind stand in no log, error, answer, delivery log, file or row, whatever receivers repeat', async ({
    assert,
    cleanup,
  }) => {
    const google = await GoogleStandIn.open()
    const slack = await SlackStandIn.open()
    const notion = await NotionStandIn.open()
    const mailchimp = await MailchimpStandIn.open()
    const telegram = await TelegramStandIn.open()
    const airtable = await AirtableStandIn.open()
    // receivers and mail servers that repeat whatever they were told, and refuse
    const parrot = await Receiver.open(({ url, headers, body }) => ({
      status: 500,
      headers: { 'x-said': headers['x-own'] ?? '', 'x-asked': url },
      body: JSON.stringify({ url, headers, body }),
    }))
    const said: string[] = []
    const office = await PostOffice.open({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        said.push(password ?? '')
        done(new Error(`${username} with ${password} is nobody`))
      },
    })
    const own = {
      smtp: canary('own'),
      header: canary('header'),
      bearer: canary('bearer'),
      door: canary('door'),
      discord: canary('discord'),
      teams: canary('teams'),
      zap: canary('zap'),
      typed: canary('typed'),
    }
    const ofOperator = { smtp: canary('smtp'), app: canary('appkey') }
    const storage = mkdtempSync(join(tmpdir(), 'fw-secrets-'))
    const server = await ServerProcess.start({
      ...{ ...google.settings, ...slack.settings, ...notion.settings },
      MAILCHIMP_URL: mailchimp.server.url,
      TELEGRAM_URL: telegram.server.url,
      AIRTABLE_URL: airtable.server.url,
      SMTP_URL: `smtp://operator:${ofOperator.smtp}@127.0.0.1:${office.port}?security=none`,
      MAIL_FROM: 'forms@house.example',
      ...{ STORAGE_DIR: storage, LOG_LEVEL: 'trace', DELIVERY_SCHEDULE: '0,0,0', REGISTRATION: 'open' },
    })
    cleanup(async () => {
      await server.stop()
      rmSync(storage, { recursive: true })
      for (const one of [mailchimp, telegram, airtable, notion]) await one.server.close()
      for (const one of [google, slack, parrot, office]) await one.close()
    })
    const witness = new Witness(server.url)
    const creator: Creator = await newCreator('Ada Example', witness)
    const { workspaceId } = creator
    const { form } = await newForm(
      [
        textBlock('name01', 'Name'),
        { id: 'agree1', kind: 'checkbox', v: 1, key: 'agree', label: 'News?', settings: {} },
      ],
      'A form',
      creator,
    )
    await publish(creator, form.id)

    const token = await newToken(witness, workspaceId, [
      ...(['forms:read', 'submissions:read', 'integrations:manage'] as const),
    ])
    witness.forgetLast()
    const program = new Witness(server.url)
    for (const path of ['/api/access-tokens/current', `/api/forms/${form.id}/integrations`, '/api/nothing'])
      await program.get(path, { authorization: `Bearer ${token.token}` })
    await program.get(`/api/forms?token=${token.token}`, { authorization: `Bearer ${token.token}x` })

    // a service that names what it was sent as what is wrong with it
    google.play(({ path, body }) => {
      const { client_secret: secret, code } = Object.fromEntries(new URLSearchParams(body))
      return path === '/token' ? { status: 400, body: { error: `${secret} ${code}` } } : undefined
    })
    const brought = await consent(await setOut(creator, 'google'), 'Allow')
    witness.forgetLast()
    const refused = await comeBack(witness, 'google', brought)
    assert.equal(refused.status, 422)
    google.play(() => undefined)
    notion.server.play(({ path, headers }) =>
      path === '/v1/oauth/token' ? { status: 400, body: { error: headers.authorization } } : undefined,
    )
    const told = await comeBack(witness, 'notion', await consent(await setOut(creator, 'notion'), 'Allow'))
    assert.equal(told.status, 422)
    notion.server.play(() => undefined)
    const toNotion = await connect(creator, 'notion')
    const [toGoogle, toSlack] = [await connect(creator, 'google'), await connect(creator, 'slack')]

    const webhook = await addIntegration(creator, form, 'webhook', {
      url: parrot.url,
      authorization: `Bearer ${own.bearer}`,
      secretHeader: 'x-own',
      secretValue: own.header,
    })
    witness.forgetLast()
    const { id, sheet } = google.add('Answers')
    const spreadsheet = { id, label: 'Answers' }
    const rows = await addIntegration(
      creator,
      form,
      'google-sheets',
      { spreadsheet },
      { connection_id: toGoogle.id },
    )
    const channel = { id: 'C0GENERAL', label: '#general' }
    const posts = await addIntegration(creator, form, 'slack', { channel }, { connection_id: toSlack.id })
    const pages = await addIntegration(
      creator,
      form,
      'notion',
      {
        ...{ source: SOURCE, key: { id: PROPERTY.key?.id, label: 'Submission' } },
        fields: [{ from: 'name01', to: { id: 'title', label: 'Name', type: 'title' } }],
      },
      { connection_id: toNotion.id },
    )
    const contacts = await addIntegration(
      creator,
      form,
      'mailchimp',
      { audience: AUDIENCE, email: 'name01', consent: 'agree1' },
      { connection_id: await connectWith(creator, 'mailchimp', KEY) },
    )
    const bot = await addIntegration(
      creator,
      form,
      'telegram',
      { chat: { id: '42', label: 'Ada' } },
      { connection_id: await connectWith(creator, 'telegram', BOT_TOKEN) },
    )
    const records = await addIntegration(
      creator,
      form,
      'airtable',
      {
        ...{ base: BASE, table: TABLE, key: { id: FIELD.key?.id, label: 'Submission' } },
        fields: [{ from: 'name01', to: { id: FIELD.name?.id, label: 'Name', type: 'singleLineText' } }],
      },
      { connection_id: await connectWith(creator, 'airtable', AIRTABLE_TOKEN) },
    )
    const { origin } = new URL(parrot.url)
    const notes = await addIntegration(creator, form, 'discord', {
      address: `${origin}/api/webhooks/42/${own.discord}`,
    })
    const cards = await addIntegration(creator, form, 'microsoft-teams', {
      address: `${origin}/workflows/triggers/manual/paths/invoke?sp=1&sig=${own.teams}`,
    })
    const zap = await program.post<{ data: { id: string } }>(
      `/api/forms/${form.id}/subscriptions`,
      { kind: 'zapier', url: `${origin}/hooks/${own.zap}/`, events: ['submission.created'] },
      { authorization: `Bearer ${token.token}` },
    )
    assert.equal(zap.status, 201, zap.text)
    const listed = await witness.get<{ data: { id: string; kind: string; settings: object }[] }>(pathOf(form))
    const zaps = listed.body.data.filter(({ kind }) => kind === 'zapier')
    const address = `${slack.server.url}${slack.hook}`
    const hook = await addIntegration(creator, form, 'slack', { way: 'webhook', address })
    const mail = await addIntegration(creator, form, 'email', { to: ['ada@example.com'] })
    // once both services have repeated the token, it is revoked, and connecting again refused
    const repeats = ({ path, headers, body }: { path: string; headers: object; body: string }) =>
      /batchUpdate|postMessage|services|pages|members|sendMessage|tbl/.test(path)
        ? { status: 500, body: JSON.stringify({ path, headers, body }) }
        : undefined
    google.play(repeats)
    slack.play(repeats)
    notion.server.play(repeats)
    for (const one of [mailchimp, telegram, airtable]) one.server.play(repeats)
    await submit(creator, form, { name01: 'ada@lighthouse.example', agree1: true })
    const all = [webhook, rows, posts, hook, mail, pages, contacts, bot, records, notes, cards, ...zaps]
    const logs = new Map<string, DeliveryItem[]>()
    const reasoned = (log: DeliveryItem[]) => log.length > 0 && log.every(({ reason }) => reason !== null)
    for (const one of all) logs.set(one.id, await until(() => logOf(creator, form, one), reasoned))
    google.play(({ path, body }) =>
      path === '/token'
        ? { status: 400, body: { error: 'invalid_grant', error_description: body } }
        : undefined,
    )
    slack.oauth.revokeAll()
    google.oauth.revokeAll()
    await submit(creator, form, { name01: 'Bob' })
    await until(
      () => logOf(creator, form, rows),
      (log) => log.some(({ next_attempt_at: next, status }) => status === 'pending' && next === null),
    )

    const sender = {
      ...{ host: '127.0.0.1', port: office.port, security: 'none', username: 'ada' },
      ...{ from_address: 'ada@example.com', from_name: '', password: own.smtp },
    }
    await witness.put(`/api/workspaces/${workspaceId}/mail-sender`, sender)
    const tried = await witness.post(`/api/workspaces/${workspaceId}/mail-sender/test`, {})
    assert.equal(tried.status, 422)
    assert.includeMembers(said, [own.smtp, ofOperator.smtp], 'both were told to the mail server')
    await changeSettings(creator, form.id, { password: own.door })
    await new Visitor(server.url).post(
      `/forms/${form.slug}/password`,
      new URLSearchParams({ password: own.door }),
    )

    // what would arrive, with secrets that are being typed, and of what is kept
    const previewed: [kind: string, settings: object][] = [
      [
        'webhook',
        { url: parrot.url, authorization: own.typed, secretHeader: 'x-own', secretValue: own.typed },
      ],
      ['discord', { address: `${origin}/api/webhooks/42/${own.typed}` }],
      ['microsoft-teams', { address: `${origin}/paths/invoke?sp=1&sig=${own.typed}` }],
      ['slack', { way: 'webhook', address: `${slack.server.url}/services/T0/B0/${own.typed}` }],
    ]
    for (const [kind, settings] of previewed) {
      const path = `/api/forms/${form.id}/integration-previews`
      const { text } = await witness.post(path, { kind, settings })
      assert.include(text, '"preview"', kind)
    }
    for (const kept of all)
      await witness.post(`/api/forms/${form.id}/integration-previews`, {
        kind: kept.kind,
        settings: kept.settings,
      })
    // what its people are told of integrations that fail for a day, and what operators see of these mails
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `update integrations set failing_since = now() - interval '25 hours' where failing_since is not null`,
      ),
    )
    await tellFailing.run({}, new AbortController().signal)
    const watching = new Witness(server.url)
    const operator = await newCreator('Olga', watching)
    await makeOperator(operator.userId)
    const mails = await operator.visitor.get<Page<InstanceMail>>('/api/instance/mails?limit=100')
    const hers = mails.body.data.filter(({ to }) => JSON.stringify(to).includes(creator.email))
    assert.isNotEmpty(hers, mails.text)
    for (const { id } of mails.body.data) await operator.visitor.get(`/api/instance/mails/${id}`)
    await operator.visitor.get('/api/instance/mail')

    // a dump of what the API tells
    for (const path of [
      '/api/user',
      '/api/sessions',
      '/api/forms',
      ...['access-tokens', 'connections', 'mail-sender', 'members'].map(
        (name) => `/api/workspaces/${workspaceId}/${name}`,
      ),
      ...[
        '',
        '/draft',
        '/document',
        '/versions',
        '/versions/1',
        '/public',
        '/submissions',
        '/integrations',
      ].map((name) => `/api/forms/${form.id}${name}`),
      '/api/openapi.json',
    ])
      await witness.get(path)
    for (const one of all) {
      await witness.get(`/api/forms/${form.id}/integrations/${one.id}`)
      for (const { id: delivery } of logs.get(one.id) ?? [])
        await witness.get(`/api/forms/${form.id}/integrations/${one.id}/deliveries/${delivery}`)
    }
    const database = await everyRow()
    await server.stop()

    const session = decodeURIComponent(witness.cookie('formwright_session') ?? '')
    const grants = [google, slack, notion].flatMap(({ oauth }) => oauth.grants)
    const { clientId, clientSecret } = notion.oauth.rules
    const verifiers = google.server.to('/token').flatMap(({ body }) => {
      return new URLSearchParams(body).get('code_verifier') ?? []
    })
    assert.isNotEmpty(verifiers)
    const secrets: Record<string, string> = {
      ...own,
      'access token': token.token,
      session,
      state: brought.state ?? '',
      code: brought.code ?? '',
      'client secret of Google': google.oauth.rules.clientSecret,
      'client secret of Slack': slack.oauth.rules.clientSecret,
      'client secret of Notion': clientSecret,
      'client of Notion in a header': Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
      'token of a bot': BOT_TOKEN,
      'secret of a bot': BOT_TOKEN.split(':')[1] ?? '',
      'token of Airtable': AIRTABLE_TOKEN,
      'key of Mailchimp': KEY,
      'key of Mailchimp in a header': Buffer.from(`formwright:${KEY}`).toString('base64'),
      'signing secret': webhook.secret,
      'address of a Slack webhook': slack.hook.split('/').at(-1) ?? '',
      'SMTP password of the operator': ofOperator.smtp,
      'key of the application': process.env.APP_KEY ?? '',
      ...Object.fromEntries(verifiers.map((verifier, index) => [`verifier ${index}`, verifier])),
      ...Object.fromEntries(grants.map((grant, index) => [`token ${index}`, grant.token])),
      ...Object.fromEntries(grants.map((grant, index) => [`refresh token ${index}`, grant.refreshToken])),
    }
    const places = {
      log: server.output,
      answers: [...witness.told, ...program.told, ...watching.told].join('\n'),
      database,
      storage: everyFile(storage),
    }
    // the places are the right ones
    assert.include(places.log, '"msg":"answered"')
    assert.include(places.answers, 'x-own')
    assert.include(places.database, token.begins)
    assert.isEmpty(sheet.records())
    for (const [what, secret] of Object.entries(secrets)) {
      assert.isAbove(secret.length, 11, what)
      for (const [place, text] of Object.entries(places))
        for (const written of writings(secret)) {
          const at = text.indexOf(written)
          const where = text.slice(Math.max(0, text.lastIndexOf('\n', at)), at).slice(0, 400)
          assert.equal(at, -1, `${what} stands in the ${place}: ${where}`)
        }
    }
  })
})
