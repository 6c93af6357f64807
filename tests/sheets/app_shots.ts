import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright'
import {
  type FormItem,
  newForm,
  patch,
  publish,
  revisionOf,
  textBlock,
} from '#tests/functional/forms/factories'
import { newToken } from '#tests/functional/program'
import { changeSettings } from '#tests/functional/respond/answering'
import { type Creator, newCreator } from '#tests/functional/visitor'
import { conference } from './conference.ts'
import { integrationShots } from './integration_shots.ts'
import type { Services } from './services.ts'
import { answer, heading, make, saying, type Shot, titled, unreachable, uploadPicture } from './shot.ts'

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Hedy Lamarr', 'Katherine Johnson', 'Radia Perlman']

/** What stands on the sheet of the README. */
const MAIN: ReadonlySet<string> = new Set([
  ...[
    'Landing',
    'Sign in',
    'Home',
    'Home, empty',
    'New form',
    'Editor',
    'Editor: a block',
    'Editor: preview',
  ],
  ...['Versions compared', 'Publish', 'Submissions', 'One submission', 'Summary', 'Integrations: cards'],
  ...['Integrations: settings of airtable', 'Connections', 'Share', 'Settings', 'Commands', 'Not found'],
])

/** The main screens of the creators' app. */
export async function appShots(services: Services): Promise<Shot[]> {
  return (await allShots(services)).filter(({ name }) => MAIN.has(name))
}

/** All its other screens and states. */
export async function moreShots(services: Services): Promise<Shot[]> {
  return (await allShots(services)).filter(({ name }) => !MAIN.has(name))
}

async function allShots(services: Services): Promise<Shot[]> {
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
  return [
    ...strangerShots(),
    ...(await newcomerShots()),
    ...homeShots(creator, form),
    ...(await editorShots(creator, form, changed)),
    ...(await submissionShots(creator, form)),
    ...(await integrationShots(services)),
    ...(await settingsShots(creator)),
  ]
}

function strangerShots(): Shot[] {
  const wrong = (button: string) => async (page: Page) => {
    await page.getByRole('button', { name: button }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }
  return [
    { name: 'Landing', path: '/', ready: heading },
    { name: 'Sign in', path: '/login', ready: titled('Sign in') },
    { name: 'Sign in: errors', path: '/login', ready: wrong('Sign in') },
    { name: 'Register', path: '/register', ready: wrong('Create account') },
    { name: 'API reference', path: '/docs/api', ready: heading },
  ]
}

/** What has nothing in it yet. */
async function newcomerShots(): Promise<Shot[]> {
  const newcomer = await newCreator('Ada Example')
  const other = await newCreator('Joan Example')
  const mine = await newForm(conference.blocks, conference.title, other)
  await publish(other, mine.form.id)
  const at = (tab: string) => `/forms/${mine.form.slug}/${tab}`
  const empty = (name: string, path: string, ready: Shot['ready'], creator = other): Shot => ({
    name: `${name}, empty`,
    ...{ path, creator, ready },
  })
  return [
    empty('Home', '/home', titled('No forms yet'), newcomer),
    empty('Bin of forms', '/home/bin', heading),
    empty('Submissions', at('show/submissions'), saying(/No submissions/)),
    empty('Summary', at('show/submissions/summary'), saying(/No submissions/)),
    empty('Bin of submissions', at('show/submissions/bin'), heading),
    empty('Integrations', at('show/integrations'), titled('Integrations')),
    empty('Connections', '/settings/connections', titled('Settings')),
    empty('Access tokens', '/settings/access-tokens', titled('No access tokens yet')),
  ]
}

function homeShots(creator: Creator, form: FormItem): Shot[] {
  const listed = (page: Page) => page.getByRole('link', { name: form.title }).first().waitFor()
  const mine = (name: string, path: string, ready: Shot['ready']): Shot => ({ name, path, creator, ready })
  return [
    mine('Home', '/home', listed),
    mine('Home: menu of a form', '/home', async (page) => {
      await page.getByRole('button', { name: `Actions for ${form.title}` }).click()
      await page.getByRole('menu').waitFor()
    }),
    mine('Home: nothing found', '/home', async (page) => {
      await listed(page)
      await page.getByRole('searchbox', { name: 'Search forms' }).fill('astronomy')
      await page.getByText('No forms match').waitFor()
    }),
    mine('Home: deleting', '/home', async (page) => {
      await page.getByRole('button', { name: `Actions for ${form.title}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').waitFor()
    }),
    mine('Home: unreachable', '/home', async (page) => {
      await unreachable(page, /\/api\/.*\/forms$/)
    }),
    mine('New form', '/forms/create', titled('New form')),
    mine('New form: paste', '/forms/create', async (page) => {
      await page.getByRole('button', { name: 'Paste questions' }).click()
      await page.getByRole('textbox', { name: 'Questions' }).fill('Name\nWhat brings you here?\nPhone')
    }),
  ]
}

async function editorShots(creator: Creator, form: FormItem, changed: string): Promise<Shot[]> {
  const edit = `/forms/${form.slug}/edit`
  const drawn = async (page: Page) => {
    await page
      .getByRole('searchbox', { name: 'Search blocks' })
      .waitFor({ state: 'attached' })
      .catch(() => {})
    await page.getByText('First name').first().waitFor()
  }
  const mine = (name: string, path: string, ready: Shot['ready']): Shot => ({ name, path, creator, ready })
  const sun =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#fbbf77"/><circle cx="220" cy="80" r="40" fill="#fff3d6"/></svg>'
  for (const name of ['Sunrise over the bay.svg', 'Stage.svg', 'Hall.svg'])
    await uploadPicture(creator, form, name, sun.replace('fbbf77', name.length % 2 ? 'fbbf77' : '6b7fb8'))
  return [
    mine('Editor', edit, drawn),
    mine('Editor: a block', edit, async (page) => {
      await page.locator('[data-block]').nth(3).click()
      const content = page.getByRole('tab', { name: 'Content' })
      const settings = page.getByRole('button', { name: 'Settings', exact: true })
      await content.or(settings).first().waitFor()
      // where the panel has no room beside the page, it is opened
      if (!(await content.isVisible())) await settings.click()
      await content.waitFor()
    }),
    mine('Editor: preview', edit, async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').getByLabel('First name').waitFor()
    }),
    mine('Versions', edit, async (page) => {
      await page.getByRole('button', { name: 'Published', exact: true }).click()
      await page.getByRole('dialog').getByText('Version 1').waitFor()
    }),
    mine('Versions compared', `/forms/${changed}/edit`, async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText('Versions').click()
      await sheet
        .getByRole('button', { name: /^Changes/ })
        .first()
        .click()
      await sheet
        .getByLabel(/^Compare version/)
        .first()
        .waitFor()
    }),
    mine('Publish', `/forms/${changed}/edit`, async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Publish version/ })
        .waitFor()
    }),
    mine('Media library', edit, async (page) => {
      await drawn(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Media library' }).click()
      await page.getByRole('dialog').getByText('Stage.svg').waitFor()
    }),
    mine('Commands', edit, async (page) => {
      await drawn(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('listbox').waitFor()
    }),
    mine('Keys', edit, async (page) => {
      await drawn(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    }),
    mine('Not found', '/forms/nothing-here/edit', saying('Whoops')),
  ]
}

async function submissionShots(creator: Creator, form: FormItem): Promise<Shot[]> {
  const at = (tab: string) => `/forms/${form.slug}/show/${tab}`
  const mine = (name: string, path: string, ready: Shot['ready']): Shot => ({ name, path, creator, ready })
  const rows = (page: Page) => page.getByRole('row').nth(1).waitFor()
  const opened = async (page: Page) => {
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('region', { name: 'Answers' }).getByRole('term').first().waitFor()
  }
  await answer(form.slug, 'Nobody Atall')
  await answer(form.slug, 'Test Person')
  const list = await creator.visitor.get<{ data: { rows: { id: string }[] } }>(
    `/api/forms/${form.id}/submissions`,
  )
  for (const { id } of list.body.data.rows.slice(0, 2)) {
    const gone = await creator.visitor.delete(`/api/forms/${form.id}/submissions/${id}`)
    if (gone.status !== 204) throw new Error(`delete: ${gone.status} ${gone.text}`)
  }
  return [
    mine('Submissions', at('submissions'), rows),
    mine('Submissions: filter', at('submissions'), async (page) => {
      await rows(page)
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('button', { name: 'Add filter' }).waitFor()
    }),
    mine('Submissions: columns', at('submissions'), async (page) => {
      await rows(page)
      await page.getByRole('button', { name: 'Columns' }).click()
    }),
    mine('Submissions: some chosen', at('submissions'), async (page) => {
      for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    }),
    mine('One submission', at('submissions'), opened),
    mine('One submission, edited', at('submissions'), async (page) => {
      await opened(page)
      await page.getByRole('button', { name: 'Edit answers' }).click()
      await page.getByRole('textbox', { name: 'First name' }).waitFor()
    }),
    mine('Summary', at('submissions/summary'), (page) => page.getByRole('article').first().waitFor()),
    mine('Bin of submissions', at('submissions/bin'), saying('Test')),
    mine('Submissions: unreachable', at('submissions'), async (page) => {
      await unreachable(page, /\/api\/.*\/submissions(\?|$)/)
    }),
    mine('Share', at('share'), titled('Share')),
  ]
}

async function settingsShots(creator: Creator): Promise<Shot[]> {
  const operator = await newCreator('Olga Operator')
  promote(operator.email)
  const { form } = await newForm(
    [textBlock('name01', 'Name'), { ...textBlock('mail01', 'Address'), kind: 'email' }],
    'Feedback',
    operator,
  )
  await publish(operator, form.id)
  const mail = { kind: 'email', name: 'Mail to the team', settings: { to: ['team@example.com'] } }
  await make(operator, `/api/forms/${form.id}/integrations`, mail)
  await make(operator, `/api/forms/${form.slug}/submissions`, {
    submission_key: crypto.randomUUID(),
    answers: { name01: 'Ada', mail01: 'ada@example.com' },
  })
  const binned = await newForm(undefined, 'Spring menu', creator)
  const gone = await creator.visitor.delete(`/api/forms/${binned.form.id}`)
  if (gone.status !== 204) throw new Error(`delete: ${gone.status} ${gone.text}`)
  await newToken(creator.visitor, creator.workspaceId, ['forms:read', 'submissions:read'])
  const mine = (name: string, path: string, ready: Shot['ready'], who = creator): Shot => ({
    ...{ name, path, ready },
    creator: who,
  })
  return [
    mine('Bin of forms', '/home/bin', saying('Spring menu')),
    mine('Settings', '/settings/profile', titled('Settings')),
    mine('Password', '/settings/password', titled('Settings')),
    mine('Workspace', '/settings/workspace', saying('mail server')),
    mine('Workspace: errors', '/settings/workspace', async (page) => {
      await page.getByText('mail server').first().waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enter the name of the mail server.').waitFor()
    }),
    mine('Access tokens', '/settings/access-tokens', saying('Script')),
    mine('New access token', '/settings/access-tokens', async (page) => {
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByText('Enter a name.').waitFor()
    }),
    mine('Mail of the instance', '/settings/admin/mail', saying('team@example.com'), operator),
    mine('One mail', '/settings/admin/mail', openedMail, operator),
  ]
}

async function openedMail(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Feedback/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Makes an account one of an operator, as an operator does it. */
function promote(email: string): void {
  const done = spawnSync(process.execPath, ['ace.js', 'user:promote', email], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`promote: ${done.stdout} ${done.stderr}`)
}

/** A form that was changed since it was published, with something to check. */
async function changedForm(creator: Creator): Promise<string> {
  const { form } = await newForm(conference.blocks, 'Team survey', creator)
  await publish(creator, form.id)
  await changeSettings(creator, form.id, { general: { description: 'Two minutes, every quarter.' } })
  await publish(creator, form.id)
  const content = { v: 1, key: 'mood', label: '', settings: {} }
  const added = { op: 'put', block_id: 'mood01', kind: 'number', position: 'b00', content }
  const done = await patch(creator, form.id, await revisionOf(creator, form.id), [added])
  if (done.status !== 200) throw new Error(`block: ${done.status} ${done.text}`)
  return form.slug
}
