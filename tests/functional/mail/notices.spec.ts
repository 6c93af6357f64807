import net from 'node:net'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { tellFailing } from '#app/integrations/tell_failing'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { newForm } from '#tests/functional/forms/factories'
import { until } from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import { inWorkspace } from '#tests/functional/respond/rows'

/** More workspaces than notices are sent at a time. */
const HANGING = 60

const BODY = JSON.stringify({
  to: [{ address: 'ada@example.com' }],
  subject: 'It fails',
  message: richTextOf('It fails.'),
  footer: '',
  language: 'en',
})

/** A mail server that says nothing, and who has called it. */
async function silentServer() {
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    open,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Workspaces with mail servers of their own at this port, each with as many notices that were tried once and are due. */
async function placeHanging(port: number, workspaces: number, notices: number): Promise<string[]> {
  const { rows } = await db.connection('operator').rawQuery<{ rows: { id: string }[] }>(
    `with w as (insert into workspaces (name) select 'W' from generate_series(1, :workspaces) returning id),
     sender as (
       insert into mail_senders (workspace_id, host, port, security, username, from_address, from_name, verified_at)
       select id, '127.0.0.1', :port, 'none', '', 'forms@example.com', '', now() from w
     ),
     form as (
       insert into forms (workspace_id, id, slug, title)
       select id, gen_random_uuid(), gen_random_uuid()::text, 'F' from w returning workspace_id, id
     ),
     integration as (
       insert into integrations (workspace_id, form_id, kind, v, name, settings, events)
       select workspace_id, id, 'webhook', 1, 'I', '{}', '{submission.created}' from form
       returning workspace_id, form_id, id
     ),
     notice as (
       insert into integration_notices (workspace_id, form_id, integration_id, body, attempts, next_attempt_at)
       select workspace_id, form_id, id, :body, 1, now() - interval '1 hour'
       from integration, generate_series(1, :notices)
     )
     select id from w`,
    { workspaces, port, notices, body: BODY },
  )
  return rows.map(({ id }) => id)
}

test.group('Notices of integrations that fail', () => {
  test('wait behind no mail servers that hang; each of these is tried once in a round', async ({
    assert,
    cleanup,
  }) => {
    const office = await PostOffice.open()
    const silent = await silentServer()
    const [first = ''] = await placeHanging(silent.port, 1, 5)
    const others = await placeHanging(silent.port, HANGING, 1)
    const { creator, form } = await newForm()
    await inWorkspace(
      creator.workspaceId,
      `insert into integrations (workspace_id, form_id, kind, v, name, settings, events)
       values (?, ?, 'webhook', 1, 'I', '{}', '{submission.created}')`,
      [creator.workspaceId, form.id],
    )
    await inWorkspace(
      creator.workspaceId,
      `insert into integration_notices (workspace_id, form_id, integration_id, body)
       select workspace_id, form_id, id, ? from integrations`,
      [BODY],
    )
    const takeBack = office.serve()
    const told = tellFailing.run({}, new AbortController().signal)
    cleanup(async () => {
      silent.close()
      await told
      takeBack()
      await office.close()
    })
    await until(
      async () => office.arrived,
      ({ length }) => length > 0,
    )
    assert.isAbove(silent.open.size, 0)
    // from now on nobody answers there
    silent.close()
    await told
    const tried = async (workspaceId: string) => {
      const rows = await inWorkspace<{ attempts: number }>(
        workspaceId,
        'select attempts from integration_notices order by attempts',
      )
      return rows.map(({ attempts }) => attempts)
    }
    assert.deepEqual(await tried(first), [1, 1, 1, 1, 2])
    for (const id of others) assert.deepEqual(await tried(id), [2])
  })
})
