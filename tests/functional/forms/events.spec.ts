import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import pg from 'pg'
import { eventStream } from '#app/forms/event_stream'
import { notifyForm, endEvents, listenToOtherNodes, watch } from '#app/forms/events'
import { formState } from '#app/forms/states'
import { takePlaces } from '#app/http/load_shedding'
import { within } from '#app/workspaces/within'
import { newForm, patch } from '#tests/functional/forms/factories'
import { type Creator, newCreator } from '#tests/functional/visitor'
import env from '#start/env'

const rename = (label: string) => ({
  op: 'put',
  block_id: 'name01',
  kind: 'text',
  position: 'a5',
  content: { v: 1, key: 'name', label, settings: {} },
})

/** A browser's stream, read as far as a text. */
async function openStream(creator: Creator, ...forms: string[]) {
  const cookie = [...creator.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stop = new AbortController()
  const reply = await fetch(new URL(`/api/events?forms=${forms.join(',')}`, creator.visitor.baseUrl), {
    headers: { cookie },
    signal: stop.signal,
  })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  const stream = {
    reply,
    heard: '',
    close: () => stop.abort(),
    until: async (text: string) => {
      while (!stream.heard.includes(text)) {
        if (!(await stream.read())) throw new Error(`the stream ended before “${text}”: ${stream.heard}`)
      }
    },
    toTheEnd: async () => {
      while (await stream.read());
    },
    read: async () => {
      const { value = '', done } = (await reader?.read()) ?? { done: true }
      stream.heard += value
      return !done
    },
  }
  return stream
}

/** Counts how often it is asked which forms somebody may watch. */
function countJudged(cleanup: (restore: () => void) => void): () => number {
  const { rawQuery } = db
  cleanup(() => {
    Object.assign(db, { rawQuery })
  })
  let judged = 0
  Object.assign(db, {
    rawQuery: (...query: Parameters<typeof rawQuery>) => {
      if (query[0].includes('form_addresses') && query[0].includes('any(')) judged += 1
      return rawQuery.apply(db, query)
    },
  })
  return () => judged
}

test.group('Events of forms', () => {
  test('who watches hears of a change, by revision and person, and nothing of its content', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const stream = await openStream(creator, form.id)
    assert.equal(stream.reply.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await stream.until('retry')
    await patch(creator, form.id, 1, [rename('A secret label')])
    await stream.until('event: draft')
    await stream.until('}\n\n')
    assert.include(
      stream.heard,
      `data: ${JSON.stringify({ form: form.id, revision: 2, by: creator.userId })}`,
    )
    await creator.visitor.post(`/api/forms/${form.id}/publication`, { revision: 2 })
    await stream.until('event: form')
    assert.notInclude(stream.heard, 'secret')
    stream.close()
  })

  test('a session has twenty streams and no more, until one of them ends', async ({ assert }) => {
    const { creator, form } = await newForm()
    const streams = await Promise.all(Array.from({ length: 21 }, () => openStream(creator, form.id)))
    const refused = streams.filter(({ reply }) => reply.status === 429)
    assert.lengthOf(refused, 1)
    await refused[0]?.until('E_STREAMS')
    streams.find(({ reply }) => reply.ok)?.close()
    let next = await openStream(creator, form.id)
    while (next.reply.status === 429) next = await openStream(creator, form.id)
    assert.equal(next.reply.status, 200)
    for (const stream of [...streams, next]) stream.close()
  })

  test('a person has a hundred streams and no more, in whatever sessions', async ({ assert }) => {
    const { creator, form } = await newForm()
    const other = await newForm()
    // those of other sessions
    const places = Array.from({ length: 99 }, () =>
      takePlaces([{ of: `event streams of ${creator.userId}`, most: 100 }]),
    )
    const last = await openStream(creator, form.id)
    assert.equal(last.reply.status, 200)
    const refused = await openStream(creator, form.id)
    assert.equal(refused.reply.status, 429)
    await refused.until('E_STREAMS')
    const others = await openStream(other.creator, other.form.id)
    assert.equal(others.reply.status, 200)
    for (const leave of places) leave?.()
    for (const stream of [last, refused, others]) stream.close()
  })

  test('who reads nothing is let go once more than 64 kB wait', async ({ assert, cleanup }) => {
    const form = randomUUID()
    const stream = eventStream([form], async () => new Set([form]))
    cleanup(() => {
      stream.destroy()
    })
    const held = () => stream.writableLength + stream.readableLength
    /** Each is told by itself. */
    const tell = async (edits: number) => {
      for (let edit = 0; edit < edits; edit += 1)
        notifyForm(form, { name: 'submissions', data: { edited: randomUUID() } })
      await sleep(150)
    }
    await tell(1)
    const [before] = [held(), await tell(1)]
    const each = held() - before
    // as much as may wait, and it goes on
    await tell(Math.floor((64 * 1024 - held()) / each))
    assert.isAbove(held(), 64 * 1024 - each)
    await tell(1)
    assert.isFalse(stream.destroyed)
    assert.isAbove(held(), 64 * 1024)
    await tell(1)
    assert.isTrue(stream.destroyed)
  })

  test('one stream carries several forms, and of others nothing', async ({ assert }) => {
    const { creator, form } = await newForm()
    const second = await newForm(undefined, 'Second', creator)
    const foreign = await newForm()
    const stream = await openStream(creator, form.id, second.form.id, foreign.form.id)
    await stream.until('retry')
    notifyForm(foreign.form.id, { name: 'submissions', data: {} })
    notifyForm(second.form.id, { name: 'submissions', data: {} })
    notifyForm(form.id, { name: 'form', data: {} })
    await stream.until(form.id)
    assert.include(stream.heard, `event: submissions\ndata: ${JSON.stringify({ form: second.form.id })}`)
    assert.notInclude(stream.heard, foreign.form.id)
    stream.close()
    assert.equal((await openStream(creator, foreign.form.id)).reply.status, 404)
    assert.equal((await openStream(creator)).reply.status, 422)
    assert.equal((await openStream(creator, 'no-id')).reply.status, 422)
  })

  test('what happens to sixty forms at once costs as much as one', async ({ assert, cleanup }) => {
    const { creator, form } = await newForm()
    const more = await Promise.all(Array.from({ length: 59 }, () => newForm(undefined, 'More', creator)))
    const ids = [form.id, ...more.map((made) => made.form.id)]
    const stream = await openStream(creator, ...ids)
    await stream.until('retry')
    const judged = countJudged(cleanup)
    for (const id of ids) notifyForm(id, { name: 'submissions', data: {} })
    await stream.until(ids.at(-1) ?? '')
    for (const id of ids) assert.include(stream.heard, id)
    assert.isAtMost(judged(), 2)
    stream.close()
  })

  test('what happens is judged once for all streams of a browser', async ({ assert, cleanup }) => {
    const { creator, form } = await newForm()
    const second = await newForm(undefined, 'Second', creator)
    const streams = await Promise.all(
      [form.id, second.form.id, form.id, form.id].map((id) => openStream(creator, id)),
    )
    await Promise.all(streams.map((stream) => stream.until('retry')))
    const judged = countJudged(cleanup)
    for (const { form: told } of [{ form }, second]) notifyForm(told.id, { name: 'submissions', data: {} })
    await Promise.all(streams.map((stream) => stream.until('event: submissions')))
    assert.equal(judged(), 1)
    assert.notInclude(streams[0]?.heard, second.form.id)
    assert.notInclude(streams[1]?.heard, form.id)
    for (const stream of streams) stream.close()
  })

  test('a member who is removed hears that it is over and nothing more, and the stream ends', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const other = await newCreator()
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`insert into memberships (workspace_id, user_id, role) values (?, ?, 'viewer')`, [
        creator.workspaceId,
        other.userId,
      ]),
    )
    const own = await newForm(undefined, 'Own', other)
    const [stream, both] = [await openStream(other, form.id), await openStream(other, form.id, own.form.id)]
    notifyForm(form.id, { name: 'submissions', data: {} })
    await Promise.all([stream.until('event: submissions'), both.until('event: submissions')])
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`delete from memberships where workspace_id = ? and user_id = ?`, [
        creator.workspaceId,
        other.userId,
      ]),
    )
    notifyForm(form.id, { name: 'form', data: {} })
    await stream.toTheEnd()
    assert.notInclude(stream.heard, 'event: form')
    // what is theirs they still hear
    notifyForm(own.form.id, { name: 'deliveries', data: {} })
    await both.until('event: deliveries')
    assert.notInclude(both.heard, 'event: form')
    assert.include(both.heard, `event: ended\ndata: ${JSON.stringify({ form: form.id })}`)
    both.close()
  })

  test('signing out ends the stream', async ({ assert }) => {
    const { creator, form } = await newForm()
    const stream = await openStream(creator, form.id)
    await stream.until('retry')
    await creator.visitor.post('/api/logout', {})
    notifyForm(form.id, { name: 'form', data: {} })
    await stream.toTheEnd()
    assert.notInclude(stream.heard, 'event: form')
  })

  test('a change on another node is heard, and the state is read anew', async ({ assert }) => {
    const { form } = await newForm()
    await formState(form.slug)
    await listenToOtherNodes()
    const heard = new Promise((resolve) => watch(form.id, resolve))
    const other = new pg.Client({ connectionString: env.get('DATABASE_URL') })
    await other.connect()
    const notice = { node: 'another', events: [{ form: form.id, event: { name: 'form', data: {} } }] }
    await other.query(`select pg_notify('form_events', $1)`, [JSON.stringify(notice)])
    assert.deepEqual(await heard, { name: 'form', data: {} })
    await other.end()
    await endEvents()
  })

  test('what happened last is told before the process ends', async ({ assert }) => {
    const { form } = await newForm()
    const other = new pg.Client({ connectionString: env.get('DATABASE_URL') })
    await other.connect()
    await other.query('listen form_events')
    const heard: string[] = []
    other.on('notification', ({ payload = '' }) => heard.push(payload))
    notifyForm(form.id, { name: 'deliveries', data: {} })
    await endEvents()
    // notices come before the answer to what is asked after them
    await other.query('select 1')
    await other.end()
    const ours = heard.filter((notice) => notice.includes(form.id) && notice.includes('deliveries'))
    assert.lengthOf(ours, 1)
  })
})
