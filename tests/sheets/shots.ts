import type { Page } from 'playwright'
import { newForm, patch, publish, revisionOf } from '#tests/functional/forms/factories'
import { changeSettings, type Settings } from '#tests/functional/respond/answering'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'
import { conference } from './conference.ts'

/** Something to be drawn: where it is, who looks, and what is done until it is there. */
export interface Shot {
  name: string
  path: string
  creator?: Creator
  ready: (page: Page) => Promise<void>
}

const heading = (page: Page) => page.getByRole('heading').first().waitFor()

async function publicForm(settings: Settings): Promise<string> {
  const { creator, form } = await newForm(conference.blocks, conference.title)
  await changeSettings(creator, form.id, { general: { description: conference.description }, ...settings })
  await publish(creator, form.id)
  return `/forms/${form.slug}`
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Work email').fill('ada@example.com')
  await page.getByLabel('Interface craft').check()
  await page.getByLabel('Vegan').check()
}

async function toSecondPage(page: Page): Promise<void> {
  await fill(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'Your stay' }).waitFor()
}

async function toEnding(page: Page): Promise<void> {
  await toSecondPage(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'See you in Lisbon' }).waitFor()
}

async function toErrors(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Please answer this.').first().waitFor()
}

const DAY = 86_400_000

/** The states of the public page, in the three themes. */
export async function pageShots(): Promise<Shot[]> {
  const looks = [
    ['default', '#3B82F6'],
    ['simple', '#DB2777'],
    ['notion', '#F59E0B'],
  ] as const
  const shots: Shot[] = []
  for (const [theme, accent] of looks) {
    const path = await publicForm({ appearance: { theme, accent, size: 'md', radius: 'small' } })
    shots.push(
      { name: `${theme}: page 1`, path, ready: fill },
      { name: `${theme}: errors`, path, ready: toErrors },
      { name: `${theme}: page 2`, path, ready: toSecondPage },
      { name: `${theme}: ending`, path, ready: toEnding },
    )
  }
  const soon = new Date(Date.now() + DAY).toISOString()
  const over = new Date(Date.now() - DAY).toISOString()
  const states: [name: string, settings: Settings][] = [
    ['not yet open', { access: { opensAt: soon } }],
    ['closed', { access: { closesAt: over } }],
    ['password', { password: 'a word for the door' }],
  ]
  for (const [name, settings] of states)
    shots.push({ name, path: await publicForm(settings), ready: heading })
  const full = await publicForm({ access: { maxSubmissions: 1 } })
  await answer(full.slice('/forms/'.length), 'Ada Lovelace')
  const open = await publicForm({})
  shots.push(
    { name: 'full', path: full, ready: heading },
    { name: 'over', path: `${open}/endings/over`, ready: heading },
    { name: 'not found', path: '/forms/nothing-here', ready: heading },
    { name: 'error', path: '/forms/%E0%A4%A', ready: heading },
  )
  return shots
}

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Hedy Lamarr', 'Katherine Johnson', 'Radia Perlman']

/** The screens of the creators' app. */
export async function appShots(): Promise<Shot[]> {
  const newcomer = await newCreator('Ada Example')
  const { creator, form } = await newForm(
    conference.blocks,
    conference.title,
    await newCreator('Grace Example'),
  )
  await changeSettings(creator, form.id, { general: { description: conference.description } })
  await publish(creator, form.id)
  await publish(creator, form.id)
  await newForm(undefined, 'Customer feedback', creator)
  const changed = await changedForm(creator)
  for (const name of NAMES) await answer(form.slug, name)
  const webhook = { kind: 'webhook', name: 'Ticket office', settings: { url: 'https://example.com/hook' } }
  const added = await creator.visitor.post(`/api/forms/${form.id}/integrations`, webhook)
  if (added.status !== 201) throw new Error(`integration: ${added.status} ${added.text}`)
  const at = (tab: string) => `/forms/${form.slug}/${tab}`
  const mine = (name: string, path: string, ready: Shot['ready'] = heading): Shot => {
    return { name, path, creator, ready }
  }
  return [
    { name: 'Landing', path: '/', ready: heading },
    { name: 'Sign in', path: '/login', ready: heading },
    { name: 'Register', path: '/register', ready: heading },
    { name: 'Home, empty', path: '/home', creator: newcomer, ready: heading },
    mine('Home', '/home', (page) => page.getByRole('link', { name: conference.title }).waitFor()),
    mine('New form', '/forms/create'),
    mine('Editor', at('edit'), (page) => page.getByText('First name').first().waitFor()),
    mine('Editor: a block', at('edit'), async (page) => {
      await page.locator('[data-block]').nth(3).click()
    }),
    mine('Editor: preview', at('edit'), async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').getByLabel('First name').waitFor()
    }),
    mine('Versions', at('edit'), async (page) => {
      await page.getByRole('button', { name: 'Published', exact: true }).click()
      await page.getByRole('dialog').getByText('Version 1').waitFor()
    }),
    mine('Publish', `/forms/${changed}/edit`, async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).waitFor()
    }),
    mine('Submissions', at('show/submissions'), (page) => page.getByRole('row').nth(1).waitFor()),
    mine('One submission', at('show/submissions'), async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('region', { name: 'Answers' }).getByRole('term').first().waitFor()
    }),
    mine('Summary', at('show/submissions/summary'), (page) => page.getByRole('article').first().waitFor()),
    mine('Integrations', at('show/integrations')),
    mine('Share', at('show/share')),
    mine('Settings', '/settings/profile'),
    mine('Commands', at('edit'), async (page) => {
      await page.getByText('First name').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('listbox').waitFor()
    }),
    mine('Not found', '/forms/nothing-here/edit', (page) => page.getByText('Whoops').waitFor()),
  ]
}

/** A form that was changed since it was published, with something to check. */
async function changedForm(creator: Creator): Promise<string> {
  const { form } = await newForm(conference.blocks, 'Team survey', creator)
  await publish(creator, form.id)
  await changeSettings(creator, form.id, { general: { description: 'Two minutes, every quarter.' } })
  const content = { v: 1, key: 'mood', label: '', settings: {} }
  const added = { op: 'put', block_id: 'mood01', kind: 'number', position: 'b00', content }
  const done = await patch(creator, form.id, await revisionOf(creator, form.id), [added])
  if (done.status !== 200) throw new Error(`block: ${done.status} ${done.text}`)
  return form.slug
}

async function answer(slug: string, name: string): Promise<void> {
  const [first = '', last = ''] = name.split(' ')
  const answers = {
    first_name: first,
    last_name: last,
    email: `${first.toLowerCase()}@example.com`,
    track: 'craft',
  }
  const reply = await new Visitor().post(`/api/forms/${slug}/submissions`, {
    submission_key: crypto.randomUUID(),
    answers,
  })
  if (reply.status !== 201) throw new Error(`submission: ${reply.status} ${reply.text}`)
}
