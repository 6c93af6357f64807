import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { eventually } from '#tests/browser/eventually'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { publishedForm, type Settings } from '#tests/functional/respond/answering'
import type { Drawn } from './compose_kinds.ts'

/** What a kind shows on a screen of its own, or only once somebody does something: one form, and its states in turn. */
export interface Screen {
  kind: string
  path: string
  /** what is cut out of the page */
  shown: string
  states: readonly ((page: Page) => Promise<void>)[]
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openCamera(page: Page): Promise<void> {
  await press(page, 'Use the camera')
  await page.getByRole('button', { name: 'Take the photo' }).waitFor()
  await eventually(async () => {
    const shown = await page.evaluate<number>(`document.querySelector('video').currentTime`)
    if (shown === 0) throw new Error('The camera shows nothing.')
  })
}

async function takePhoto(page: Page): Promise<void> {
  await openCamera(page)
  await press(page, 'Take the photo')
  await page.getByRole('button', { name: 'Use this photo' }).waitFor()
}

async function refuse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use the camera' }).waitFor()
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
  )
  await press(page, 'Use the camera')
  await page.getByText('may not use the camera').waitFor()
}

const greeting = (title: string, text: string) => ({
  id: 'hello1',
  kind: 'welcome',
  v: 1,
  settings: { title, text: richTextOf(text) },
})

const STAY = { from: '2026-03-14', to: '2026-03-17' }

async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Calendar' }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function openCountries(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Country' }).click()
  await page.getByRole('option').first().waitFor()
}

/** Chosen, chosen and said by oneself, and more to choose from. */
async function openOptions(page: Page): Promise<void> {
  const box = page.locator('input[role=combobox]')
  await box.fill('Town 1')
  await page.getByRole('option').first().waitFor()
  for (const key of ['Enter', 'ArrowDown', 'Enter', 'ArrowDown', 'Enter']) await box.press(key)
  await box.fill('Town')
  await page.getByRole('option').first().waitFor()
}

const LONG = 'Holiday at the sea, and what we saw on the way there'
const named = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** Files with long names, pictures among them, and one that is refused. */
async function chooseFiles(page: Page): Promise<void> {
  const picture = await page.screenshot()
  const pictures = Array.from({ length: 9 }, (_, index) =>
    named(`${LONG} (${index + 1}), ${'x'.repeat(index * 9)}.png`, 'image/png', picture),
  )
  const files = [...pictures, named('IMG_0001.HEIC', 'image/heic', Buffer.from('no picture'))]
  await page.locator('input[type=file]').setInputFiles(files)
  await page
    .getByRole('button', { name: /Remove/ })
    .nth(9)
    .waitFor()
  // those on their way have no size yet
  await eventually(async () => {
    const sizes = await page.locator('.fw-file-size').count()
    if (sizes < 9) throw new Error(`${sizes} are there.`)
  })
}

/** Takes a photo, and the server has it. */
async function usePhoto(page: Page): Promise<void> {
  await takePhoto(page)
  await press(page, 'Use this photo')
  await page.getByRole('button', { name: 'Remove' }).waitFor()
}

/** Sends a code to an address of its own: how many an address is sent is counted. */
async function askForCode(page: Page): Promise<void> {
  await page.getByLabel('Your address').fill(`ada-${randomUUID().slice(0, 8)}@example.com`)
  await press(page, 'Send code')
  await page.getByLabel('Code').waitFor()
}

async function mistypeCode(page: Page): Promise<void> {
  await askForCode(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
}

const people = [
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'Person', repeating: true, min: 1, max: 3, addLabel: 'Add a person' },
  },
  block('text', 'name01', 'Name', { parent: 'people', required: true, width: '1/2' }),
  block('number', 'age001', 'Age', { parent: 'people', width: '1/2' }),
  block('select', 'lunch1', 'Lunch', {
    parent: 'people',
    settings: { options: [{ id: 'yes', label: 'With lunch' }], multiple: true },
  }),
  pageBreak('second', { title: 'Where you stay', backLabel: 'To the people' }),
  { id: 'group1', kind: 'section', v: 1, key: 'group', settings: { title: 'Address' } },
  block('text', 'street', 'Street', { parent: 'group1' }),
  block('text', 'town01', 'Town', { parent: 'group1' }),
  {
    id: 'ending1',
    kind: 'ending',
    v: 2,
    settings: {
      title: 'See you in Lisbon',
      text: richTextOf('Your ticket is on its way.\n\nBring a friend.'),
      url: 'https://example.com/',
      buttonLabel: 'See the program',
    },
  },
]

async function addPerson(page: Page): Promise<void> {
  await page.getByLabel('Name').first().fill('Ada Lovelace')
  await press(page, 'Add a person')
  await page.getByLabel('Name').nth(1).fill('Grace Hopper')
}

/** One that is gone, one without a name, and no room for more. */
async function missPerson(page: Page): Promise<void> {
  await addPerson(page)
  await press(page, 'Add a person')
  await page.getByRole('button', { name: /^Remove Person 1/ }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await press(page, 'Next')
  await page.locator('.message').first().waitFor()
}

async function toSecondPage(page: Page): Promise<void> {
  await page.getByLabel('Name').first().fill('Ada Lovelace')
  await press(page, 'Next')
  await page.getByRole('heading', { name: 'Where you stay' }).waitFor()
}

async function toEnding(page: Page): Promise<void> {
  await toSecondPage(page)
  await press(page, 'Send')
  await page.getByRole('heading', { name: 'See you in Lisbon' }).waitFor()
}

const TOWNS = Array.from({ length: 40 }, (_, index) => ({
  id: `town-${index}`,
  label: `Town ${index} on the river`,
  group: index < 10 ? 'Near' : 'Far',
}))

/** The screens of these looks: what the kinds show when they are opened, begun with, or refused. */
export async function screens(settings: Settings): Promise<Screen[]> {
  const screen = async (kind: string, blocks: object[], states: Screen['states'], shown = '#page') => {
    const { slug } = await publishedForm(blocks, settings)
    return { kind, path: `/forms/${slug}`, shown, states }
  }
  const welcome = greeting(
    'Craft Conference 2026',
    'Ten questions about your visit.\n\nIt takes four minutes.',
  )
  return [
    await screen(
      'welcome',
      [welcome, block('text', 'name01', 'Name')],
      [(page) => page.getByRole('button', { name: 'Start' }).waitFor()],
    ),
    await screen(
      'camera',
      [block('camera', 'photo1', 'Photo of your badge')],
      [openCamera, takePhoto, refuse],
    ),
    await screen('camera: used', [block('camera', 'photo1', 'Photo of your badge')], [usePhoto]),
    await screen(
      'email',
      [block('email', 'mail01', 'Your address', { required: true, settings: { verify: true } })],
      [(page) => page.getByRole('button', { name: 'Send code' }).waitFor(), askForCode, mistypeCode],
    ),
    await screen('section', people, [addPerson, missPerson]),
    await screen('ending and page-break', people, [toSecondPage, toEnding], 'main'),
    await screen(
      'date',
      [{ ...block('date', 'stay01', 'Stay', { settings: { range: true } }), default: { value: STAY } }],
      [openCalendar],
      'dialog',
    ),
    await screen(
      'phone',
      [block('phone', 'phone1', 'Phone', { settings: { country: 'DE' } })],
      [openCountries],
    ),
    await screen(
      'select',
      [
        block('select', 'towns1', 'Towns you know', {
          settings: { options: TOWNS, appearance: 'dropdown', multiple: true, other: true, mostOwn: 3 },
        }),
        block('text', 'name01', 'Name'),
      ],
      [openOptions],
    ),
    await screen(
      'file',
      [block('file', 'files1', 'Pictures', { settings: { maxCount: 12 } })],
      [chooseFiles],
    ),
  ]
}

/** What was typed before is kept in the browser. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}

/** A screen in one of its states; nothing where it has no such state. */
export async function drawScreen(page: Page, screen: Screen, state: number): Promise<Drawn | undefined> {
  const reach = screen.states[state]
  if (!reach) return undefined
  await page.goto(screen.path)
  await forget(page)
  await page.goto(screen.path)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await reach(page)
  await page.waitForLoadState('networkidle')
  const box = await page.locator(screen.shown).first().boundingBox()
  const row = `screen of ${screen.kind}`
  return { png: await page.screenshot({ fullPage: true }), places: box ? [{ row, ...box }] : [] }
}
