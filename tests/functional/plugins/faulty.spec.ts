import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { FormSummary } from '#api_types/submissions'
import { newForm, publish } from '#tests/functional/forms/factories'
import { ANSWER_MEMBERS, LAYOUT_MEMBERS, MEMBERS, SERVER_MEMBERS } from '#tests/functional/plugins/contract'
import { Installation } from '#tests/functional/plugins/installation'
import { addIntegration, addWebhook } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { HTML, open, press, type PublishedForm, submit } from '#tests/functional/respond/answering'
import { newCreator, Visitor } from '#tests/functional/visitor'

/** A published form of one question of this kind, made at the installation. */
async function formWith(
  place: Installation,
  kind: string,
  more: object = {},
  others: readonly object[] = [],
): Promise<PublishedForm> {
  const made = await newCreator()
  const visitor = new Visitor(place.url)
  visitor.cookies = made.visitor.cookies
  const creator = { ...made, visitor }
  const block = (id: string, of: string, label: string) => ({
    id,
    kind: of,
    v: 1,
    key: id,
    label,
    settings: {},
  })
  const { form } = await newForm(
    [{ ...block('bkind1', kind, `The ${kind}`), ...more }, block('bname1', 'text', 'Your name'), ...others],
    `A form with ${kind}`,
    creator,
  )
  await publish(creator, form.id)
  return { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
}

interface Table {
  data: { rows: { id: string; cells: unknown[] }[] }
}

/** Kinds that load, and throw when they are used. */
const FAULTY = ['undrawn', 'unloaded', 'unread', 'unsaid'] as const
const BROKEN = ['torn', 'blind', 'numb', 'deaf', 'rooted', 'far', 'late', 'halved', 'lying', 'gone'] as const

/** A member fails by throwing, or by answering what it never may. */
const failing = (...members: readonly string[]) =>
  members.flatMap((member) => [member, `${member} with nonsense`])
const named = (kind: string, id: string, mood: string, more: object = {}) => {
  return { id, kind, v: 1, key: id, label: `Mood ${mood}`, settings: { mood }, ...more }
}
/** A question for each way in which a field can fail. */
const QUESTIONS = [
  ...failing(...MEMBERS, ...ANSWER_MEMBERS, ...SERVER_MEMBERS, 'settings', 'respond'),
  // lists that look like lists, and answers that look like answers
  ...['parts', 'patterns', 'check', 'limits', 'claims', 'validate', 'judge'].map(
    (member) => `${member} with holes`,
  ),
  'own with nothing',
].map((mood, index) => named('moody', `bmood${index}`, mood))
/** A text, a section and an ending for each way in which those can. */
const LAYOUT = failing(...LAYOUT_MEMBERS, 'respond').flatMap((mood, index) => [
  named('moody-content', `btext${index}`, mood),
  named('moody-section', `bpart${index}`, mood),
  { ...named('text', `bitem${index}`, mood, { parent: `bpart${index}` }), settings: {} },
  named('moody-ending', `bover${index}`, mood),
])
const BUILT_IN_ENDING = { id: 'bending', kind: 'ending', v: 2, key: 'ending', settings: {} }

test.group('Plugins that broke', (group) => {
  let place: Installation
  const forms = new Map<string, PublishedForm>()
  let built = ''
  const formOf = (kind: string): PublishedForm => {
    const form = forms.get(kind)
    if (!form) throw new Error(`no form with ${kind}`)
    return form
  }
  const moody = MEMBERS.map((mood) => ({
    ...{ id: `b${mood.toLowerCase()}`.padEnd(6, 'x'), kind: 'moody', v: 1, key: mood.toLowerCase() },
    ...{ label: `Mood ${mood}`, settings: { mood } },
  }))

  group.setup(async () => {
    place = await Installation.make()
    place.dropMoodyKinds()
    for (const kind of [...BROKEN, ...FAULTY]) if (kind !== 'gone') place.dropField(kind)
    const gone = place.installPackage('@acme/formwright-gone', 'gone')
    await place.build()
    await place.start()
    for (const kind of [...BROKEN, ...FAULTY]) {
      const form = await formWith(place, kind, { required: true })
      const sent = await submit(form, { bkind1: 20, bname1: 'Ada' })
      if (sent.status !== 201) throw new Error(sent.text)
      forms.set(kind, form)
    }
    const moods = await formWith(place, 'text', {}, moody)
    const answers = Object.fromEntries(moody.map(({ key }) => [key, 20]))
    const sent = await submit(moods, { ...answers, bname1: 'Ada' })
    if (sent.status !== 201) throw new Error(sent.text)
    forms.set('moody', moods)
    const asked = QUESTIONS.map(({ key }) => [key, 20])
    const every = await formWith(place, 'text', {}, [BUILT_IN_ENDING, ...QUESTIONS, ...LAYOUT])
    const taken = await submit(every, { ...Object.fromEntries(asked), bname1: 'Ada' })
    if (taken.status !== 201) throw new Error(taken.text)
    forms.set('every mood', every)
    const late = await place.run('ace.js', 'make:integration', 'late-pigeon')
    if (late.code !== 0) throw new Error(late.output)
    place.edit(
      'plugins/integrations/late-pigeon/deliver.ts',
      '{ request, now }) {',
      "{ request, now }) {\n    setTimeout(() => { throw new Error('lost') })\n    void Promise.reject(new Error('no way'))\n    setTimeout(() => { throw 'no error' })\n    setTimeout(() => process.exit(3))\n    setTimeout(() => process.abort())\n    setTimeout(() => process.kill(process.pid))\n    setTimeout(process.exit, 1, 3)\n    void import('node:net').then(({ connect }) => connect(1, '127.0.0.1'))",
    )
    // what is left running as it is loaded keeps neither build nor commands from going on, and from ending
    place.edit(
      'plugins/integrations/late-pigeon/deliver.ts',
      'export default deliver',
      "setTimeout(() => { throw new Error('lost') })\nvoid Promise.reject(new Error('no way'))\nsetInterval(() => undefined, 1_000)\nsetTimeout(process.exit, 1, 3)\nexport default deliver",
    )
    forms.set('stray', await formWith(place, 'text'))
    const endless = ['for ever', 'with nothing'].map((how, index) =>
      named('moody', `bmood${index + 1}`, `own ${how}`),
    )
    forms.set('endless', await formWith(place, 'text', {}, endless))
    forms.set('matrix', await formWith(place, 'matrix', { required: true }))
    await place.stop()
    place.breakMoodyKinds()
    const at = (kind: string, file: string) => join(place.root, 'plugins/fields', kind, file)
    writeFileSync(at('torn', 'respond.js'), 'export default function Torn() { return <')
    writeFileSync(at('blind', 'field.js'), 'throw new Error("no light")')
    rmSync(at('halved', 'answer.js'))
    writeFileSync(at('numb', 'respond.js'), 'export const Numb = 1')
    writeFileSync(at('deaf', 'respond.js'), 'import "./gone.js"\nexport default function Deaf() {}')
    writeFileSync(at('rooted', 'respond.js'), 'import "node:fs"\nexport default function Rooted() {}')
    writeFileSync(at('far', 'respond.css'), '@import url("https://far.example/style.css");')
    writeFileSync(at('far', 'respond.js'), 'import "./respond.css"\nexport default function Far() {}')
    writeFileSync(at('late', 'field.js'), 'await new Promise(() => undefined)')
    writeFileSync(at('lying', 'answer.js'), 'export default { parse: () => ({ answer: 1, problems: [] }) }')
    rmSync(join(gone, 'dist/gone'), { recursive: true })
    const edit = (kind: string, file: string, from: string, to: string) =>
      place.edit(`plugins/fields/${kind}/${file}`, from, to)
    edit('undrawn', 'respond.js', "return jsx('input'", "throw new Error('no paint')\n  return jsx('input'")
    writeFileSync(at('unloaded', 'respond.js'), 'export default null.control')
    edit('unread', 'answer.js', "const text = String(candidate ?? '').trim()", "throw new Error('no eyes')")
    edit(
      'unsaid',
      'answer.js',
      'toText: (degrees, { unit }, part) => (',
      'toText: () => null.words, said: (degrees, { unit }, part) => (',
    )
    edit('unsaid', 'answer.js', 'values: (', 'values: () => null.worth, worth: (')
    place.edit(
      'plugins/fields/matrix/respond.tsx',
      'const live = useLive()',
      "if (rows) throw new Error('no grid')\n  const live = useLive()",
    )
    place.edit(
      'plugins/layout/ending/respond.tsx',
      'const address',
      "if (title === 'Curtain') throw new Error('no curtain')\n  const address",
    )
    const scout = await place.run('ace.js', 'make:integration', 'no-pigeon')
    if (scout.code !== 0) throw new Error(scout.output)
    place.edit('plugins/integrations/no-pigeon/deliver.ts', 'export default deliver', 'null.wings()')
    built = await place.build()
    await place.start()
    const stray = formOf('stray')
    await addIntegration(stray.creator, stray, 'late-pigeon', { url: place.url })
    return () => place.remove()
  })

  test('the build says which are left out, and why', ({ assert }) => {
    for (const words of [
      /torn cannot be built: in respond\.js, line 1: .+\. Correct it, or remove the folder\.$/m,
      /blind cannot be loaded: in field\.js, line 1: no light\. Correct it, or remove the folder\.$/m,
      /numb cannot be built: in respond\.js: "default" is not exported by .+\. Correct it, or remove the folder\.$/m,
      /deaf cannot be built: in respond\.js, line 1: It imports \.\/gone\.js, which is not there\. Correct it, or remove the folder\.$/m,
      /rooted cannot be built: .*It imports node:fs, which browsers do not have; .+ Correct it, or remove the folder\.$/m,
      /far cannot be built: in respond\.css: Its style loads https:\/\/far\.example\/style\.css, and pages .+ Correct it, or remove the folder\.$/m,
      /late cannot be loaded: it did not end within 10 seconds\. Correct it, or remove the folder\.$/m,
      /halved lacks answer\.ts/,
      /answer\.js is not what a plugin's answer must be/,
      /formwright-gone@1\.0\.0 lists dist\/gone in "formwright", and has no such folder\. Build it/,
      /no-pigeon cannot be loaded: /,
    ])
      assert.match(built, words)
    assert.notMatch(built, /^ +at |╭─|rolldown/m, 'no trace of a bundler')
  })

  test('the doctor lists every plugin with version and state, and its exit code says that one is ill', async ({
    assert,
  }) => {
    const { code, output } = await place.ace('doctor')
    assert.equal(code, 1, output)
    assert.match(output, /fields.*text.*\d.*in use/)
    assert.match(output, /fields.*torn.*1.*cannot be used/)
    assert.match(output, /fields.*gone.*@acme\/formwright-gone@1\.0\.0.*cannot be used/)
    assert.match(output, /integrations.*no-pigeon.*1.*cannot be used/)
    assert.match(output, /fields\/blind: .*no light/)
  })

  test('their forms say so in their place, take submissions, and keep what was answered')
    .with([...BROKEN])
    .run(async ({ assert }, kind) => {
      const form = forms.get(kind)
      if (!form) throw new Error(`no form with ${kind}`)
      const page = await open(form.visitor, `/forms/${form.slug}`)
      assert.include(page.html, `The ${kind}</div>`)
      assert.include(page.html, 'This question is not working. You can continue without an answer.')
      assert.include(page.html, 'name="f.bname1"')
      // required holds: nobody goes past it without a word
      const silent = await submit(form, { bname1: 'Grace' })
      assert.equal(silent.status, 422, silent.text)
      assert.deepEqual(
        silent.body.details.map(({ block, code }) => [block, code]),
        [['bkind1', 'required']],
      )
      const sent = await submit(form, { bkind1: '$broken', bname1: 'Grace' })
      assert.equal(sent.status, 201, sent.text)
      assert.deepEqual(sent.body.data.ignored, ['bkind1'])
      const plain = await press(form.visitor, page, 'send', { 'f.bname1': 'Edith' })
      assert.match(plain.headers.get('location') ?? plain.text, /\/endings\//)
      const one = await form.creator.visitor.get<{ data: { excused: string[] } }>(
        `/api/forms/${form.id}/submissions/${sent.body.data.id}`,
      )
      // it was required, and could not be asked: whoever opens the submission reads that
      assert.deepEqual(one.body.data.excused, ['bkind1'])
      const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
      const cells = JSON.stringify(table.body.data.rows.map((row) => row.cells))
      for (const answer of ['20', 'Ada', 'Grace', 'Edith']) assert.include(cells, answer)
      const { body } = await form.creator.visitor.get<FormSummary>(`/api/forms/${form.id}/summary`)
      const [question, name] = body.data.questions
      assert.deepInclude(question, { kind, answered: 1, parts: [] })
      assert.include(question?.fault, `There is no plugin for the kind “${kind}”`)
      assert.equal(name?.parts[0]?.answered, 3)
      const check = await form.creator.visitor.get<{
        data: { revision: number; problems: { code: string; block: string }[] }
      }>(`/api/forms/${form.id}/check`)
      const { revision, problems } = check.body.data
      assert.deepInclude(
        problems.map(({ code, block }) => ({ code, block })),
        { code: 'unknown-kind', block: 'bkind1' },
      )
      const again = await form.creator.visitor.post(`/api/forms/${form.id}/publication`, { revision })
      assert.equal(again.status, 422, again.text)
    })

  test('a control that throws while it is drawn, or cannot be loaded, gives way to a plain input')
    .with(['undrawn', 'unloaded'])
    .run(async ({ assert }, kind) => {
      const form = formOf(kind)
      const page = await open(form.visitor, `/forms/${form.slug}`)
      assert.include(page.html, 'This question is not working. Enter your answer here')
      assert.notInclude(page.html, 'no paint')
      const refused = await press(form.visitor, page, 'send', { 'f.bkind1': 'hot', 'f.bname1': 'Ada' })
      assert.equal(refused.status, 422)
      assert.include(refused.text, 'value="hot"')
      const sent = await press(form.visitor, page, 'send', { 'f.bkind1': '21.5', 'f.bname1': 'Ada' })
      assert.match(sent.headers.get('location') ?? sent.text, /\/endings\//)
      const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
      assert.include(JSON.stringify(table.body.data.rows), '21.5')
    })

  test('a required question that can neither be shown nor be typed is gone on without, and the submission says so', async ({
    assert,
  }) => {
    const form = formOf('matrix')
    const { visitor } = form.creator
    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.include(page.html, 'This question is not working. You can continue without an answer.')
    assert.match(page.html, /<input type="hidden" name="f\.bkind1" value="\$broken"/)
    const plain = await press(form.visitor, page, 'send', { 'f.bkind1': '$broken', 'f.bname1': 'Ada' })
    assert.match(plain.headers.get('location') ?? plain.text, /\/endings\//)
    const table = await visitor.get<Table>(`/api/forms/${form.id}/submissions`)
    const one = await visitor.get<{ data: { excused: string[]; answers: { answer: unknown }[] } }>(
      `/api/forms/${form.id}/submissions/${table.body.data.rows[0]?.id}`,
    )
    assert.deepEqual(one.body.data.excused, ['bkind1'])
    assert.deepEqual(
      one.body.data.answers.map(({ answer }) => answer),
      [null, 'Ada'],
    )
    // nobody goes on without a word, nor past a question that a plain input can stand in for
    assert.equal((await submit(form, { bname1: 'Grace' })).status, 422)
    const typed = formOf('undrawn')
    assert.equal((await submit(typed, { bkind1: '$broken', bname1: 'Grace' })).status, 422)
  })

  test('creators read in the preview which plugin failed, with its version', async ({ assert }) => {
    const { creator, id } = formOf('undrawn')
    const preview = await creator.visitor.get(`/forms/${id}/preview`, HTML)
    assert.equal(preview.status, 200, preview.text)
    assert.include(
      preview.text,
      'The plugin “undrawn” (version 1) failed while it was drawn: Error: no paint',
    )
  })

  test('what fails at work is counted: creators are warned by the check, operators told by the doctor', async ({
    assert,
  }) => {
    for (const [kind, member, reason] of [
      ['undrawn', 'respond', 'no paint'],
      ['unread', 'parse', 'no eyes'],
      ['unsaid', 'toText', 'null'],
    ] as const) {
      const form = formOf(kind)
      await form.visitor.get(`/forms/${form.slug}`, HTML)
      await submit(form, { bkind1: 30, bname1: 'Grace' })
      const { body } = await form.creator.visitor.get<{
        data: { problems: { severity: string; code: string; block: string; message: string }[] }
      }>(`/api/forms/${form.id}/check`)
      const warned = body.data.problems.find(({ message }) => message.includes(`failed in “${member}”`))
      assert.deepInclude(warned, { severity: 'warning', code: 'faulty-kind', block: 'bkind1' })
      assert.notInclude(warned?.message, reason)
      const told = new RegExp(`“${kind}” \\(version 1\\) failed in “${member}” .*: .*${reason}`)
      let output = ''
      for (let tries = 5; tries > 0 && !told.test(output); tries -= 1)
        output = (await place.ace('doctor')).output
      assert.match(output, told)
    }
    // it has no such block
    const { body } = await formOf('moody').creator.visitor.get<{ data: { problems: { message: string }[] } }>(
      `/api/forms/${formOf('moody').id}/check`,
    )
    assert.notInclude(JSON.stringify(body), 'undrawn')
  })

  test('an ending that throws while it is drawn gives way to the built-in one', async ({ assert }) => {
    const curtain = { id: 'bending', kind: 'ending', v: 2, key: 'ending', settings: { title: 'Curtain' } }
    const { creator, id, slug, visitor } = await formWith(place, 'text', {}, [curtain])
    const page = await open(visitor, `/forms/${slug}`)
    const sent = await press(visitor, page, 'send', { 'f.bname1': 'Ada' })
    const ending = await visitor.get(sent.headers.get('location') ?? '', HTML)
    assert.equal(ending.status, 200, ending.text)
    assert.match(ending.text, /<h2>Curtain<\/h2>.*Your answers were sent/s)
    assert.notInclude(ending.text, 'no curtain')

    const preview = await open(creator.visitor, `/forms/${id}/preview`)
    const shown = await press(creator.visitor, preview, 'send', { 'f.bname1': 'Ada' })
    assert.match(shown.text, /<h2>Curtain<\/h2>/)
    assert.include(shown.text, 'The plugin “ending” (version 2) failed while it was drawn: Error: no curtain')
  })

  test('an answer that cannot be read is gone on without, also where one is required', async ({ assert }) => {
    const form = formOf('unread')
    const sent = await submit(form, { bkind1: 30, bname1: 'Grace' })
    assert.equal(sent.status, 201, sent.text)
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const plain = await press(form.visitor, page, 'send', { 'f.bkind1': '30', 'f.bname1': 'Ada' })
    assert.match(plain.headers.get('location') ?? plain.text, /\/endings\//)
    const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
    const cells = JSON.stringify(table.body.data.rows.map((row) => row.cells))
    for (const answer of ['20', 'Ada', 'Grace']) assert.include(cells, answer)
  })

  test('values and words that cannot be made are empty: submissions go on, and the table with the others', async ({
    assert,
  }) => {
    const form = formOf('unsaid')
    const sent = await submit(form, { bkind1: 30, bname1: 'Grace' })
    assert.equal(sent.status, 201, sent.text)
    const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
    assert.equal(table.status, 200, table.text)
    assert.include(JSON.stringify(table.body.data.rows), 'Grace')
    const csv = await form.creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.include(csv.text, 'Grace')
    // what was answered lies there still
    const [row] = table.body.data.rows
    const one = await form.creator.visitor.get(`/api/forms/${form.id}/submissions/${row?.id}`)
    assert.include(one.text, '30')
  })

  test('a member of a definition that throws costs its block, and nothing else', async ({ assert }) => {
    const form = formOf('moody')
    const { visitor } = form.creator
    const check = await visitor.get<{
      data: { revision: number; problems: { code: string; block: string; message: string }[] }
    }>(`/api/forms/${form.id}/check`)
    const { revision, problems } = check.body.data
    for (const [index, mood] of MEMBERS.entries()) {
      const found = problems.find(({ block }) => block === moody[index]?.id)
      assert.equal(found?.code, 'faulty-kind', mood)
      const failed = `“Mood ${mood}” cannot be used as it is: the plugin “moody” (version 1) failed in “${mood}”`
      assert.include(found?.message ?? '', `${failed}: no ${mood} today.`)
    }
    const again = await visitor.post(`/api/forms/${form.id}/publication`, { revision })
    assert.equal(again.status, 422, again.text)
    assert.include(again.text, 'no parts today')

    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.include(page.html, 'name="f.bcheck"')
    assert.notInclude(page.html, 'name="f.bsecret"')
    const plain = await press(form.visitor, page, 'send', { 'f.bcheck': '21.5', 'f.bname1': 'Grace' })
    assert.match(plain.headers.get('location') ?? plain.text, /\/endings\//)

    const table = await visitor.get<Table>(`/api/forms/${form.id}/submissions`)
    const [grace = '', ada = ''] = table.body.data.rows.map((row) => JSON.stringify(row.cells))
    assert.include(grace, '21.5')
    // those of which nobody knows what an answer is keep what was stored
    assert.lengthOf(ada.match(/\b20\b/g) ?? [], MEMBERS.length, ada)
    const csv = await visitor.get(`/api/forms/${form.id}/submissions.csv`)
    for (const words of ['Mood parts', 'Mood relabel', 'Grace', '21.5']) assert.include(csv.text, words)
    const one = await visitor.get(`/api/forms/${form.id}/submissions/${table.body.data.rows[1]?.id}`)
    assert.equal(one.status, 200, one.text)
    const { body } = await visitor.get<FormSummary>(`/api/forms/${form.id}/summary`)
    const question = (mood: string) => body.data.questions.find(({ label }) => label === `Mood ${mood}`)
    for (const mood of ['parts', 'summary']) {
      assert.include(question(mood)?.fault, `failed in “${mood}”: no ${mood} today. Its data is kept.`)
      assert.equal(question(mood)?.answered, 1)
    }
    assert.isNull(question('check')?.fault)
    assert.equal(question('check')?.parts[0]?.answered, 2)
  })

  test('whatever member of a field or layout block fails, in whatever way, everything else goes on', async ({
    assert,
    cleanup,
  }) => {
    const form = formOf('every mood')
    const { visitor } = form.creator
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    await addWebhook(form.creator, form, receiver.url)
    const answers = Object.fromEntries(QUESTIONS.map(({ key }) => [key, 21.5]))

    const page = await open(form.visitor, `/forms/${form.slug}`)
    assert.include(page.html, 'name="f.bname1"')
    const typed = Object.fromEntries(QUESTIONS.map(({ id }) => [`f.${id}`, '21.5']))
    const plain = await press(form.visitor, page, 'send', { ...typed, 'f.bname1': 'Linus' })
    assert.equal(plain.status, 303, plain.text)
    const ending = await form.visitor.get(plain.headers.get('location') ?? plain.text, HTML)
    assert.equal(ending.status, 200, ending.text)
    const sent = await submit(form, { ...answers, bname1: 'Grace' })
    assert.equal(sent.status, 201, sent.text)
    const asked = await form.visitor.post(`/api/forms/${form.slug}/evaluation`, {
      page: 'start',
      raws: { ...answers, bname1: 'Grace' },
    })
    assert.equal(asked.status, 200, asked.text)
    const told = await receiver.arrived(2)
    assert.include(told.map(({ body }) => body).join(), 'Grace')

    const api = `/api/forms/${form.id}`
    const table = await visitor.get<Table>(`${api}/submissions`)
    assert.lengthOf(table.body.data.rows, 3)
    const first = `${api}/submissions/${table.body.data.rows.at(-1)?.id}`
    for (const address of [
      `${api}/draft`,
      `${api}/draft/changes?since=0`,
      `${api}/check`,
      `${api}/weight`,
      `${api}/versions`,
      `${api}/versions/1`,
      `${api}/versions/1/changes`,
      `${api}/public`,
      `${api}/submissions?search=Grace`,
      `${api}/submissions.csv`,
      `${api}/summary`,
      first,
      `/forms/${form.slug}/preview`,
      `/forms/${form.slug}/versions/1/preview`,
    ]) {
      const read = await visitor.get(address, address.includes('/preview') ? HTML : {})
      assert.equal(read.status, 200, `${address}: ${read.text}`)
    }
    for (const name of ['Ada', 'Linus', 'Grace']) assert.include(table.text, name)
    // what was stored of those that nobody can read any more is there still
    assert.include((await visitor.get(first)).text, '20')

    const { body: draft } = await visitor.get<{ data: { revision: number } }>(`${api}/draft`)
    const again = await visitor.post(`${api}/publication`, { revision: draft.data.revision })
    assert.equal(again.status, 422, again.text)
    const content = { v: 1, key: 'bname1', label: 'Your full name', settings: {} }
    const op = { op: 'put', block_id: 'bname1', kind: 'text', position: 'a0', content }
    const saved = await visitor.patch(`${api}/draft`, { base: draft.data.revision, ops: [op] })
    assert.equal(saved.status, 200, saved.text)
    const drawn = await visitor.post(`${api}/integration-previews`, { kind: 'webhook', settings: {} })
    assert.equal(drawn.status, 200, drawn.text)
    const copy = await visitor.post(`${api}/copies`, {})
    assert.equal(copy.status, 201, copy.text)
  })

  test('what fails is compared with nothing, and the others as ever', async ({ assert }) => {
    const form = formOf('every mood')
    const { visitor } = form.creator
    const api = `/api/forms/${form.id}`
    for (const { key } of [{ key: 'bname1' }, ...QUESTIONS]) {
      const filter = encodeURIComponent(JSON.stringify({ all: [{ field: key, op: 'is-not-empty' }] }))
      const found = await visitor.get<Table>(`${api}/submissions?filter=${filter}`)
      // one of which nobody knows what an answer is cannot be compared
      assert.oneOf(found.status, [200, 422], `${key}: ${found.text}`)
      if (key === 'bname1') assert.lengthOf(found.body.data.rows, 3, found.text)
    }
  })

  test('every failure of those is told: by the check, or at work and then by check and doctor', async ({
    assert,
  }) => {
    const form = formOf('every mood')
    const { visitor } = form.creator
    const { body } = await visitor.get<{ data: { problems: { block: string; message: string }[] } }>(
      `/api/forms/${form.id}/check`,
    )
    const { output } = await place.ace('doctor')
    const said = body.data.problems.map(({ block, message }) => `${block} ${message}`).join('\n')
    for (const { id, settings } of QUESTIONS) {
      const [member = ''] = settings.mood.split(' ')
      const atWork = `“moody” (version 1) failed in “${member}”`
      if (!said.includes(`${id} `) && !said.includes(atWork)) assert.fail(`${settings.mood}: ${said}`)
    }
    for (const member of [...ANSWER_MEMBERS.filter((name) => name !== 'fromForm'), ...SERVER_MEMBERS])
      assert.include(output, `“moody” (version 1) failed in “${member}”`)
  })

  test('an answer whose server part never ends, or answers nothing, is told, and the submission is stored', async ({
    assert,
  }) => {
    const form = formOf('endless')
    const sent = await submit(form, { bmood1: 21.5, bmood2: 21.5, bkind1: 'well', bname1: 'Grace' })
    assert.equal(sent.status, 201, sent.text)
    const one = await form.creator.visitor.get<{ data: { excused: string[] } }>(
      `/api/forms/${form.id}/submissions/${sent.body.data.id}`,
    )
    assert.sameMembers(one.body.data.excused, ['bmood1', 'bmood2'])
  })

  test('what a plugin leaves running and fails later ends no process', async ({ assert }) => {
    const { creator, id, slug, visitor } = formOf('stray')
    assert.equal((await submit(formOf('stray'), { bname1: 'Ada' })).status, 201)
    const told = /“late-pigeon” \(version 1\) failed in “later”/
    let output = ''
    for (let tries = 5; tries > 0 && !told.test(output); tries -= 1)
      output = (await place.ace('doctor')).output
    assert.match(output, told)
    assert.equal((await visitor.get(`/forms/${slug}`, HTML)).status, 200)
    assert.equal((await creator.visitor.get(`/api/forms/${id}/submissions`)).status, 200)
  })
})
