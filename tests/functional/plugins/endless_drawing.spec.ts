import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { isBusy } from '#app/http/load_shedding'
import { ownerOfFile } from '#app/plugins/owner_of_file'
import { plugins } from '#app/plugins/registry'
import { noteStall, STALLS_FILE, tooOftenStalled } from '#app/plugins/stalls'
import { DrawingThread } from '#app/respond/page/draw_apart'
import { emptySettings } from '#engine/document/document'
import env from '#start/env'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, publishedForm } from '#tests/functional/respond/answering'
import type { StateView } from '../../../frontend/respondent/view.ts'

/** In milliseconds that it works at a page. */
const LONGEST = 500

const stallsFile = join(env.get('STORAGE_DIR'), STALLS_FILE)
const SOUND: StateView = {
  ...{ state: 'closed', title: 'Sound', language: 'en', assets: { styles: [] } },
  appearance: { ...emptySettings('').appearance, accent: '#14171C' },
}
const ENDLESS: StateView = { ...SOUND, title: 'Endless' }

/** Threads that draw with a renderer whose part of the kind “rating” never ends, where a page is called so. */
class Threads {
  readonly #root = mkdtempSync(join(tmpdir(), 'endless-'))
  readonly #renderer = join(this.#root, 'server.mjs')
  #thread: DrawingThread | undefined
  ended = 0

  constructor() {
    mkdirSync(join(this.#root, 'assets'))
    const part = 'assets/plugin.fields.rating.respond-1.mjs'
    writeFileSync(
      join(this.#root, part),
      `export const draw = (title) => { for (;;) if (title !== 'Endless') return title }`,
    )
    writeFileSync(
      this.#renderer,
      `import { draw } from './${part}'
      export default { state: async ({ title }) => ({ head: draw(title), tail: '', styles: [] }) }`,
    )
  }

  async draw(state: StateView): Promise<string> {
    const drawing = { root: app.makePath(), renderer: this.#renderer, longest: LONGEST }
    const own = (this.#thread ??= new DrawingThread(drawing, () => {
      if (this.#thread !== own) return
      this.#thread = undefined
      this.ended += 1
    }))
    const again = async () => ({ head: await this.draw(state), tail: '', styles: [] })
    return String((await own.ask({ state }, again)).head)
  }

  remove(): void {
    rmSync(this.#root, { recursive: true })
  }
}

test('each part of the renderer that is a plugin’s says so by its name', ({ assert }) => {
  const parts = readdirSync(app.makePath('dist/ssr/assets'))
  for (const plugin of plugins.installed()) {
    const { family, kind } = plugin
    if (family !== 'fields' && family !== 'layout') continue
    const part = parts.find((name) => name.startsWith(`plugin.${family}.${kind}.respond-`))
    assert.equal(part && ownerOfFile(plugins.installed(), app.makePath('dist/ssr/assets', part)), plugin)
  }
})

test.group('A large page that a control never ends', (group) => {
  group.each.setup(() => () => rmSync(stallsFile, { force: true }))

  test('is refused, its plugin named and counted; what waits behind it is drawn all the same', async ({
    assert,
    cleanup,
  }) => {
    const threads = new Threads()
    cleanup(() => threads.remove())
    const [endless, sound] = await Promise.allSettled([threads.draw(ENDLESS), threads.draw(SOUND)])
    assert.isTrue(endless.status === 'rejected' && isBusy(endless.reason))
    assert.equal(sound.status === 'fulfilled' && sound.value, 'Sound')
    assert.equal(threads.ended, 1)
    const fault = plugins.faults
      .recent()
      .find(({ kind, member }) => kind === 'rating' && member === 'respond')
    assert.match(fault?.reason ?? '', /^it kept the thread that draws large pages .+ Correct or remove it\.$/)
    assert.deepEqual(tooOftenStalled(stallsFile), [])

    await assert.rejects(() => threads.draw(ENDLESS))
    assert.match(tooOftenStalled(stallsFile)[0]?.folder ?? '', /fields\/rating$/)
  })

  test('is drawn without it the next time, where that was too often', async ({ assert }) => {
    const many = Array.from({ length: 1_200 }, (_, at) => textBlock(`name${at + 100}`, 'Name'))
    const stars = { id: 'stars1', kind: 'rating', v: 1, key: 'stars', label: 'How was it?', settings: {} }
    const rating = plugins.installed().find(({ kind }) => kind === 'rating')
    if (!rating) return assert.fail('no such kind')
    const drawn = async () => {
      const { slug, visitor } = await publishedForm([stars, ...many])
      return (await visitor.get(`/forms/${slug}`, HTML)).text
    }
    assert.match(await drawn(), /<input[^>]+type="radio"[^>]+name="f\.stars1"/)
    for (const _ of [1, 2]) noteStall(stallsFile, rating, undefined)
    assert.match(await drawn(), /<input class="fw-input" type="text"[^>]+name="f\.stars1"/)
  })
})
