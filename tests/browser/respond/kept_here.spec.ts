import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { patch, publish, revisionOf, type Row, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { block, OPTIONS } from '#tests/browser/respond/forms'
import { eventually, holds } from '#tests/browser/eventually'
import { ageDrafts, drafts, keptEarlier, onlyTab, tabsHolding } from '#tests/browser/respond/drafts'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const DAY = 24 * 3600 * 1000

/** Publishes another version, in which these blocks are otherwise and those are gone. */
async function republish(form: PublishedForm, others: ReturnType<typeof block>[], gone: string[] = []) {
  const { creator, id } = form
  const draft = await creator.visitor.get<{ data: { rows: Row[] } }>(`/api/forms/${id}/draft`)
  const changes = others.map(({ id: block_id, kind, ...content }) => {
    const { position } = draft.body.data.rows.find((row) => row.block_id === block_id) ?? { position: '' }
    return { op: 'put', block_id, kind, position, content }
  })
  const done = await patch(creator, id, await revisionOf(creator, id), [
    ...changes,
    ...gone.map((block_id) => ({ op: 'remove', block_id })),
  ])
  if (done.body.data.refused.length > 0) throw new Error(done.text)
  await publish(creator, id)
}

/** The answers of each submission. */
async function answersOf({ creator }: PublishedForm): Promise<unknown[]> {
  const rows = await inWorkspace<{ answers: unknown }>(creator.workspaceId, 'select answers from submissions')
  return rows.map(({ answers }) => answers)
}

test.group('What a device keeps', (group) => {
  let context: BrowserContext
  let page: Page
  group.each.setup(async (test) => {
    const { browser } = test.context
    context = await browser.newContext({ baseURL })
    page = await context.newPage()
    return () => context.close()
  })

  const open = async (slug: string, tab = page): Promise<void> => {
    await tab.goto(`/forms/${slug}`)
    await tab.locator('html[data-live]').waitFor({ state: 'attached' })
  }

  test('typed answers and names of files, never secrets and never the bytes of a file', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      textBlock('secret', 'PIN', { settings: { secret: true } }),
      block('file', 'paper1', 'Paper'),
    ])
    await open(form.slug)
    await page.getByLabel('PIN').fill('my pin')
    await page.getByLabel('Paper').setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('what is in the file'),
    })
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    await page.getByLabel('Name').fill('Ada')
    await eventually(async () => {
      const [draft] = await drafts(page)
      assert.deepInclude(draft.raws, { name01: 'Ada' })
      assert.containSubset(draft.raws, { paper1: [{ name: 'note.txt', size: 19 }] })
    })
    const [draft, ...others] = await drafts(page)
    assert.lengthOf(others, 0)
    assert.notProperty(draft.raws, 'secret')
    assert.notMatch(JSON.stringify(draft), /my pin|what is in the file/)
    await page.reload()
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await holds(page.getByLabel('Name'), 'Ada')
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    assert.equal(await page.getByLabel('PIN').inputValue(), '')
    await page.getByText('We kept what you had typed before, except passwords.').waitFor()
  })

  test('a request with a secret in it is not kept, and the page says to stay open', async ({ assert }) => {
    const form = await publishedForm([textBlock('secret', 'PIN', { settings: { secret: true } })])
    await open(form.slug)
    await page.getByLabel('PIN').fill('my pin')
    await page.route('**/submissions', (route) => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The server is not responding. Keep this page open').waitFor()
    await context.setOffline(true)
    await page.unroute('**/submissions')
    await page.getByText('No connection. Keep this page open').waitFor()
    assert.notInclude(JSON.stringify(await drafts(page)), 'my pin')
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('all of it, though the script that keeps it, the store and the way to it fail once each', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), textBlock('town01', 'Town')])
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    let asked = 0
    await page.route('**/respondent/assets/begin-*.js', (route) =>
      asked++ === 0 ? route.abort() : route.continue(),
    )
    await page.addInitScript(`
      window.failOnce = (made, name) => {
        const works = made.prototype[name]
        made.prototype[name] = () => {
          made.prototype[name] = works
          throw new DOMException('Out of order.', 'UnknownError')
        }
      }
      failOnce(IDBFactory, 'open')
    `)
    await open(form.slug)
    await holds(page.getByLabel('Name'), 'Ada')
    assert.equal(asked, 2)
    await page.evaluate(`failOnce(IDBDatabase, 'transaction')`)
    await page.getByLabel('Town').fill('London')
    await open(form.slug)
    await holds(page.getByLabel('Town'), 'London')
  })

  test('nothing where the store has no room, and the page says to stay open', async () => {
    const form = await publishedForm()
    await page.addInitScript('IDBTransaction.prototype.commit = IDBTransaction.prototype.abort')
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    await page.route('**/submissions', (route) => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The server is not responding. Keep this page open').waitFor()
    await page.unroute('**/submissions')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('nothing of a form with a password', async ({ assert }) => {
    const form = await publishedForm(undefined, { password: 'open sesame' })
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Password').fill('open sesame')
    await page.getByRole('button', { name: 'Open form' }).click()
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Name').fill('Ada')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Keep this page open').waitFor()
    assert.deepEqual(await drafts(page), [])
  })

  test('what was typed and what waits to be sent, also when the address of the form is another by then', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const { visitor } = form.creator
    const move = async (slug: string) =>
      assert.equal((await visitor.put(`/api/forms/${form.id}/slug`, { slug })).status, 200)
    const name = (part: string) => `${part}-${form.slug}`.slice(0, 80)
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    await move(name('second'))
    await open(form.slug)
    assert.match(page.url(), /second-/)
    await holds(page.getByLabel('Name'), 'Ada')
    await page.route('**/submissions', (route) => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The server is not responding').waitFor()
    await page.close()
    await move(name('third'))
    page = await onlyTab(context)
    await page.goto(`/forms/${name('third')}`)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    assert.deepEqual(await drafts(page), [])
  })

  test('what was typed, when the form has a newer version by then: of all that is still asked', async ({
    assert,
  }) => {
    const many = (key: string, ids: string[]) =>
      block('select', key, `Several ${key}`, {
        settings: { multiple: true, options: ids.map((id) => ({ id, label: id })) },
      })
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      textBlock('age001', 'Age'),
      textBlock('gone01', 'Gone'),
      block('select', 'one001', 'Colour', { settings: { options: OPTIONS } }),
      many('many01', ['warm', 'cold']),
      many('many02', ['soft', 'hard']),
    ])
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Age').fill('36')
    await page.getByLabel('Gone').fill('Nobody asks')
    await page.getByLabel('Blue', { exact: true }).check()
    for (const name of ['warm', 'soft', 'hard']) await page.getByLabel(name).check()
    const age = block('number', 'age001', 'Age')
    await republish(form, [age, many('many01', ['cold']), many('many02', ['hard'])], ['gone01'])
    await open(form.slug)
    await page.getByText('We kept what you had typed before.').waitFor()
    await holds(page.getByLabel('Name'), 'Ada')
    assert.isTrue(await page.getByLabel('Blue', { exact: true }).isChecked())
    assert.equal(await page.getByLabel('Age').inputValue(), '')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await answersOf(form), [{ name01: 'Ada', one001: 'blue', many02: ['hard'] }])
  })

  test('of answers to what is asked in another way since then what still fits; the rest is told', async ({
    assert,
  }) => {
    const colour = (options: object[]) =>
      block('select', 'hue001', 'Colour', {
        required: true,
        state: 'hidden',
        rules: [{ when: { left: { field: 'name01' }, op: 'is', right: { value: 'Ada' } }, do: 'show' }],
        settings: { options },
      })
    const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
    const grid = (cells: string) =>
      block('matrix', 'grid01', 'Grid', {
        settings: { cells, rows: lines('Soup', 'Bread'), columns: lines('Good', 'Bad') },
      })
    const slider = (max: number) => block('slider', 'much01', 'How much', { settings: { min: 0, max } })
    const number = (max?: number) => block('number', 'half01', 'How many', { settings: { max } })
    const files = (maxMegabytes: number) =>
      block('file', 'paper1', 'Papers', { settings: { maxCount: 5, maxMegabytes } })
    const form = await publishedForm([
      ...[textBlock('name01', 'Name'), colour(OPTIONS), grid('choice'), slider(100), number(), files(10)],
      block('email', 'mail01', 'Mail'),
    ])
    const hidden = page.getByLabel('Blue', { exact: true })
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    await hidden.check()
    await page.getByLabel('Name').fill('Eve')
    await hidden.waitFor({ state: 'detached' })
    await page.getByRole('radiogroup', { name: 'Soup' }).getByLabel('Good').check()
    await page.locator('#c-much01').fill('80')
    await page.getByLabel('How many').fill('12a')
    const papers = Object.entries({ large: 1_100_000, small: 10 })
    await page
      .getByLabel('Papers')
      .setInputFiles(
        papers.map(([name, size]) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') })),
      )
    const remove = papers.map(([name]) => page.getByRole('button', { name: `Remove ${name}` }))
    await eventually(async () => {
      const [draft] = await drafts(page)
      assert.containSubset(draft.raws, { paper1: papers.map(([name, size]) => ({ name, size })) })
    })
    const unchanged = async () => {
      await open(form.slug)
      await page.getByText(/^We kept what you had typed before\.$/).waitFor()
      await holds(page.getByLabel('How many'), '12a')
      assert.isFalse(await page.getByText('The form has changed').isVisible())
    }
    await page.getByLabel('Mail').fill('ada')
    await keptEarlier(page)
    await unchanged()
    await page.getByLabel('Mail').fill('ada@')
    await unchanged()

    const others = [grid('text'), slider(50), number(20), files(1)]
    await republish(form, [colour(OPTIONS.slice(0, 1)), ...others])
    await open(form.slug)
    await page.getByText('The form has changed since. What no longer fits was left out.').waitFor()
    // which of them does not fit is said of it, and nobody has to send the others again
    for (const button of remove) await button.click()
    // half typed, as it was
    await holds(page.getByLabel('How many'), '12a')
    await holds(page.getByLabel('Mail'), 'ada@')
    await holds(page.locator('#c-much01'), '')
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('How many').fill('12')
    await page.getByLabel('Mail').fill('ada@example.com')
    await page.getByLabel('Red').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const answers = { name01: 'Ada', hue001: 'red', half01: 12, mail01: 'ada@example.com' }
    assert.deepEqual(await answersOf(form), [answers])
  })

  test('nothing once it was sent', async ({ assert }) => {
    const form = await publishedForm()
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    assert.lengthOf(await drafts(page), 1)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await drafts(page), [])
  })

  test('each tab its own, also over a reload and when another one is sent', async ({ assert }) => {
    const form = await publishedForm()
    const name = (tab: Page) => tab.getByLabel('Name')
    const reload = async (tab: Page) => {
      await tab.reload()
      await tab.locator('html[data-live]').waitFor({ state: 'attached' })
    }
    await open(form.slug)
    await name(page).fill('Ada')
    const other = await context.newPage()
    await open(form.slug, other)
    assert.equal(await name(other).inputValue(), '')
    await name(other).fill('Eve')
    await reload(page)
    await holds(name(page), 'Ada')
    await reload(other)
    await holds(name(other), 'Eve')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await reload(other)
    await holds(name(other), 'Eve')
    assert.lengthOf(await drafts(other), 1)
    // nobody has it open any more: whoever comes next goes on with it
    await other.close()
    await tabsHolding(page, 1)
    await open(form.slug)
    await holds(name(page), 'Eve')
  })

  test('that of a tab which is just going: it is waited for, and what is typed meanwhile stays', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), textBlock('town01', 'Town')])
    const label = (tab: Page, name: string) => tab.getByLabel(name, { exact: true })
    await open(form.slug)
    await label(page, 'Name').fill('Ada')
    await label(page, 'Town').fill('London')
    // The lock of the tab is taken over as it goes, and held until it is let go: a tab may take its time.
    const witness = await context.newPage()
    await witness.goto('/health/live')
    await witness.evaluate(`navigator.locks.query().then(({ held: [{ name }] }) => {
      globalThis.going = new Promise((resolve) => {
        navigator.locks.request(name, () => new Promise((letGo) => resolve(letGo)))
      })
    })`)
    await page.close()
    await witness.evaluate('going.then((letGo) => void (globalThis.letGo = letGo))')
    page = await context.newPage()
    // a slow machine is given its time too
    await page.addInitScript(
      'const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout(ms * 60)',
    )
    await page.goto(`/forms/${form.slug}`)
    await eventually(async () => {
      const pending = 'navigator.locks.query().then(({ pending }) => pending.length)'
      assert.equal(await witness.evaluate(pending), 1)
    })
    await label(page, 'Town').fill('Paris')
    await witness.evaluate('letGo()')
    await holds(label(page, 'Name'), 'Ada')
    await holds(label(page, 'Town'), 'Paris')
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.lengthOf(await drafts(page), 1)
  })

  test('several unfinished ones: the newest comes first, and starting over brings up no other', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const name = () => page.getByLabel('Name')
    const tabs = [page, await context.newPage()]
    for (const [at, tab] of tabs.entries()) {
      await open(form.slug, tab)
      await tab.getByLabel('Name').fill(`Person ${at}`)
    }
    for (const tab of tabs) await tab.close()
    page = await onlyTab(context)
    await open(form.slug)
    await holds(name(), 'Person 1')
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByText('We kept').waitFor({ state: 'detached' })
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.equal(await name().inputValue(), '')
    const other = await context.newPage()
    await open(form.slug, other)
    await holds(other.getByLabel('Name'), 'Person 0')
  })

  test('for seven days: younger ones come back, older ones are removed, those of other forms too', async ({
    assert,
  }) => {
    const other = await publishedForm()
    await open(other.slug)
    await page.getByLabel('Name').fill('Eve')
    const form = await publishedForm()
    await open(form.slug)
    await page.getByLabel('Name').fill('Ada')
    await ageDrafts(page, 7 * DAY - 60_000)
    await open(form.slug)
    await holds(page.getByLabel('Name'), 'Ada')
    assert.lengthOf(await drafts(page), 2)
    await ageDrafts(page, 7 * DAY)
    await open(form.slug)
    assert.equal(await page.getByLabel('Name').inputValue(), '')
    assert.deepEqual(await drafts(page), [])
  })
})
