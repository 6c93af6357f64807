// Draws every screen of the creators' app and every state of the public page at three widths, light and dark, into a few
// pictures to be looked at (`npm run sheets`), or a part of them (`npm run sheets -- kinds-simple date`).
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { signIn } from '#tests/browser/shell/signed_in'
import { PostOffice } from '#tests/functional/mail/post_office'
import type { Creator } from '#tests/functional/visitor'
import { inChromium } from '../../bench/browser/in_chromium.ts'
import { composeSheet, type Drawn } from './compose.ts'
import { kindSheets } from './kinds.ts'
import { partOf } from './part.ts'
import { appShots, moreShots } from './app_shots.ts'
import { ownPageShots, pageShots } from './page_shots.ts'
import { openServices } from './services.ts'
import type { Shot } from './shot.ts'

const PORT = 4193
const ADDRESS = `http://127.0.0.1:${PORT}`
const part = partOf(process.argv.slice(2))
// some rows of a sheet are no sheet that anybody keeps
const FOLDER = part.whole ? 'docs/pictures' : 'storage/sheets'
/** A camera that is there, and shows something. */
const CAMERA = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream']
const SCHEMES = ['light', 'dark'] as const
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 820, height: 1100 },
  { width: 1280, height: 800 },
]

async function open(
  browser: Browser,
  creator: Creator | undefined,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: ADDRESS,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  })
  if (creator) await signIn(context, creator)
  return context
}

/** A picture of a shot, once nothing on it moves any more. */
async function draw(page: Page, shot: Shot): Promise<Buffer> {
  await page.goto(shot.path)
  await shot.ready(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate('scrollTo(0, 0)')
  return part.whole
    ? page.screenshot({ type: 'jpeg', quality: 80 })
    : page.screenshot({ fullPage: !shot.creator })
}

/** A sheet of all of them, or a picture of each of those that were asked for. */
async function drawAll(browser: Browser, name: string, makeShots: () => Promise<Shot[]>): Promise<void> {
  const schemes = SCHEMES.filter((scheme) => part.hasSheet(`${name}-${scheme}`))
  if (!schemes.length) return
  const shots = (await makeShots()).filter((shot) => part.hasRow(shot.name))
  for (const scheme of schemes) {
    const rows: Drawn[] = shots.map(({ name: title }) => ({ title, pictures: [] }))
    for (const viewport of VIEWPORTS) {
      for (const [index, shot] of shots.entries()) {
        const context = await open(browser, shot.creator, viewport, scheme)
        const picture = await draw(await context.newPage(), shot)
        await context.close()
        if (part.whole) rows[index]?.pictures.push(picture)
        else await store(`${name}-${scheme}-${slugOf(shot.name)}-${viewport.width}.png`, picture)
      }
    }
    if (part.whole) await store(`${name}-${scheme}.jpg`, await composeSheet(browser, rows))
  }
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

async function store(name: string, picture: Buffer): Promise<void> {
  const file = join(FOLDER, name)
  await writeFile(file, picture)
  console.log(`${file}: ${Math.round(picture.length / 1024)} KB`)
}

await mkdir(FOLDER, { recursive: true })
// before the server starts, which is told of them
const services = await openServices()
async function drawSheets(browser: Browser): Promise<boolean> {
  for (const [name, sheet] of await kindSheets(browser, ADDRESS, part)) await store(`${name}.jpg`, sheet)
  await drawAll(browser, 'page', pageShots)
  await drawAll(browser, 'page-own', ownPageShots)
  await drawAll(browser, 'app', () => appShots(services))
  await drawAll(browser, 'app-more', () => moreShots(services))
  return true
}

// codes are mailed: the server is told where as it starts
const office = await PostOffice.open()
office.serve()
const drawn = await inChromium(PORT, drawSheets, CAMERA)
process.exit(drawn ? 0 : 1)
