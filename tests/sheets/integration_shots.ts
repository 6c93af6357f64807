import type { Page } from 'playwright'
import { type FormItem, newForm, publish } from '#tests/functional/forms/factories'
import { type Creator, newCreator } from '#tests/functional/visitor'
import { BASE, FIELD, TABLE } from '#tests/stand_ins/airtable/airtable'
import { AUDIENCE } from '#tests/stand_ins/mailchimp/mailchimp'
import { PROPERTY, SOURCE } from '#tests/stand_ins/notion/notion'
import { conference } from './conference.ts'
import type { Services } from './services.ts'
import { answer, make, saying, type Shot, unreachable, until } from './shot.ts'

const MEETING = [
  ...conference.blocks.slice(0, 4),
  { id: 'news01', kind: 'checkbox', v: 1, key: 'news', label: 'May we write to you?', settings: {} },
  { id: 'mail01', kind: 'email', v: 1, key: 'mail', label: 'Address for news', settings: {} },
  ...conference.blocks.slice(4),
]

const mapped = (from: string, id: string, label: string, type: string) => ({ from, to: { id, label, type } })

/** Opens a closed part of a page. */
const opening = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The page of an integration's form: its cards, the settings of each kind, and what was delivered. */
export async function integrationShots(services: Services): Promise<Shot[]> {
  const { creator, form } = await newForm(MEETING, conference.title, await newCreator('Radia Example'))
  await publish(creator, form.id)
  await answer(form.slug, 'Mary Ward')
  const connections = await services.connectAll(creator)
  const made = await everyKind(creator, form, connections, services)
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Hedy Lamarr', 'Katherine Johnson'])
    await answer(form.slug, name, { mail: 'ada@lighthouse.example', news: true })
  const log = `/api/forms/${form.id}/integrations/${made.webhook.id}/deliveries`
  await until(async () => {
    const { body } = await creator.visitor.get<{ data: { attempts: number }[] }>(log)
    return body.data.length === 4 && body.data.every(({ attempts }) => attempts > 0)
  })
  const path = `/forms/${form.slug}/show/integrations`
  const at = (
    name: string,
    integration: { id: string } | undefined,
    ready: (page: Page) => Promise<void>,
  ): Shot => {
    const query = integration ? `?integration=${integration.id}` : ''
    return { name: `Integrations: ${name}`, path: `${path}${query}`, creator, ready }
  }
  const adding = (kind: string) =>
    at(`add ${kind}`, undefined, async (page) => {
      await page.getByRole('button', { name: `Add ${kind}`, exact: true }).click()
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
    })
  const set = (kind: keyof typeof made, until: string) =>
    at(`settings of ${kind}`, made[kind], async (page) => {
      await page.getByLabel('Name', { exact: true }).waitFor()
      await page.getByText(until).first().waitFor()
      await opening('What will arrive')(page)
      await page.getByLabel('What will arrive').last().waitFor()
    })
  return [
    at('cards', undefined, saying('Ticket office')),
    ...['Slack', 'Mailchimp', 'Email', 'Discord', 'Webhook'].map(adding),
    set('slack', 'Channel'),
    set('mailchimp', 'Audience fields'),
    set('notion', 'Properties'),
    set('airtable', 'Fields'),
    set('google-sheets', 'Spreadsheet'),
    set('email', 'Subject'),
    at('paused', made.closed, saying('Paused')),
    at('log with filters', made.webhook, async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      await opening('Filter')(page)
      await page.getByLabel('Error or submission ID').scrollIntoViewIfNeeded()
    }),
    at('one delivery', made.webhook, async (page) => {
      await page.getByRole('row').filter({ hasText: 'Next attempt' }).getByRole('button').first().click()
      await page.getByRole('heading', { name: 'Attempt 1' }).waitFor()
    }),
    at('test with a submission', made.webhook, async (page) => {
      await opening('Test with a submission')(page)
      await page.getByRole('dialog').getByRole('button').last().waitFor()
    }),
    at('earlier submissions', made.webhook, async (page) => {
      await opening('Send earlier submissions')(page)
      await page.getByRole('dialog').waitFor()
    }),
    at('delete', made.webhook, async (page) => {
      await opening('Delete integration')(page)
      await page.getByRole('dialog').waitFor()
    }),
    { name: 'Connections', path: '/settings/connections', creator, ready: saying('Lighthouse') },
    at('unreachable', undefined, async (page) => {
      await unreachable(page, /\/api\/.*\/integrations$/)
    }),
  ]
}

/** An integration of each kind, of which one fails, one is off, and one waits to be connected again. */
async function everyKind(
  creator: Creator,
  form: FormItem,
  connections: Record<string, string>,
  services: Services,
) {
  const { receiver } = services
  const integrations = `/api/forms/${form.id}/integrations`
  const add = (kind: string, settings: Record<string, unknown>, name: string, service?: string) =>
    make(creator, integrations, {
      ...{ kind, settings, name },
      ...(service !== undefined && { connection_id: connections[service] }),
    })
  const channel = { id: 'C0GENERAL', label: '#general' }
  const made = {
    webhook: await add('webhook', { url: receiver.url }, 'Ticket office'),
    closed: await add('webhook', { url: `${receiver.url}/closed` }, 'Old warehouse'),
    slack: await add('slack', { channel }, 'To the team', 'slack'),
    mailchimp: await add(
      'mailchimp',
      {
        ...{ audience: AUDIENCE, email: 'mail01', consent: 'news01', tags: ['conference'] },
        fields: [mapped('first1', 'FNAME', 'First name', 'text'), mapped('nights', 'AGE', 'Age', 'number')],
      },
      'Newsletter',
      'mailchimp',
    ),
    notion: await add(
      'notion',
      {
        ...{ source: SOURCE, key: { id: PROPERTY.key.id, label: PROPERTY.key.name } },
        fields: [
          mapped('first1', PROPERTY.name.id, 'Name', 'title'),
          mapped('role01', 'gone', 'Role', 'select'),
        ],
      },
      'Applicants',
      'notion',
    ),
    airtable: await add(
      'airtable',
      {
        ...{ base: BASE, table: TABLE, key: { id: FIELD.key.id, label: FIELD.key.name } },
        fields: [mapped('last01', FIELD.name.id, 'Name', 'singleLineText')],
      },
      'Answers of the conference, for the whole of the programme committee',
      'airtable',
    ),
    'google-sheets': await add(
      'google-sheets',
      { spreadsheet: services.spreadsheet },
      'Table of guests',
      'google',
    ),
    email: await add('email', { to: ['team@example.com'] }, 'Mail to the team'),
  }
  const off = await creator.visitor.patch(`${integrations}/${made.email.id}`, { enabled: false })
  if (off.status !== 200) throw new Error(`off: ${off.status} ${off.text}`)
  return made
}
