import type { Page } from 'playwright'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { newForm, patch, publish, revisionOf } from '#tests/functional/forms/factories'
import { changeSettings, type Settings } from '#tests/functional/respond/answering'
import { conference } from './conference.ts'
import { answer, heading, publicForm, saying, type Shot, uploadPicture } from './shot.ts'

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
const LOOK = { theme: 'default', accent: '#3B82F6', size: 'md', radius: 'small' }

/** The pages of a form in the three themes, and what there is instead of one. */
export async function pageShots(): Promise<Shot[]> {
  return [...(await themeShots()), ...(await stateShots())]
}

async function themeShots(): Promise<Shot[]> {
  const looks = [
    ['default', '#3B82F6'],
    ['simple', '#DB2777'],
    ['notion', '#F59E0B'],
  ] as const
  const shots: Shot[] = []
  for (const [theme, accent] of looks) {
    const path = await publicForm({ appearance: { ...LOOK, theme, accent } })
    shots.push(
      { name: `${theme}: page 1`, path, ready: fill },
      { name: `${theme}: errors`, path, ready: toErrors },
      { name: `${theme}: page 2`, path, ready: toSecondPage },
      { name: `${theme}: ending`, path, ready: toEnding },
    )
  }
  return shots
}

/** Instead of the form. */
async function stateShots(): Promise<Shot[]> {
  const opensAt = new Date(Date.now() + DAY).toISOString()
  const closesAt = new Date(Date.now() - DAY).toISOString()
  const states: [name: string, settings: Settings][] = [
    ['not yet open', { access: { opensAt } }],
    ['closed', { access: { closesAt } }],
    ['password', { password: 'a word for the door' }],
  ]
  const shots: Shot[] = []
  for (const [name, settings] of states)
    shots.push({ name, path: await publicForm(settings), ready: heading })
  const full = await publicForm({ access: { maxSubmissions: 1 } })
  await answer(full.slice('/forms/'.length), 'Ada Lovelace')
  const open = await publicForm({})
  return [
    ...shots,
    { name: 'full', path: full, ready: heading },
    { name: 'over', path: `${open}/endings/over`, ready: heading },
    { name: 'not found', path: '/forms/nothing-here', ready: heading },
    { name: 'error', path: '/forms/%E0%A4%A', ready: heading },
  ]
}

const OWN = { ...LOOK, ground: '#FDF3E7', ink: '#3B2314', button: '#7A1F3D', accent: '#B4551E' }

const CSS = `
  body { background: linear-gradient(#eef6f1, #fff 480px) }
  .label { letter-spacing: 0.02em }
  h1 { font-style: italic }
  button.solid { border-radius: 999px; text-transform: uppercase; letter-spacing: 0.08em }`

const photo = (ground: string, sun: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480"><rect width="640" height="480" fill="${ground}"/><circle cx="460" cy="150" r="70" fill="${sun}"/><path d="M0 480 200 210l120 150 90-100 230 220z" fill="#1f2937" opacity=".55"/></svg>`

/** What creators make of the look: colours, pictures, CSS, a welcome, an ending that goes on. */
export async function ownPageShots(): Promise<Shot[]> {
  const ending = {
    ...{ id: 'ending', kind: 'ending', v: 2 },
    settings: {
      title: 'See you in Lisbon',
      text: richTextOf('Your ticket is on its way. Meanwhile, look who speaks.'),
      ...{ url: 'https://example.com/speakers', buttonLabel: 'Meet the speakers' },
    },
  }
  const welcome = {
    ...{ id: 'hello1', kind: 'welcome', v: 1 },
    settings: { title: 'Craft Conference 2026', text: richTextOf('Ten questions. It takes four minutes.') },
  }
  const going = conference.blocks.map((block) => (block.kind === 'ending' ? ending : block))
  const own = await publicForm({ appearance: OWN })
  const closesAt = new Date(Date.now() - DAY).toISOString()
  const closedText = 'All seats are taken. Tickets for next year are sold from October.'
  const notion = { ...LOOK, theme: 'notion', accent: '#F59E0B' }
  const serif = { ...LOOK, typeface: 'serif', radius: 'full', size: 'lg', uppercase: true }
  return [
    { name: 'own colours', path: own, ready: fill },
    { name: 'own colours: errors', path: own, ready: toErrors },
    { name: 'own colours: ending', path: own, ready: toEnding },
    { name: 'custom CSS', path: await publicForm({ appearance: { ...LOOK, css: CSS } }), ready: fill },
    { name: 'serif, round, large', path: await publicForm({ appearance: serif }), ready: fill },
    {
      name: 'always dark',
      path: await publicForm({ appearance: { ...LOOK, scheme: 'dark', cover: { drawn: 'hills' } } }),
      ready: fill,
    },
    { name: 'ending with a button', path: await publicForm({}, going), ready: toEnding },
    {
      name: 'welcome',
      path: await publicForm({}, [welcome, ...conference.blocks]),
      ready: (page) => page.getByRole('button', { name: 'Start' }).waitFor(),
    },
    { name: 'pictures, logo and cover', path: await picturedForm(), ready: saying('Sunrise walk') },
    {
      name: 'closed, own words',
      path: await publicForm({ access: { closesAt, closedText }, appearance: notion }),
      ready: heading,
    },
    {
      name: 'password, own colours',
      path: await publicForm({ password: 'a word for the door', appearance: OWN }),
      ready: async (page) => {
        await page.getByLabel('Password').fill('let me in')
        await page.keyboard.press('Enter')
        await page.locator('[aria-invalid=true]').waitFor()
      },
    },
  ]
}

/** A form with a logo, a cover and pictures beside its questions. */
async function picturedForm(): Promise<string> {
  const { creator, form } = await newForm(undefined, 'A week in the hills')
  const picture = (name: string, ground: string, sun: string) =>
    uploadPicture(creator, form, name, photo(ground, sun))
  const morning = await picture('morning.svg', '#fbbf77', '#fff3d6')
  const evening = await picture('evening.svg', '#6b7fb8', '#f6d7c3')
  const options = ['Sunrise walk', 'Ridge', 'Lake'].map((label, index) => ({ id: `walk${index}`, label }))
  const blocks = [
    {
      ...{ block_id: 'walk01', kind: 'select', position: 'a1' },
      content: {
        ...{ v: 1, key: 'walk', label: 'Which walk do you want to join?', settings: { options } },
        media: { file: morning, alt: 'Hills at sunrise', place: 'start' },
      },
    },
    {
      ...{ block_id: 'note01', kind: 'textarea', position: 'a2' },
      content: {
        ...{ v: 1, key: 'note', label: 'What should your guide know?', settings: {} },
        media: { file: evening, alt: 'Hills at dusk', place: 'above' },
      },
    },
  ]
  const ops = blocks.map((block) => ({ op: 'put', ...block }))
  const done = await patch(creator, form.id, await revisionOf(creator, form.id), ops)
  if (done.status !== 200 || done.body.data.refused.length > 0) throw new Error(`blocks: ${done.text}`)
  const appearance = {
    ...{ ...LOOK, accent: '#0F766E', cover: { picture: evening, x: 70, y: 40 } },
    logo: { picture: morning, alt: 'Hill guides' },
  }
  await changeSettings(creator, form.id, { appearance })
  await publish(creator, form.id)
  return `/forms/${form.slug}`
}
