import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import env from '#start/env'
import { publish, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { changeSettings, publishedForm, submit } from '#tests/functional/respond/answering'
import { holds } from '#tests/browser/eventually'
import { drafts, onlyTab } from '#tests/browser/respond/drafts'
import { block, journey, pageBreak } from '#tests/browser/respond/forms'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** Waits until the script has taken over. */
async function live(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

test.group('The live page', (group) => {
  let context: BrowserContext
  let page: Page
  const errors: string[] = []
  group.each.setup(async (test) => {
    errors.length = 0
    const { browser } = test.context
    context = await browser.newContext({ baseURL })
    page = await context.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    return () => context.close()
  })

  /** Keeps the page's script, or what comes after it, back until it is released. */
  async function lateScript(name = 'page'): Promise<() => void> {
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/respondent/assets/${name}-*.js`, async (route) => {
      await late
      await route.continue()
    })
    return release
  }

  test('answers stand in labels of options as they are typed', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      block('select', 'wish01', 'Wish', {
        settings: { options: [{ id: 'cake', label: 'A cake for {#name01}' }] },
      }),
    ])
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('A cake for Ada').check()
    await page.getByLabel('Name').fill('Grace')
    assert.isTrue(await page.getByLabel('A cake for Grace').isChecked())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(errors, [])
  })

  test('a browser whose language is none has that of the form', async ({ assert }) => {
    const form = await publishedForm([block('number', 'much01', 'How much')], {
      general: { title: 'Zahl', language: 'de' },
    })
    await page.addInitScript(`Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })`)
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('How much').fill('1.234,5')
    await page.getByRole('button', { name: 'Senden' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
    assert.deepEqual(errors, [])
  })

  test('the whole journey, without a reload', async ({ assert }) => {
    const form = await journey()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.evaluate('window.same = true')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await focused(page, 'summary')
    await page.getByRole('link', { name: 'Your name' }).click()
    await focused(page, 'c-name01')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'needs a look' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: 'About colours' }).waitFor()
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    await page.getByText('photo.png').waitFor()
    await page.getByLabel('Another colour').check()
    await page.getByLabel('Why another?').fill('Because')
    await page.getByLabel('Red', { exact: true }).check()
    await page.getByLabel('Why another?').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('How many').fill('21')
    await page.getByText('42').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'About colours' }).waitFor()
    await page.getByLabel('Red', { exact: true }).and(page.locator(':checked')).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    const title = await page.title()
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await focusedHeading(page, 'Thank you')
    assert.equal(await page.title(), `Thank you – ${title}`)
    assert.isTrue(await page.evaluate<boolean>('window.same'))
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    assert.deepEqual(errors, [])
  })

  test('a page that nobody has seen is not sent: the second of two presses does nothing', async ({
    assert,
  }) => {
    const form = await publishedForm(
      [
        textBlock('name01', 'Name'),
        pageBreak('second'),
        textBlock('town01', 'Town'),
        pageBreak('third1', { title: 'At last' }),
        textBlock('land01', 'Country'),
      ],
      { general: { title: 'Where from', language: 'en' } },
    )
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const next = page.getByRole('button', { name: 'Next' })
    await next.dblclick()
    await page.getByLabel('Town').fill('London')
    await next.press('Enter')
    await focusedHeading(page, 'At last')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Back' }).dblclick()
    await holds(page.getByLabel('Town'), 'London')
    await focusedHeading(page, 'Where from')
    await next.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByLabel('Country').fill('England')
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ town01: 'London', land01: 'England' }])
  })

  test("what the person's own time decides takes the place of what the server drew by its own", async ({
    assert,
    browser,
  }) => {
    // Here it is fourteen hours later than where the server draws.
    await context.close()
    context = await browser.newContext({ baseURL, timezoneId: 'Pacific/Kiritimati' })
    page = await context.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    const between = new Date(Date.now() + 7 * 3600_000).toISOString().slice(0, 19)
    const later = { left: { now: true }, op: 'after', right: { value: between } }
    const form = await publishedForm([
      textBlock('before', 'Asked before', { rules: [{ when: later, do: 'hide' }] }),
      textBlock('always', 'Always asked', { required: true, help: 'Anything' }),
      textBlock('late01', 'Asked after', { state: 'hidden', rules: [{ when: later, do: 'show' }] }),
    ])
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Asked after').waitFor()
    assert.equal(await page.getByLabel('Asked before').count(), 0)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: 'Always asked' }).click()
    await focused(page, 'c-always')
    assert.equal(await page.locator('#c-always').getAttribute('name'), 'f.always')
    assert.match((await page.locator('#c-always').getAttribute('aria-describedby')) ?? '', /h-always/)
    await page.keyboard.type('This')
    await page.getByLabel('Asked after').fill('That')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [stored] = await inWorkspace(form.creator.workspaceId, 'select answers from submissions')
    assert.deepEqual(stored, { answers: { always: 'This', late01: 'That' } })
    assert.deepEqual(errors, [])
  })

  test('what another answer makes unnecessary is no longer complained about', async () => {
    const when = { left: { field: 'colour' }, op: 'is', right: { value: 'option-2' } }
    const form = await publishedForm([
      { id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour', settings: {} },
      textBlock('why001', 'Why?', { rules: [{ when, do: 'require' }] }),
    ])
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Option 2').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please answer this.').first().waitFor()
    await page.getByLabel('Option 1').check()
    await page.getByText('Please answer this.').first().waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('what is typed while the script is late is kept, also when another field is changed then', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      textBlock('town01', 'Town'),
      { id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour', settings: { multiple: true } },
      { ...textBlock('story1', 'Story'), kind: 'textarea' },
      { ...textBlock('verse1', 'Verse'), kind: 'textarea', default: { value: '\n\nOnce' } },
    ])
    const release = await lateScript()
    await page.goto(`/forms/${form.slug}`, { waitUntil: 'commit' })
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Story').fill('One\ntwo')
    await page.getByLabel('Option 2').check()
    release()
    await live(page)
    await page.getByLabel('Town').fill('London')
    await holds(page.getByLabel('Name'), 'Ada')
    await holds(page.getByLabel('Story'), 'One\ntwo')
    await holds(page.getByLabel('Verse'), '\n\nOnce')
    await page.getByLabel('Option 2').and(page.locator(':checked')).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const rows = await stored(form)
    const lines = { story1: 'One\ntwo', verse1: '\n\nOnce' }
    assert.deepEqual(rows, [{ name01: 'Ada', town01: 'London', colour: ['option-2'], ...lines }])
    assert.deepEqual(errors, [])
  })

  test('while what sends the answers is late, buttons post the form, and what is typed is kept', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      block('text', 'why001', 'Why?', {
        state: 'hidden',
        rules: [{ when: { left: { field: 'name01' }, op: 'is-not-empty' }, do: 'show' }],
      }),
      block('file', 'photo1', 'A photo'),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const release = await lateScript('begin')
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Why?').fill('Because')
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Town').fill('London')
    release()
    await live(page)
    await page.reload()
    await live(page)
    await holds(page.getByLabel('Town'), 'London')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [answers, ...others] = await stored(form)
    assert.lengthOf(others, 0)
    assert.containSubset(answers, {
      name01: 'Ada',
      why001: 'Because',
      photo1: [{ name: 'photo.png' }],
      town01: 'London',
    })
    assert.deepEqual(await drafts(page), [])
    assert.deepEqual(errors, [])
  })

  test('what is typed while the page is being made live is kept over a reload', async () => {
    const form = await publishedForm([textBlock('town01', 'Town')])
    // in the first frame after the page was hydrated: its controls have notes of the library then
    await page.addInitScript(`
      const type = () => {
        const town = document.querySelector('input[type="text"]')
        if (!town || Object.keys(town).length === 0) return requestAnimationFrame(type)
        sessionStorage.setItem('typed', 'yes')
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(town, 'London')
        town.dispatchEvent(new Event('input', { bubbles: true }))
      }
      if (!sessionStorage.getItem('typed')) requestAnimationFrame(type)`)
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await holds(page.getByLabel('Town'), 'London')
    await page.reload()
    await live(page)
    await holds(page.getByLabel('Town'), 'London')
  })

  test('what the server found wrong is shown before that has come, and taken over by it', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name', { required: true }),
      textBlock('town01', 'Town'),
    ])
    const release = await lateScript('begin')
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Town').fill('London')
    await page.getByRole('button', { name: 'Send' }).click()
    const summary = page.getByRole('heading', { name: '1 answer needs a look' })
    await summary.waitFor()
    await page.locator('.message').waitFor()
    release()
    await live(page)
    await summary.waitFor()
    await page.getByRole('link', { name: 'Name' }).click()
    await focused(page, 'c-name01')
    await page.keyboard.type('Ada')
    await summary.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ name01: 'Ada', town01: 'London' }])
    // the page came with a status that says it
    assert.deepEqual(
      errors.filter((error) => !error.includes('422')),
      [],
    )
  })

  test('a form that is on its way when that comes is left alone; pressed once more, it was stopped', async ({
    assert,
  }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    const release = await lateScript('begin')
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Name').fill('Ada')
    // as it is after the browser's Stop
    await page.evaluate(`document.getElementById('form').addEventListener(
      'submit', (event) => event.preventDefault(), { once: true })`)
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    const loaded = page.waitForResponse('**/begin-*.js')
    release()
    await page.evaluate(`import('${(await loaded).url()}').then(() => undefined)`)
    assert.isNull(await page.evaluate('history.state'))
    await page.evaluate('window.same = true')
    await next.click()
    await page.getByLabel('Town').fill('London')
    assert.isTrue(await page.evaluate<boolean>('window.same'))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ name01: 'Ada', town01: 'London' }])
    assert.deepEqual(errors, [])
  })

  test('a file chosen while the script is late is sent with the rest', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'photo1', kind: 'file', v: 1, key: 'photo1', label: 'A photo', settings: {} },
    ])
    const release = await lateScript()
    await page.goto(`/forms/${form.slug}`, { waitUntil: 'commit' })
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    release()
    await live(page)
    await page.getByText('photo.png').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.include(JSON.stringify(await stored(form)), 'photo.png')
    assert.deepEqual(errors, [])
  })

  test('what is typed survives a reload, on its page, and can be started over', async () => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      pageBreak('second'),
      textBlock('town01', 'Town'),
    ])
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Town').fill('London')
    await page.reload()
    await live(page)
    await holds(page.getByLabel('Town'), 'London')
    await page.getByRole('button', { name: 'Back' }).click()
    await holds(page.getByLabel('Name'), 'Ada')
    await page.reload()
    await live(page)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Start over' }).click()])
    await live(page)
    await holds(page.getByLabel('Name'), '')
  })

  test('a lost reply: sent again with the same key and answers, stored once', async ({ assert }) => {
    const form = await publishedForm()
    const keys: string[] = []
    await page.route('**/submissions', async (route) => {
      keys.push(route.request().postDataJSON().submission_key)
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.lengthOf(keys, 2)
    assert.equal(keys[0], keys[1])
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('told to come later (429, then 503), it says so, keeps what was typed and sends the same again when it may', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm()
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': form.visitor.address })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const usual = {
      SUBMISSIONS_PER_MINUTE: env.get('SUBMISSIONS_PER_MINUTE', 1_000_000),
      SUBMISSIONS_AT_ONCE: env.get('SUBMISSIONS_AT_ONCE', 10_000),
    } as const
    const back = (name: keyof typeof usual) => env.set(name, usual[name])
    cleanup(() => {
      back('SUBMISSIONS_PER_MINUTE')
      back('SUBMISSIONS_AT_ONCE')
    })
    let look = () => {}
    const looked = new Promise<void>((resolve) => (look = resolve))
    const tries: { body: string; status: number; wait: number; at: number }[] = []
    await page.route('**/submissions', async (route) => {
      const at = performance.now()
      if (tries.length === 0) {
        env.set('SUBMISSIONS_PER_MINUTE', 12)
        while ((await submit(form, { name01: 'Others' })).status === 201);
      }
      if (tries.length === 2) await looked
      const answer = await route.fetch()
      const asked = Number(answer.headers()['retry-after'] ?? 0)
      // nobody waits here for the end of a third of a minute
      const seconds = Math.min(asked, 3)
      tries.push({
        body: route.request().postData() ?? '',
        status: answer.status(),
        wait: seconds * 1000,
        at,
      })
      if (tries.length === 1) {
        back('SUBMISSIONS_PER_MINUTE')
        env.set('SUBMISSIONS_AT_ONCE', 0)
      } else back('SUBMISSIONS_AT_ONCE')
      const headers = { ...answer.headers(), ...(seconds > 0 && { 'retry-after': String(seconds) }) }
      await route.fulfill({ response: answer, headers })
    })
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your answers are kept here and are being sent again.').waitFor()
    await holds(page.getByLabel('Name'), 'Ada')
    look()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(
      tries.map(({ status }) => status),
      [429, 503, 201],
    )
    assert.lengthOf(new Set(tries.map(({ body }) => body)), 1)
    for (const [before, { at }] of tries.slice(1).entries()) {
      const { wait, at: earlier } = tries[before]
      assert.isAbove(wait, 0)
      assert.isAtLeast(at - earlier, wait)
    }
    assert.lengthOf(
      (await stored(form)).filter((answers) => JSON.stringify(answers).includes('Ada')),
      1,
    )
  })

  test('what is typed in the very moment a page appears is reckoned with', async () => {
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      pageBreak('second'),
      block('number', 'amount', 'How many'),
      block('calculation', 'total1', 'Twice as many', { settings: { formula: '{#amount} * 2' } }),
    ])
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.evaluate(`new MutationObserver((_changes, observer) => {
      const field = document.getElementById('c-amount')
      if (!field) return
      observer.disconnect()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '21')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })`)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('42').waitFor()
    await holds(page.getByLabel('How many'), '21')
  })

  test('without a connection the answers wait and are sent when it returns', async ({ assert }) => {
    const form = await publishedForm()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('No connection. Your answers are kept here').waitFor()
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 0)
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('sent without a connection, then the page is left: coming back sends it, once', async ({ assert }) => {
    const form = await publishedForm()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('No connection. Your answers are kept here').waitFor()
    // that is what is read out, and not that it is being sent
    assert.equal(await page.getByRole('status').filter({ hasText: 'Sending' }).count(), 0)
    // a page that is being closed has its connection back for a moment, and its next try may fall into it
    await page.evaluate(`window.fetch = () => Promise.reject(new TypeError('offline'))`)
    await page.close()
    assert.deepEqual(await stored(form), [])
    await context.setOffline(false)
    page = await onlyTab(context)
    await page.goto(`/forms/${form.slug}`)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ name01: 'Ada' }])
    assert.deepEqual(await drafts(page), [])
  })

  test('a reply that is lost, and a reload before the next try: the same key again, stored once', async ({
    assert,
  }) => {
    const form = await publishedForm()
    const bodies: string[] = []
    let reloaded = false
    await page.route('**/submissions', async (route) => {
      bodies.push(route.request().postData() ?? '')
      if (reloaded) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The server is not responding').waitFor()
    reloaded = true
    await page.reload()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.isAtLeast(bodies.length, 2)
    assert.lengthOf(new Set(bodies), 1)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
  })

  test('what was sent and never answered is sent to its own version, though a newer one is shown', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name'), textBlock('town01', 'Town')])
    await page.route('**/submissions', (route) => route.abort())
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Town').fill('London')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The server is not responding').waitFor()
    await changeSettings(form.creator, form.id, { general: { title: 'Renewed', language: 'en' } })
    await publish(form.creator, form.id)
    await page.unroute('**/submissions')
    await page.reload()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(await page.title(), 'Thank you – Renewed')
    assert.deepEqual(await stored(form), [{ town01: 'London' }])
    assert.deepEqual(await drafts(page), [])
    await page.reload()
    await live(page)
    await holds(page.getByLabel('Town'), '')
  })

  test('Back twice and forward, by buttons and by the browser: everything is still there', async ({
    assert,
  }) => {
    const form = await journey()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    await page.getByRole('button', { name: 'Remove photo.png' }).waitFor()
    await page.getByLabel('Blue').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Only for those').fill('Not red at all')
    const back = () => page.getByRole('button', { name: 'Back' }).click()
    const next = () => page.getByRole('button', { name: 'Next' }).click()
    for (const [backward, forward] of [
      [back, next],
      [() => page.goBack(), () => page.goForward()],
    ] as const) {
      await backward()
      await page.getByText('photo.png').waitFor()
      await page.getByLabel('Blue').and(page.locator(':checked')).waitFor()
      await backward()
      await holds(page.getByLabel('Your name'), 'Ada')
      await forward()
      await page.getByText('photo.png').waitFor()
      await forward()
      await holds(page.getByLabel('Only for those'), 'Not red at all')
    }
    await next()
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [answers, ...others] = await stored(form)
    assert.lengthOf(others, 0)
    assert.containSubset(answers, {
      name01: 'Ada',
      photo1: [{ name: 'photo.png', type: 'image/png' }],
      colour: 'blue',
      notred: 'Not red at all',
    })
    assert.deepEqual(errors, [])
  })

  test('a link that counts once, used before: the list of what is wrong says so, and keeps what was typed', async ({
    assert,
  }) => {
    const form = await publishedForm([
      block('hidden', 'code01', 'Invitation', { settings: { param: 'code' }, unique: true }),
      textBlock('name01', 'Name'),
    ])
    await submit(form, { name01: 'Ada' }, { context: { params: { code: 'A1' } } })
    await page.goto(`/forms/${form.slug}?code=A1`)
    await live(page)
    await page.getByLabel('Name').fill('Grace')
    await page.getByRole('button', { name: 'Send' }).click()
    const wrong = page.getByRole('region', { name: '1 answer needs a look' })
    assert.match((await wrong.textContent()) ?? '', /Invitation.*The link was used before/)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Grace')
  })

  test('closed while it was filled in: it says so, and keeps what was typed', async () => {
    const form = await publishedForm(undefined, { general: { title: 'Formular', language: 'de' } })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Name').fill('Ada')
    await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
    await page.getByRole('button', { name: 'Absenden' }).click()
    await page.getByText('wurden nicht gesendet. Das Formular wurde geschlossen.').waitFor()
    await focused(page, 'notice')
    await holds(page.getByLabel('Name'), 'Ada')
  })

  test('a 409 keeps everything and says so', async ({ assert }) => {
    const form = await publishedForm()
    // as in browsers that a form is opened in without https
    await page.addInitScript('delete Crypto.prototype.randomUUID')
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const key = await page.locator('input[name=_key]').inputValue()
    await form.visitor.post(`/api/forms/${form.slug}/submissions`, {
      submission_key: key,
      answers: { name01: 'Eve' },
    })
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('has not been sent yet').waitFor()
    await holds(page.getByLabel('Name'), 'Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
  })
})

/** Waits for the focus to come to an element. */
async function focused(page: Page, id: string): Promise<void> {
  await page.locator(`#${id}:focus`).waitFor({ state: 'attached' })
}

/** Waits for the focus to come to a heading. */
async function focusedHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name }).and(page.locator(':focus')).waitFor()
}

/** Answers of all submissions of a form. */
async function stored(form: { creator: { workspaceId: string } }): Promise<unknown[]> {
  const { within } = await import('#app/workspaces/within')
  return within(form.creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { answers: unknown }[] }>(
      'select answers from submissions order by received_at',
    )
    return rows.map((row) => row.answers)
  })
}
