import { test } from '@japa/runner'
import pg from 'pg'
import { listenToOtherNodes, stopListening, watch } from '#app/forms/events'
import { formState } from '#app/forms/states'
import { newForm, patch } from '#tests/functional/forms/making'
import env from '#start/env'

const rename = (label: string) => ({
  op: 'put',
  block_id: 'name01',
  kind: 'text',
  position: 'k',
  content: { v: 1, key: 'name', label, settings: {} },
})

test.group('Events of a form', () => {
  test('who watches hears of a change, by revision and person, and nothing of its content', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const cookie = [...creator.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stop = new AbortController()
    const reply = await fetch(new URL(`/api/forms/${form.slug}/events`, creator.visitor.baseUrl), {
      headers: { cookie },
      signal: stop.signal,
    })
    assert.equal(reply.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const until = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader?.read())?.value ?? ''
    }
    await until('retry')
    await patch(creator, form.id, 1, [rename('A secret label')])
    await until('event: draft')
    await until('\n\n')
    assert.include(heard, `data: ${JSON.stringify({ revision: 2, by: creator.userId })}`)
    await creator.visitor.post(`/api/forms/${form.id}/publication`, { revision: 2 })
    await until('event: form')
    assert.notInclude(heard, 'secret')
    stop.abort()
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
    await stopListening()
  })
})
