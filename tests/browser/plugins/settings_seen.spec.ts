import { test } from '@japa/runner'
import type { Locator } from 'playwright'
import type { MediaFile } from '@formwright/kit/media'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { holds } from '#tests/browser/eventually'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { send, visit } from '#tests/browser/plugins/visit'
import { newForm, publish } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { newCreator, Visitor } from '#tests/functional/visitor'

const options = ['A', 'B', 'C'].map((label) => ({ id: label.toLowerCase(), label, capacity: 4 }))
const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))

// Settings that no other test of a page looks at: what creators write or choose in them is what people meet.
const BLOCKS = [
  block('text', 'given1', 'First name', { hideLabel: true, settings: { autocomplete: 'given-name' } }),
  block('textarea', 'story1', 'Story', { settings: { rows: 6, grow: false } }),
  block('select', 'any001', 'Any', {
    settings: {
      ...{ multiple: true, options, showLeft: false, columns: '3', maxSelections: 2 },
      ...{ all: true, allLabel: 'The lot', other: true, otherLabel: 'Besides', none: true, noneLabel: 'Nil' },
    },
  }),
  block('toggle', 'news01', 'News', { settings: { onLabel: 'Sure', offLabel: 'Rather not' } }),
  block('checkbox', 'guest1', 'Guest', {
    settings: { appearance: 'yes-no', yesLabel: 'Aye', noLabel: 'Nay' },
  }),
  block('camera', 'face01', 'Selfie', { settings: { camera: 'user' } }),
  block('matrix', 'order1', 'Places', {
    settings: { onePerColumn: true, rows: lines('Tea', 'Milk'), columns: lines('First', 'Second') },
  }),
  block('url', 'site01', 'Site', { settings: { hosts: 'example.com' } }),
  block('email', 'work01', 'Work', { settings: { allowedDomains: 'example.com' } }),
  block('calculation', 'due001', 'Due', {
    settings: { formula: 'date(2026, 5, 4)', type: 'date', dateStyle: 'full' },
  }),
  block('code', 'query1', 'Numbered'),
  block('code', 'query2', 'Bare', { settings: { lineNumbers: false } }),
  block('signature', 'signed', 'Signature', { settings: { pen: 'blue' } }),
]

/** A second of silence, as a WAV file. */
function silence(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.write('WAVEfmt ', 8)
  head.write('data', 36)
  for (const [at, size] of [
    [4, 8036],
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, 8000],
  ] as const)
    head.writeUInt32LE(size, at)
  for (const [at, size] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(size, at)
  return Buffer.concat([head, Buffer.alloc(8000, 128)])
}

const MEDIA = {
  picture: ['map.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"/>'],
  sound: ['bell.wav', silence()],
  // enough of a film to be known as one
  film: ['film.mp4', `\0\0\0\u0018ftypmp42\0\0\0\0mp42isom`],
  captions: ['words.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning\n'],
} as const

const layout = (kind: string, id: string, settings: object, v = 1) => ({ id, kind, v, settings })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const weekdayOf = (day: string) => DAYS[new Date(`${day}T00:00Z`).getUTCDay()] ?? ''
const withCode = { pattern: '[0-9]{4}', patternMessage: 'Four digits, please' }

/** What most of these settings are for: content, lengths, limits, buttons. */
const further = ({ picture, sound, film, captions }: Record<keyof typeof MEDIA, MediaFile>) => [
  layout('welcome', 'hello1', { title: 'Hello', text: richTextOf('A word before'), picture, alt: 'A map' }),
  layout('heading', 'head01', { text: 'Below', level: '3' }),
  layout('divider', 'line01', { line: false }),
  layout('image', 'image1', { picture, alt: 'The way', link: 'https://example.com/way' }),
  layout('video', 'video1', { film, poster: picture, captions, title: 'The film', caption: 'It is short' }),
  layout('audio', 'audio1', { sound, title: 'The bell', transcript: 'It rings once' }),
  block('text', 'code01', 'Code', { width: '1/2', help: 'As on it', helpBelow: true, settings: withCode }),
  block('text', 'note01', 'Note', {
    ...{ width: '1/2', help: 'In a word' },
    media: { file: picture, alt: 'A field', place: 'start' },
  }),
  block('textarea', 'essay1', 'Essay', {
    settings: { minLength: 5 },
    media: { file: film, alt: 'How to write', place: 'above' },
  }),
  block('code', 'query1', 'Query', { settings: { minLength: 6 } }),
  block('rich-text', 'letter', 'Letter', {
    settings: { minLength: 7, counter: true, toolbar: { italic: false, headings: false, quotes: true } },
  }),
  block('number', 'step01', 'Stepped', { settings: { step: 0.5 } }),
  block('scale', 'scale1', 'Scaled', { settings: { min: 0, max: 30, step: 10 } }),
  block('color', 'paint1', 'Painted', {
    settings: { free: false, palette: [{ id: 'red', label: 'Fire', color: '#dc2626' }] },
  }),
  block('date', 'soon01', 'Soon', {
    settings: { minRelative: { amount: 1 }, maxRelative: { amount: 1, unit: 'months' } },
  }),
  block('date', 'week01', 'Weekly', {
    settings: { weekdays: { [weekdayOf(inDays(3))]: false }, closedDays: inDays(4) },
  }),
  block('date', 'far001', 'Far east', {
    settings: { minRelative: { amount: 1 }, zone: 'Pacific/Kiritimati' },
  }),
  block('date', 'time01', 'Opened', { settings: { asks: 'time', minTime: '09:00' } }),
  block('select', 'size01', 'Size', {
    settings: {
      ...{ multiple: true, other: true, ownLength: 5 },
      options: [{ id: 's', label: 'S', amount: 12.5 }],
    },
  }),
  block('calculation', 'total1', 'Total', {
    settings: { formula: 'value({#size01}) * 2', currency: 'EUR', decimals: 2 },
  }),
  block('calculation', 'quiet1', 'Quiet', { settings: { formula: '1 + 1', shown: false } }),
  block('calculation', 'large1', 'Large', {
    settings: { formula: '{#total1} > 20', type: 'boolean', yesLabel: 'Indeed', noLabel: 'Hardly' },
  }),
  block('slider', 'marks1', 'Marked', { settings: { max: 80, marks: 3 } }),
  pageBreak('second', { title: 'More', nextLabel: 'Onward', backLabel: 'Backward' }),
  block('text', 'echo01', 'Of {#total1}: {#large1}'),
]

test.group('What creators set', () => {
  test('is what people meet, with and without a script: content, lengths, limits and buttons', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const creator = await newCreator()
    const { form: shelf } = await newForm([], 'Shelf', creator)
    const put = async (name: keyof typeof MEDIA): Promise<MediaFile> => {
      const [file, bytes] = MEDIA[name]
      const path = `/api/forms/${shelf.id}/media?use=${name === 'picture' ? 'image' : 'file'}&name=${file}`
      const type = { 'content-type': 'application/octet-stream' }
      const { body } = await creator.visitor.post<{ data: MediaFile }>(path, Buffer.from(bytes), type)
      return body.data
    }
    const [picture, sound, film, captions] = [
      await put('picture'),
      await put('sound'),
      await put('film'),
      await put('captions'),
    ]
    const { form: made } = await newForm(further({ picture, sound, film, captions }), 'Met', creator)
    await publish(creator, made.id)
    const form = { creator, id: made.id, slug: made.slug, visitor: new Visitor() }

    for (const live of [true, false]) {
      const way = live ? 'live' : 'without a script'
      const page = await visit(browser, form, live, { viewport: { width: 1280, height: 900 } })
      cleanup(() => page.context().close())
      const of = (id: string) => page.locator(`#b-${id}`)
      await page.getByText('A word before').waitFor()
      await page.getByRole('img', { name: 'A map' }).waitFor()
      await page.getByRole('button', { name: 'Start' }).click()

      await page.getByRole('heading', { name: 'Below', level: 3 }).waitFor()
      assert.equal(await page.getByRole('separator').count(), 0)
      assert.equal((await of('line01').boundingBox())?.height, 0, 'no line')
      const link = page.getByRole('link', { name: 'The way' })
      assert.equal(await link.getAttribute('href'), 'https://example.com/way')
      assert.equal(await link.getAttribute('target'), '_blank')
      const video = of('video1').locator('video')
      assert.deepEqual(
        await Promise.all(['src', 'poster', 'aria-label'].map((name) => video.getAttribute(name))),
        [film.src, picture.src, 'The film'],
      )
      await of('video1').getByText('It is short').waitFor()
      assert.equal(await video.locator('track[kind=captions]').getAttribute('src'), captions.src)
      assert.equal(await of('audio1').locator('audio').getAttribute('aria-label'), 'The bell')
      const transcript = of('audio1').getByText('It rings once')
      assert.isFalse(await transcript.isVisible())
      await of('audio1').getByText('Transcript').click()
      await transcript.waitFor()
      const beside = page.locator('.beside video')
      assert.deepEqual(await Promise.all(['src', 'aria-label'].map((name) => beside.getAttribute(name))), [
        film.src,
        'How to write',
      ])
      if (live)
        await page.waitForFunction(
          `document.querySelector('video').textTracks[0]?.cues?.[0]?.text === 'Good morning' &&
            document.querySelector('audio').duration === 1`,
        )

      const [code, note] = [page.getByLabel('Code'), page.getByLabel('Note')]
      assert.isBelow(await top(code), await top(of('code01').locator('.help')), `${way}: help below`)
      assert.isAbove(await top(note), await top(of('note01').locator('.help')), `${way}: help above`)
      await page.getByRole('img', { name: 'A field' }).waitFor()
      assert.equal(
        await top(of('code01')),
        await top(page.locator('.beside').filter({ has: page.locator('img') })),
        'in one row',
      )
      assert.equal(await of('quiet1').count(), 0)
      assert.equal(await of('large1').locator('output').innerText(), 'Hardly')
      assert.equal(await of('paint1').locator('[type=color]').count(), 0)
      if (live) {
        for (const one of await page.locator('.block').all()) await one.scrollIntoViewIfNeeded()
        const tools = of('letter').getByRole('button')
        await tools.first().waitFor()
        // each stands in no width of its own, around its place
        await of('marks1').getByText('40', { exact: true }).waitFor({ state: 'attached' })
        const named = await Promise.all((await tools.all()).map((tool) => tool.getAttribute('aria-label')))
        assert.deepEqual(named, ['Bold', 'Underline', 'Bulleted list', 'Numbered list', 'Quote', 'Link'])
      }

      const write = async (id: string, text: string) => of(id).getByRole('textbox').first().fill(text)
      const day = async (id: string, iso: string) => {
        const [year, month, date] = iso.split('-')
        if (live) await of(id).getByPlaceholder('MM/DD/YYYY').fill(`${month}/${date}/${year}`)
        else await of(id).locator('input').fill(iso)
      }
      const time = (text: string) => of('time01').locator('input:not([type=hidden])').fill(text)
      for (const id of ['code01', 'essay1', 'query1', 'letter']) await write(id, 'abc')
      await page.getByLabel('Stepped').fill('1.25')
      await day('soon01', inDays(0))
      await day('week01', inDays(3))
      // there it is tomorrow where it is today in UTC after ten
      const there = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
      await day('far001', there)
      await time('08:30')
      await page.getByLabel('S', { exact: true }).check()
      await page.getByLabel('Other', { exact: true }).check()
      await page.getByLabel('Other: your own answer').fill('Largest')
      await page.getByRole('button', { name: 'Onward' }).click()
      const said = [
        ...['Code: Four digits, please', 'Essay: Enter at least 5 characters.'],
        ...['Query: Enter at least 6 characters.', 'Letter: Enter at least 7 characters.'],
        ...['Stepped: Enter a multiple of 0.5.', /^Soon: Choose .* or a later day\.$/],
        ...[/^Weekly: Choose another day: /, /^Far east: Choose .* or a later day\.$/],
        ...[/^Opened: Choose 9:00\sAM or later\.$/, 'Size: Enter at most 5 characters.'],
      ]
      const told = page.locator('#summary').getByRole('listitem')
      await told.nth(said.length - 1).waitFor()
      for (const [index, text] of (await told.allInnerTexts()).entries()) {
        const expected = said[index] ?? ''
        assert.isTrue(
          typeof expected === 'string' ? text === expected : expected.test(text),
          `${way}: ${text}`,
        )
      }

      await day('week01', inDays(4))
      await day('soon01', inDays(40))
      await page.getByRole('button', { name: 'Onward' }).click()
      await page.getByText(/^Soon: Choose .* or an earlier day\.$/).waitFor()
      await page.getByText(/^Weekly: Choose another day: /).waitFor()

      await write('code01', '1234')
      for (const id of ['essay1', 'query1', 'letter']) await write(id, 'abcdefg')
      await page.getByLabel('Stepped').fill('1.5')
      await of('scale1').getByLabel('20').check()
      await day('soon01', inDays(2))
      await day('week01', inDays(5))
      await day('far001', inDays(3))
      await time('09:30')
      await page.getByLabel('Other: your own answer').fill('Huge')
      await page.getByRole('button', { name: 'Onward' }).click()
      await page.getByRole('heading', { name: 'More' }).waitFor()
      await page.getByRole('textbox', { name: 'Of €25.00: Indeed' }).waitFor()
      await page.getByRole('button', { name: 'Backward' }).waitFor()
      await send(page)
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      const [{ answers }] = await inWorkspace<{ answers: Record<string, unknown> }>(
        creator.workspaceId,
        'select answers from submissions order by received_at desc limit 1',
      )
      const { code01, quiet1, scale1, size01, step01, time01, total1 } = answers
      assert.deepEqual(
        { code01, quiet1, scale1, size01, step01, time01, total1 },
        {
          ...{ code01: '1234', quiet1: 2, scale1: 20, size01: ['s', { other: 'Huge' }] },
          ...{ step01: 1.5, time01: '09:30', total1: 25 },
        },
      )
    }
  })

  test('is what people meet: words, places, hints to browsers, and what is taken', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true, { viewport: { width: 1280, height: 900 } })
    cleanup(() => page.context().close())
    const of = (id: string) => page.locator(`#b-${id}`)

    const given = page.getByLabel('First name')
    assert.equal(await given.getAttribute('autocomplete'), 'given-name')
    assert.isAtMost((await of('given1').locator('.label').boundingBox())?.width ?? 9, 1)
    const story = page.getByLabel('Story')
    const high = (await story.boundingBox())?.height
    await story.fill('line\n'.repeat(40))
    assert.equal((await story.boundingBox())?.height, high)
    assert.equal(await story.getAttribute('rows'), '6')

    assert.equal(await of('any001').getByText(/left/).count(), 0)
    const tops = await Promise.all(
      ['A', 'B', 'C'].map(
        async (label) => (await of('any001').getByText(label, { exact: true }).boundingBox())?.y,
      ),
    )
    assert.lengthOf([...new Set(tops)], 1)
    await of('any001').getByLabel('The lot').check()
    await of('any001').getByLabel('Besides', { exact: true }).check()
    await of('any001').getByRole('textbox', { name: 'Besides' }).fill('Tea')
    const news = page.getByRole('switch', { name: 'News' })
    await of('news01').getByText('Rather not').waitFor()
    await news.check()
    await of('news01').getByText('Sure').waitFor()
    await of('guest1').getByRole('radio', { name: 'Nay' }).check()
    assert.equal(await of('face01').locator('[type=file]').getAttribute('capture'), 'user')
    for (const row of ['Tea', 'Milk'])
      await page.getByRole('radiogroup', { name: row }).getByLabel('First').check()
    await page.getByLabel('Site').fill('https://example.org')
    await page.getByLabel('Work').fill('ada@example.org')
    assert.equal(await of('due001').locator('output').innerText(), 'Monday, May 4, 2026')

    await send(page)
    const summary = page.locator('#summary')
    await summary.getByText('Choose at most 2.').waitFor()
    await summary.getByText('“First” is already chosen above “Milk”. Choose another one.').waitFor()
    await summary.getByText('Enter an address at example.com.').waitFor()
    await summary.getByText('Use an address at example.com.').waitFor()
    await of('any001').getByLabel('Nil').check()
    await page.getByRole('radiogroup', { name: 'Milk' }).getByLabel('Second').check()
    await page.getByLabel('Site').fill('https://www.example.com/me')
    await page.getByLabel('Work').fill('ada@mail.example.com')

    const numbers = (id: string) =>
      page.evaluate<number>(
        `document.querySelector('#b-${id} .fw-code').shadowRoot.querySelectorAll('.cm-lineNumbers').length`,
      )
    for (const label of ['Numbered', 'Bare']) await page.getByRole('textbox', { name: label }).focus()
    await page.locator('#b-query2 .cm-content').waitFor()
    assert.deepEqual([await numbers('query1'), await numbers('query2')], [1, 0])

    const sheet = of('signed').locator('canvas').first()
    await sheet.scrollIntoViewIfNeeded()
    await page.getByText('Sign here, or use what is below').waitFor()
    const { x = 0, y = 0 } = (await sheet.boundingBox()) ?? {}
    await page.mouse.move(x + 40, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 160, y + 80, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Clear' }).last().waitFor()
    const [red = 0, blue = 0] = await page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('#b-signed canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const at = data.findIndex((value, index) => index % 4 === 3 && value === 255)
      return [data[at - 3], data[at - 1]]
    })()`)
    assert.isAbove(blue, red + 60)
    await holds(story, 'line\n'.repeat(40))
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })
})

/** How far down the page something stands. */
async function top(shown: Locator): Promise<number> {
  return Math.round((await shown.boundingBox())?.y ?? Number.NaN)
}
