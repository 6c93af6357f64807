import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { takePlaces } from '#app/http/load_shedding'
import { within } from '#app/workspaces/within'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'
import type { Creator } from '#tests/functional/visitor'
import { fill } from '#tests/functional/place'

const count = (creator: Creator, sql: string, bindings: string[]) =>
  within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
      `select count(*)::int ${sql}`,
      bindings,
    )
    return rows[0].count
  })

test.group('One submission', () => {
  test('shows what its own version asked, resolved', async ({ assert }) => {
    const { creator, form } = await newForm([
      textBlock('first1', 'First name'),
      textBlock('second', 'How are you, {#first1}?'),
      textBlock('third1', 'Unanswered'),
    ])
    await publish(creator, form.id)
    const id = await storeSubmission(creator.workspaceId, form.id, { first1: 'Ada', second: 'Fine' })
    await patch(creator, form.id, 1, [{ op: 'remove', block_id: 'second' }])
    await publish(creator, form.id)
    interface Shown {
      data: {
        version: number
        title: string
        answers: { block: string; label: string; kind: string; answer: unknown }[]
      }
    }
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.slug}/submissions/${id}`)
    assert.equal(body.data.version, 1)
    assert.equal(body.data.title, 'Ada')
    assert.deepEqual(
      body.data.answers.map(({ block, label, answer }) => [block, label, answer]),
      [
        ['first1', 'First name', 'Ada'],
        ['second', 'How are you, Ada?', 'Fine'],
        ['third1', 'Unanswered', null],
      ],
    )
  })

  test('names the calculation that made too long a text; the check names it, too', async ({ assert }) => {
    const doubled = Array.from({ length: 17 }, (_, n) => ({
      id: `double${n}`,
      kind: 'calculation',
      v: 1,
      key: `double${n}`,
      label: `Double ${n}`,
      settings: {
        type: 'text',
        formula: n === 0 ? 'concat({#name01},{#name01})' : `concat({#double${n - 1}},{#double${n - 1}})`,
      },
    }))
    const form = await publishedForm([textBlock('name01', 'Name'), ...doubled])
    const { visitor } = form.creator
    const warnings = async () => {
      const { body } = await visitor.get<{
        data: { problems: { code: string; block?: string; message: string }[] }
      }>(`/api/forms/${form.id}/check`)
      return body.data.problems.filter(({ message }) => message.includes('of the newest'))
    }
    const shown = async (name: string) => {
      const sent = await submit(form, { name01: name })
      const one = await visitor.get<{ data: { too_long: string[] | null } }>(
        `/api/forms/${form.id}/submissions/${sent.body.data.id}`,
      )
      return one.body.data.too_long
    }
    assert.deepEqual(await shown(''), null)
    assert.deepEqual(await warnings(), [])
    assert.deepEqual(await shown('x'), ['Double 16'])
    const [warning, ...more] = await warnings()
    assert.equal(warning.block, 'double16')
    assert.match(warning.message, /^“Double 16” made a text too long to have a value in 1 of the newest/)
    assert.deepEqual(more, [])
  })

  test('deleting it frees what it held, cancels what was to come, and leaves the news', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const id = await storeSubmission(creator.workspaceId, form.id, { name01: 'x' })
    const other = await storeSubmission(creator.workspaceId, form.id, { name01: 'y' })
    const file = await storeFile(creator.workspaceId, form.id, id, 'bytes', 'a.txt', 'text/plain')
    const url = `/api/forms/${form.id}/submissions/${id}`
    assert.equal((await creator.visitor.get(`${url}/files/${file}`)).status, 200)
    await within(creator.workspaceId, async ({ trx }) => {
      const of = [creator.workspaceId, form.id]
      await trx.rawQuery(`insert into claims values (?, ?, 'max', 2), (?, ?, 'k', 1)`, [...of, ...of])
      await trx.rawQuery(`insert into claim_holders values (?, ?, ?, 'k', 1)`, [...of, id])
    })
    assert.equal((await creator.visitor.delete(url)).status, 204)
    assert.equal((await creator.visitor.get(url)).status, 404)
    assert.equal((await creator.visitor.delete(url)).status, 404)
    assert.equal(await count(creator, 'from submissions where form_id = ?', [form.id]), 1)
    assert.equal((await creator.visitor.get(`${url}/files/${file}`)).status, 404)
    assert.equal(
      await count(creator, `from claims where form_id = ? and key = 'max' and taken = 1`, [form.id]),
      1,
    )
    assert.equal(await count(creator, `from claims where form_id = ? and key = 'k'`, [form.id]), 0)
    assert.equal((await creator.visitor.get(`/api/forms/${form.id}/submissions/${other}`)).status, 200)
  })

  test('a file is had as an attachment that can run nothing, by its own submission only', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const id = await storeSubmission(creator.workspaceId, form.id, { name01: 'x' })
    const other = await storeSubmission(creator.workspaceId, form.id, { name01: 'y' })
    const file = await storeFile(
      creator.workspaceId,
      form.id,
      id,
      '<script>alert(1)</script>',
      'Ünï "x".html',
      'text/html',
    )
    const reply = await creator.visitor.get(`/api/forms/${form.id}/submissions/${id}/files/${file}`)
    assert.equal(reply.status, 200)
    assert.equal(reply.text, '<script>alert(1)</script>')
    assert.equal(
      reply.headers.get('content-disposition'),
      `attachment; filename="Uni x.html"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22x%22.html`,
    )
    assert.include(reply.headers.get('content-security-policy'), 'sandbox')
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(
      (await creator.visitor.get(`/api/forms/${form.id}/submissions/${other}/files/${file}`)).status,
      404,
    )
    assert.equal(
      (await creator.visitor.get(`/api/forms/${form.id}/submissions/${id}/files/nonsense`)).status,
      404,
    )
  })
})

const NAUGHTY = [
  'plain',
  '=HYPERLINK("http://x")',
  '-12.5',
  '+49 170 1234567',
  'a,b;"c"\t|',
  'line one\nline two\r\nline three',
  '  padded  ',
  '007',
  'Ω≈ç√∫˜µ≤≥÷ 田中さん 🏳️‍🌈 ｔｅｓｔ',
  'e\u0301',
  '\u202Eright to left',
  '<script>alert(1)</script>',
  "Robert'); DROP TABLE students;--",
]

test.group('CSV of submissions', () => {
  test('an independent reader gets every value back', async ({ assert }) => {
    const { creator, form } = await newForm(
      [
        textBlock('name01', 'Name, "quoted"'),
        { id: 'age001', kind: 'number', v: 1, key: 'age', label: '=Age', settings: {} },
      ],
      // an emoji lies across the place where its name as a file ends
      `Größe/Umfrage ${'a'.repeat(85)}👍👍`,
    )
    await publish(creator, form.id)
    const ids = []
    for (const [index, text] of NAUGHTY.entries()) {
      ids.unshift(await storeSubmission(creator.workspaceId, form.id, { name01: text, age001: -index / 2 }))
    }
    ids.unshift(await storeSubmission(creator.workspaceId, form.id, {}))
    const reply = await fetch(new URL(`/api/forms/${form.slug}/submissions.csv`, creator.visitor.baseUrl), {
      headers: { cookie: [...creator.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(
      reply.headers.get('content-disposition') ?? '',
      /^attachment; filename="Groe Umfrage a{85} \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20Umfrage%20a{85}%F0%9F%91%8D%20/,
    )
    const bytes = Buffer.from(await reply.arrayBuffer())
    assert.equal(bytes.subarray(0, 3).toString('hex'), 'efbbbf')
    const [head, ...rows]: string[][] = parse(bytes, { bom: true })
    assert.deepEqual(head, ['Received', 'Name, "quoted"', "'=Age", 'Submission'])
    assert.deepEqual(
      rows.map((row) => row[3]),
      ids,
    )
    assert.deepEqual(rows[0].slice(1, 3), ['', ''])
    assert.deepEqual(
      rows.slice(1).map((row) => row[1]),
      [...NAUGHTY].reverse().map((text) => text.replace(/^(?=[=+-])|(?<=;)(?=--)/, "'")),
    )
    assert.deepEqual(
      rows.slice(1).map((row) => Number(row[2])),
      NAUGHTY.map((_, index) => -index / 2 + 0).reverse(),
    )
    for (const row of rows) assert.equal(new Date(row[0]).toISOString(), row[0])
  })

  test('thousands of rows come once each, narrowed as the table is', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await fill(
      creator.workspaceId,
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
       select ?, ?, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'n' || n), 'row ' || n
       from generate_series(1, 9000) n`,
      [creator.workspaceId, form.id],
    )
    const rows = async (query: string): Promise<string[]> => {
      const { text } = await creator.visitor.get(`/api/forms/${form.id}/submissions.csv${query}`)
      const [, ...all]: string[][] = parse(text, { bom: true })
      return all.map((row) => row[1])
    }
    const all = await rows('')
    assert.lengthOf(all, 9000)
    assert.equal(new Set(all).size, 9000)
    assert.lengthOf(await rows('?search=row%20777'), 18)
    const filter = encodeURIComponent(
      JSON.stringify({ all: [{ field: 'name01', op: 'ends-with', value: '00' }] }),
    )
    assert.lengthOf(await rows(`?filter=${filter}`), 90)
    assert.equal((await creator.visitor.get(`/api/forms/${form.id}/submissions.csv?filter=x`)).status, 422)
  })

  test('so many at a time are made for a workspace, until their clients have them', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const path = `/api/forms/${form.id}/submissions.csv`
    const leave = takePlaces([{ of: `downloads of ${creator.workspaceId}`, most: 10 }])
    const download = () => creator.visitor.get<{ code: string }>(path)
    const others = Array.from({ length: 9 }, () =>
      takePlaces([{ of: `downloads of ${creator.workspaceId}`, most: 10 }]),
    )
    const refused = await download()
    assert.deepEqual([refused.status, refused.body.code], [503, 'E_BUSY'])
    assert.isString(refused.headers.get('retry-after'))
    leave?.()
    for (const { status } of [await download(), await download()]) assert.equal(status, 200)
    for (const other of others) other?.()
  })
})
