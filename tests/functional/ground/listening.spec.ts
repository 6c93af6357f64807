import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import pg from 'pg'
import { type FormEvent, listenToOtherNodes, endEvents, watch } from '#app/forms/events'
import { type Notice, onNotice } from '#app/outbox/notify'
import { newForm } from '#tests/functional/forms/factories'
import { until } from '#tests/functional/integrations/factories'
import env from '#start/env'

/** What is heard, one after the other. */
function hearing<T>() {
  const heard: T[] = []
  const next = (so: (all: readonly T[]) => boolean) => until(async () => heard, so)
  return { heard, hear: (news: T) => void heard.push(news), next }
}

/** Cuts the connections that listen to a channel, as a restart of the database does. Answers how many. */
async function cut(channel: string): Promise<number> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query = ? and datname = current_database() and state = 'idle'`,
    [`listen ${channel}`],
  )
  return rows.length
}

/** Another process. */
async function elsewhere(cleanup: (end: () => Promise<void>) => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.get('DATABASE_URL') })
  await client.connect()
  cleanup(() => client.end())
  return client
}

const say = (client: pg.Client, channel: string, what: string) =>
  client.query('select pg_notify($1, $2)', [channel, what])

test.group('Listening to other processes', () => {
  test('a connection that is cut is opened again, and whoever watches a form is told that something was missed', async ({
    assert,
    cleanup,
  }) => {
    const { form } = await newForm()
    await listenToOtherNodes()
    cleanup(() => endEvents())
    const { hear, next } = hearing<FormEvent>()
    cleanup(watch(form.id, hear))
    assert.isAbove(await cut('form_events'), 0)
    await next((all) => all.some(({ name }) => name === 'missed'))
    const client = await elsewhere(cleanup)
    const notice = { node: 'another', events: [{ form: form.id, event: { name: 'deliveries', data: {} } }] }
    await say(client, 'form_events', JSON.stringify(notice))
    await next((all) => all.at(-1)?.name === 'deliveries')
  })

  test('a notice that cannot be read harms nobody', async ({ assert, cleanup }) => {
    const { form } = await newForm()
    await listenToOtherNodes()
    cleanup(() => endEvents())
    const { hear, next, heard } = hearing<FormEvent>()
    cleanup(watch(form.id, hear))
    const client = await elsewhere(cleanup)
    for (const nonsense of ['', 'no json', '{}', 'null', '{"node":"x","events":[null]}']) {
      await say(client, 'form_events', nonsense)
    }
    const notice = { node: 'another', events: [{ form: form.id, event: { name: 'form', data: {} } }] }
    await say(client, 'form_events', JSON.stringify(notice))
    await next((all) => all.length > 0)
    assert.deepEqual(
      heard.map(({ name }) => name),
      ['form'],
    )
  })

  test('who delivers listens again too, and looks at once for what came meanwhile', async ({
    assert,
    cleanup,
  }) => {
    const { hear, next, heard } = hearing<Notice>()
    cleanup(onNotice(hear))
    await next((all) => all.length === 2)
    assert.isAbove(await cut('formwright_outbox'), 0)
    await next((all) => all.length === 4)
    assert.deepEqual(heard.slice(2).sort(), ['deliveries', 'outbox'])
    const client = await elsewhere(cleanup)
    await say(client, 'formwright_outbox', 'another deliveries')
    await next((all) => all.length === 5 && all.at(-1) === 'deliveries')
  })
})
