import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { newForm, publish } from '#tests/functional/forms/factories'
import { MEMBERS } from '#tests/functional/plugins/contract'
import { Installation } from '#tests/functional/plugins/installation'
import { newCreator, Visitor } from '#tests/functional/visitor'

const NOTHING = 'const NOTHING = { start: () => 0, merge: () => 0, finish: () => [] }'
const OSLO = { id: 'oslo', label: 'Oslo' }

interface Desk {
  page: Page
  slug: string
  /** publishes the form as it was made */
  publish(): Promise<unknown>
  close(): Promise<void>
}

/** Somebody who signed in, at the editor of a form of the installation, empty unless said. */
async function deskAt(place: Installation, browser: Browser, blocks: object[] = []): Promise<Desk> {
  const creator = await newCreator()
  const visitor = new Visitor(place.url)
  visitor.cookies = creator.visitor.cookies
  const here = { ...creator, visitor }
  const { form } = await newForm(blocks, 'Weather', here)
  const context = await browser.newContext({ baseURL: place.url, viewport: { width: 1280, height: 900 } })
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: place.url })))
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}/edit`)
  await page.getByRole('searchbox', { name: 'Search blocks' }).waitFor()
  return { page, slug: form.slug, publish: () => publish(here, form.id), close: () => context.close() }
}

async function publishByHand(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved / })
    .waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Version 1 is published.').waitFor()
}

test.group('In the browser, an installation with kinds of its own', (group) => {
  let place: Installation
  group.setup(async () => {
    place = await Installation.make()
    place.dropField('temperature')
    place.installPackage('@acme/formwright-pressure', 'pressure')
    const made = await place.run('ace.js', 'make:field', 'fruit-basket')
    if (made.code !== 0) throw new Error(made.output)
    // two that cannot be used
    const sender = await place.run('ace.js', 'make:integration', 'no-pigeon')
    if (sender.code !== 0) throw new Error(sender.output)
    place.edit('plugins/integrations/no-pigeon/deliver.ts', 'export default deliver', 'null.wings()')
    // one that fails while it is used
    place.dropField('hail')
    place.edit(
      'plugins/fields/hail/respond.js',
      '  return jsx',
      "  if (raw === '13') throw new Error('too big')\n  return jsx",
    )
    place.dropMoodyKinds()
    place.breakMoodyKinds()
    // one that reads answers on the server only
    place.dropField('haze')
    place.edit(
      'plugins/fields/haze/answer.js',
      'parse: (candidate) => {',
      "parse: (candidate) => {\n    if (typeof document !== 'undefined') throw new Error('no sight')",
    )
    const silent = await place.run('ace.js', 'make:integration', 'shy-pigeon')
    if (silent.code !== 0) throw new Error(silent.output)
    place.edit(
      'plugins/integrations/shy-pigeon/settings.tsx',
      'type="url"',
      "type={(() => { throw new Error('not today') })()}",
    )
    // one that fails in browsers only, and that nobody can answer in a plain input
    place.edit(
      'plugins/fields/matrix/respond.tsx',
      'const live = useLive()',
      "if (typeof document !== 'undefined') throw new Error('no grid')\n  const live = useLive()",
    )
    place.edit(
      'plugins/layout/ending/respond.tsx',
      'const address',
      "if (title === 'Thaw') throw new Error('too warm')\n  const address",
    )
    place.dropField('rainfall')
    place.edit('plugins/fields/rainfall/answer.js', 'toRaw:', 'asRaw:')
    place.dropField('fog')
    const late = await place.run('ace.js', 'make:integration', 'late-pigeon')
    if (late.code !== 0) throw new Error(late.output)
    // one that fails only once its answers are counted
    place.dropField('thunder')
    place.edit(
      'plugins/fields/thunder/field.js',
      'labelling:',
      "summary: () => ({ ...NOTHING, add: () => { throw new Error('lost count') } }),\n  labelling:",
    )
    place.edit('plugins/fields/thunder/field.js', '/** A kind', `${NOTHING}\n/** A kind`)
    await place.build()
    // those that were built and fail at a later start
    place.edit('plugins/fields/fog/answer.js', 'export default {', 'null.sight()\nexport default {')
    place.edit('plugins/integrations/late-pigeon/deliver.ts', 'export default deliver', 'null.wings()')
    await place.start()
    return () => place.remove()
  })

  test('adds them from the palette, sets them, publishes, and answers them live', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { page, slug, close } = await deskAt(place, browser)
    cleanup(close)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const palette = page.getByRole('region', { name: 'Other' })
    for (const title of ['Temperature', 'Pressure', 'Fruit basket']) {
      await palette.getByRole('button', { name: title, exact: true }).click()
      await page.locator('[data-block] [data-text]:focus').waitFor()
      await page.keyboard.type(title)
    }
    assert.lengthOf(await page.locator('[data-block]').all(), 3)
    // the canvas shows the very control, the panel is made from the schema
    await page.getByPlaceholder('Degrees C').first().waitFor()
    await page.locator('[data-block]').first().getByText('Temperature').first().click()
    await page.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'F', exact: true }).click()
    await page.getByPlaceholder('Degrees F').waitFor()
    await publishByHand(page)

    await page.goto(`/forms/${slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Temperature').fill('-500')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Nothing is colder than -459.67.').first().waitFor()
    await page.getByLabel('Temperature').fill('70.5')
    await page.getByLabel('Pressure').fill('3')
    await page.getByLabel('Fruit basket').fill('Apples')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    await page.goto(`/forms/${slug}/show/submissions`)
    // the table draws each column as the kind says; what has no results.tsx is text
    await page.getByRole('columnheader', { name: 'Temperature (feels)' }).waitFor()
    await page.getByRole('cell', { name: '70.5 °F', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'It feels cool', exact: true }).first().waitFor()
    await page.getByRole('cell', { name: 'Apples', exact: true }).click()
    await page.getByRole('region', { name: 'Answers' }).getByText('70.5 degrees F').waitFor()
    assert.deepEqual(errors, [])
  })

  test('what cannot be used is named in the editor and offered nowhere', async ({
    browser,
    assert,
    cleanup,
  }) => {
    const { page, slug, close } = await deskAt(place, browser, [
      { id: 'brain1', kind: 'rainfall', v: 1, key: 'rain', label: 'Rain', settings: {} },
    ])
    cleanup(close)
    const notice = page.getByRole('alert').filter({ hasText: 'A plugin is missing' })
    await notice.getByText('The plugin “rainfall”, version 1 cannot be used on this server.').waitFor()
    await page.locator('[data-block]').getByText('Its data is kept.').waitFor()
    await page.locator('[data-block]').first().focus()
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await settings.getByText('The plugin “rainfall”, version 1 cannot be used on this server.').waitFor()
    const palette = page.getByRole('region', { name: 'Other' })
    await palette.getByRole('button', { name: 'Temperature', exact: true }).waitFor()
    assert.equal(await palette.getByRole('button', { name: 'Rainfall', exact: true }).count(), 0)
    // nor is what was built and cannot be used by the server that runs
    assert.equal(await palette.getByRole('button', { name: 'Fog', exact: true }).count(), 0)
    const unusable = page.getByRole('region', { name: 'Cannot be used' })
    for (const kind of ['rainfall', 'fog']) {
      const entry = unusable.getByRole('button', { name: `The plugin “${kind}”, version 1 cannot be used` })
      await entry.and(page.locator(':disabled')).waitFor()
    }
    await page.goto(`/forms/${slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add webhook' }).waitFor()
    for (const kind of ['no-pigeon', 'late pigeon']) {
      const add = page.getByRole('button', { name: `Add ${kind}` })
      await add.and(page.locator(':disabled')).waitFor()
    }
    await page.getByText('The plugin “late-pigeon”, version 1 cannot be used on this server.').waitFor()
  })

  test('members of a definition that throw are told at their blocks, and the editor goes on', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const moody = MEMBERS.map((mood) => {
      const key = mood.toLowerCase()
      return { id: `b${key}`.padEnd(6, 'x'), kind: 'moody', v: 1, key, label: mood, settings: { mood } }
    })
    const { page, close } = await deskAt(place, browser, [
      ...moody,
      { id: 'bname1', kind: 'text', v: 1, key: 'name', label: 'Your name', settings: {} },
    ])
    cleanup(close)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    for (const mood of MEMBERS) {
      const said = `the plugin “moody” (version 1) failed in “${mood}”: no ${mood} today.`
      const block = page.locator(`[data-block=${`b${mood.toLowerCase()}`.padEnd(6, 'x')}]`)
      await block.getByText(said).waitFor()
    }
    const unknown = page.locator('[data-block=bparts]')
    await unknown.getByText('This question cannot be shown: its plugin fails. Its data is kept.').waitFor()
    // the panel of such a block, and the others, can be used
    await unknown.getByText('parts', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Unit' }).waitFor()
    await page.locator('[data-block=bname1] [data-text]').first().click()
    await page.keyboard.type(' now')
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved / })
      .waitFor()
    assert.deepEqual(errors, [])
  })

  test('what a plugin draws for creators and throws over is told there, once to the doctor, and the rest goes on', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const moods = ['respond', 'edit', 'Cell', 'Answer']
    const blocks = moods.map((mood, index) => {
      const settings = { mood }
      return { id: `bmood${index}`, kind: 'moody', v: 1, key: mood.toLowerCase(), label: mood, settings }
    })
    const name = { id: 'bname1', kind: 'text', v: 1, key: 'name', label: 'Your name', settings: {} }
    const desk = await deskAt(place, browser, [...blocks, name])
    cleanup(desk.close)
    const { page, slug } = desk
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const failed = (part: string) => `the plugin “moody” (version 1) failed in “${part}”: no ${part} today`
    await page
      .locator('[data-block=bmood0]')
      .getByText(`This block cannot be shown: ${failed('respond')}`)
      .waitFor()
    await page.locator('[data-block=bmood1] [data-text]').first().click()
    await page.getByText(`These settings cannot be shown: ${failed('edit')}`).waitFor()
    await page.getByRole('combobox', { name: 'Unit' }).waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await desk.publish()

    const sent = await new Visitor(place.url).post(`/api/forms/${slug}/submissions`, {
      submission_key: crypto.randomUUID(),
      answers: { respond: 11, edit: 12, cell: 13, answer: 14, name: 'Ada' },
    })
    assert.equal(sent.status, 201, sent.text)
    await page.goto(`/forms/${slug}/show/submissions`)
    await page.getByText(`Some answers are shown as text: ${failed('Cell')}`).waitFor()
    await page.getByRole('cell', { name: '13', exact: true }).waitFor()
    await page.getByRole('cell', { name: '14 °C', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Ada', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByText(`This is what is stored: ${failed('Answer')}`).waitFor()
    await answers.getByText('13 degrees C').waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])

    await page.goto(`/forms/${slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add shy pigeon' }).click()
    const dialog = page.getByRole('dialog')
    const shy = 'the plugin “shy-pigeon” (version 1) failed in “settings”: not today'
    await dialog.getByText(`These settings cannot be shown: ${shy}`).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    assert.deepEqual(errors, [])

    const told = [
      ...['respond', 'edit', 'Cell', 'Answer'].map(
        (part) => new RegExp(`“moody” \\(version 1\\) failed in “${part} in a browser” once`),
      ),
      /“shy-pigeon” \(version 1\) failed in “settings in a browser” once/,
    ]
    let output = ''
    for (let tries = 5; tries > 0 && !told.every((one) => one.test(output)); tries -= 1)
      output = (await place.ace('doctor')).output
    for (const one of told) assert.match(output, one)
  })

  test('an answer that a browser cannot read is told to its person, and sent as it was typed', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await deskAt(place, browser, [
      { id: 'bhaze1', kind: 'haze', v: 1, key: 'haze', label: 'Haze', settings: {}, required: true },
      { id: 'bmood1', kind: 'moody', v: 1, key: 'mood', label: 'Mood', settings: { mood: 'parse' } },
    ])
    cleanup(desk.close)
    const { page, slug } = desk
    await desk.publish()
    await page.goto(`/forms/${slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Haze').fill('hot')
    await page.getByText('This question is not working. You can continue without an answer.').waitFor()
    await page.getByLabel('Mood').fill('20')
    await page.getByText('You can continue without an answer.').nth(1).waitFor()
    // the server can read the one, and says what is wrong with it
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'needs a look' }).waitFor()
    await page.getByLabel('Haze').fill('21.5')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.goto(`/forms/${slug}/show/submissions`)
    await page.getByRole('cell', { name: '21.5 °C', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByText('21.5 degrees C').waitFor()
    await answers.getByText('this question did not work when the form was filled in').waitFor()
    assert.equal(await answers.getByText('this question did not work').count(), 1)
  })

  test('a control that throws, at first or while somebody types, gives way to a plain input, and the form is sent', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await deskAt(place, browser, [
      { id: 'bhail1', kind: 'hail', v: 1, key: 'hail', label: 'Hail', settings: {}, required: true },
      {
        id: 'bsleet',
        kind: 'hail',
        v: 1,
        key: 'sleet',
        label: 'Sleet',
        settings: {},
        default: { value: '13' },
      },
      { id: 'bthaw1', kind: 'ending', v: 2, key: 'thaw', settings: { title: 'Thaw' } },
    ])
    cleanup(desk.close)
    const { page, slug } = desk
    await desk.publish()
    await page.goto(`/forms/${slug}/preview`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Hail').fill('13')
    const fault = page.getByText('The plugin “hail” (version 1) failed while it was drawn: Error: too big')
    // of what the server could not draw, and of what was typed
    await fault.nth(1).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page
      .getByText('The plugin “ending” (version 2) failed while it was drawn: Error: too warm')
      .waitFor()

    await page.goto(`/forms/${slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Sleet').fill('12')
    await page.getByLabel('Hail').fill('13')
    await page.getByText('This question is not working. Enter your answer here').nth(1).waitFor()
    await page.getByLabel('Hail').fill('13.5')
    await page.getByRole('button', { name: 'Send' }).click()
    // its ending throws as well
    await page.getByRole('heading', { name: 'Thaw' }).waitFor()
    await page.getByText('Your answers were sent.').waitFor()
    assert.isTrue(await page.evaluate(`document.activeElement.closest('#ending') !== null`))
  })

  test('a kind that throws while answers are counted says so on its card, and the others are counted', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await deskAt(place, browser, [
      { id: 'bloud1', kind: 'thunder', v: 1, key: 'thunder', label: 'Thunder', settings: {} },
      { id: 'bcity1', kind: 'select', v: 1, key: 'city', label: 'City', settings: { options: [OSLO] } },
    ])
    cleanup(desk.close)
    const { page, slug } = desk
    await desk.publish()
    const sent = await new Visitor(place.url).post(`/api/forms/${slug}/submissions`, {
      submission_key: crypto.randomUUID(),
      answers: { thunder: 12, city: 'oslo' },
    })
    assert.equal(sent.status, 201, sent.text)
    await page.goto(`/forms/${slug}/show/submissions/summary`)
    const fault = page.getByRole('article', { name: 'Thunder' }).getByRole('alert')
    await fault.getByText('the plugin “thunder” (version 1) failed in “summary”: lost count').waitFor()
    await page.getByRole('article', { name: 'City' }).getByText('100%').waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
  })

  test('where no plain input can do, the question is gone on without, and creators read that it was', async ({
    browser,
    cleanup,
  }) => {
    const named = (kind: string, id: string, label: string, more: object) => {
      return { id, kind, v: 1, key: id, label, settings: {}, ...more }
    }
    const desk = await deskAt(place, browser, [
      named('matrix', 'bgrid1', 'Your rating', { required: true }),
      named('section', 'bparty', 'Guests', { settings: { repeating: true, min: 1 } }),
      named('matrix', 'bgrid2', 'Their rating', { required: true, parent: 'bparty' }),
      named('text', 'bname1', 'Your name', {}),
    ])
    cleanup(desk.close)
    const { page, slug } = desk
    const told = 'This block cannot be shown: the plugin “matrix” (version 1) failed in “respond”: no grid.'
    await page.locator('[data-block=bgrid1]').getByText(told).waitFor()
    await desk.publish()
    await page.goto(`/forms/${slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByText('This question is not working. You can continue without an answer.').nth(1).waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.goto(`/forms/${slug}/show/submissions`)
    await page.getByRole('cell', { name: 'Ada', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByText('this question did not work when the form was filled in').nth(1).waitFor()
  })

  test('logic, calculations and texts read a field made by command, live', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const creator = await newCreator()
    const visitor = new Visitor(place.url)
    visitor.cookies = creator.visitor.cookies
    const block = (kind: string, id: string, label: string, more: object = {}) => {
      return { id, kind, v: 1, key: id, label, settings: {}, ...more }
    }
    const plums = { left: { field: 'bfruit1' }, op: 'contains', right: { value: 'plum' } }
    const here = { ...creator, visitor }
    const { form } = await newForm(
      [
        block('fruit-basket', 'bfruit1', 'Your fruit'),
        block('text', 'bplum1', 'Which plums?', { state: 'hidden', rules: [{ when: plums, do: 'show' }] }),
        block('text', 'bwhy01', 'Why {#bfruit1}?'),
        block('calculation', 'bloud1', 'Aloud', { settings: { formula: 'upper({#bfruit1})', type: 'text' } }),
      ],
      'Fruit',
      here,
    )
    await publish(here, form.id)
    const context = await browser.newContext({ baseURL: place.url })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.isFalse(await page.getByLabel('Which plums?').isVisible())
    await page.getByLabel('Your fruit').fill('plums')
    await page.getByLabel('Which plums?').fill('Blue ones')
    await page.getByLabel('Why plums?').waitFor()
    await page.getByText('PLUMS', { exact: true }).waitFor()
    await page.getByLabel('Your fruit').fill('pears')
    await page.getByLabel('Why pears?').fill('They are ripe')
    await page.getByText('PEARS', { exact: true }).waitFor()
    assert.isFalse(await page.getByLabel('Which plums?').isVisible())
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const table = await visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
      `/api/forms/${form.id}/submissions`,
    )
    assert.deepEqual(table.body.data.rows[0]?.cells, ['pears', null, 'They are ripe', 'PEARS'])
  })
})
