import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { ChangedPart, Changes } from '#api_types/drafts'
import type { VersionItem } from '#api_types/versions'
import { enginesProblems } from '#app/forms/engines_problems'
import { watch } from '#app/forms/events'
import { forgetOldVersions } from '#app/forms/old_versions'
import { publishedForm } from '#app/forms/publications'
import { formState } from '#app/forms/states'
import {
  type FormItem,
  type Row,
  newForm,
  patch,
  publish,
  revisionOf,
  textBlock,
} from '#tests/functional/forms/factories'
import { addWebhook, until } from '#tests/functional/integrations/factories'
import { storeSubmission as store } from '#app/respond/submission/store_submission'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { ownStylesApart } from '#app/forms/styles_apart'
import { workFor } from '#app/http/whose_work'
import { takePlaces } from '#app/http/load_shedding'
import { Visitor } from '#tests/functional/visitor'
import { within } from '#app/workspaces/within'
import { emptySettings } from '#engine/document/document'
import { LONGEST_NOTE } from '#engine/document/limits'

const rename = (block_id: string, label: string) => ({
  op: 'put',
  block_id,
  kind: 'text',
  position: 'a5',
  content: { v: 1, key: block_id, label, settings: {} },
})

test.group('Publications', () => {
  test('publishing makes a version that stays as it was', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'One')])
    assert.isUndefined(await publishedForm(creator.workspaceId, form.id))
    assert.equal(await publish(creator, form.id), 1)
    const one = await publishedForm(creator.workspaceId, form.id)
    assert.equal(one?.version, 1)
    assert.match(one?.sha256 ?? '', /^[0-9a-f]{64}$/)
    await patch(creator, form.id, 1, [rename('first1', 'Two')])
    const shown = await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)
    assert.include(shown.body.data, {
      state: 'published',
      published_version: 1,
      has_unpublished_changes: true,
    })
    assert.equal((await publishedForm(creator.workspaceId, form.id))?.document.blocks[0].label, 'One')
    assert.equal(await publish(creator, form.id), 2)
    assert.equal((await publishedForm(creator.workspaceId, form.id))?.document.blocks[0].label, 'Two')
    assert.equal((await publishedForm(creator.workspaceId, form.id, 1))?.document.blocks[0].label, 'One')
    assert.isUndefined(await publishedForm(creator.workspaceId, form.id, 3))
    const versions = await creator.visitor.get<{ data: { number: number }[] }>(
      `/api/forms/${form.id}/versions`,
    )
    assert.deepEqual(
      versions.body.data.map((version) => version.number),
      [2, 1],
    )
  })

  test('what was changed, added or moved, and then back, is no unpublished change', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'One'), textBlock('second1', 'Two')])
    const { rows } = (await creator.visitor.get<{ data: { rows: Row[] } }>(`/api/forms/${form.id}/draft`))
      .body.data
    const first = rows.find((row) => row.block_id === 'first1')
    const asItWas = { op: 'put', ...first, revision: undefined }
    await publish(creator, form.id)
    const changed = async () =>
      (await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)).body.data
        .has_unpublished_changes
    assert.isFalse(await changed())
    await patch(creator, form.id, 1, [rename('first1', 'Two')])
    assert.isTrue(await changed())
    await patch(creator, form.id, 2, [asItWas])
    assert.isFalse(await changed())
    await patch(creator, form.id, 3, [rename('other1', 'Another')])
    assert.isTrue(await changed())
    await patch(creator, form.id, 4, [{ op: 'remove', block_id: 'other1' }])
    assert.isFalse(await changed())
    await patch(creator, form.id, 5, [{ op: 'move', block_id: 'first1', position: 'a7' }])
    assert.isTrue(await changed())
    // the other one behind it: as they stood, at other positions
    await patch(creator, form.id, 6, [{ op: 'move', block_id: 'second1', position: 'a8' }])
    assert.isFalse(await changed())
    await publish(creator, form.id)
    await patch(creator, form.id, 7, [{ op: 'move', block_id: 'first1', position: 'a9' }])
    assert.isTrue(await changed())
  })

  test('only the draft that was seen is published', async ({ assert }) => {
    const { creator, form } = await newForm()
    await patch(creator, form.id, 1, [rename('name01', 'Changed')])
    const reply = await creator.visitor.post<{ code: string; details: unknown }>(
      `/api/forms/${form.id}/publication`,
      {
        revision: 1,
      },
    )
    assert.equal(reply.status, 409)
    assert.equal(reply.body.code, 'E_REVISION')
    assert.deepEqual(reply.body.details, { revision: 2 })
  })

  test('a key that was changed goes on leading to its field', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'Name')])
    const called = (block_id: string, key: string, position: string) => ({
      op: 'put',
      block_id,
      kind: 'text',
      position,
      content: { v: 1, key, label: 'Name', settings: {} },
    })
    const answer = async (key: string) => {
      const sent = await new Visitor().post<{ data: { ignored: string[] } }>(
        `/api/forms/${form.slug}/submissions`,
        { submission_key: randomUUID(), answers: { [key]: 'Ada' } },
      )
      return sent.status === 201 ? sent.body.data.ignored : sent.status
    }
    await patch(creator, form.id, 1, [called('first1', 'name', 'a5')])
    await publish(creator, form.id)
    await patch(creator, form.id, 2, [called('first1', 'full_name', 'a5')])
    await publish(creator, form.id)
    await patch(creator, form.id, 3, [called('first1', 'whole_name', 'a5')])
    await publish(creator, form.id)
    for (const key of ['name', 'full_name', 'whole_name']) assert.deepEqual(await answer(key), [], key)
    assert.equal(await answer('surname'), 422)
    const { document } = (await publishedForm(creator.workspaceId, form.id)) ?? {}
    assert.deepEqual(document?.aliases, { name: 'first1', full_name: 'first1' })
  })

  test('a key that a published field had is given to no other, however long ago; its field may have it back', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'Name'), textBlock('second', 'Town')])
    const codes = async () => {
      const { body } = await creator.visitor.get<{ data: { problems: { code: string; block?: string }[] } }>(
        `/api/forms/${form.id}/check`,
      )
      return body.data.problems.map(({ code, block }) => `${code} ${block}`)
    }
    const called = (block_id: string, key: string, position: string) => ({
      op: 'put',
      block_id,
      kind: 'text',
      position,
      content: { v: 1, key, label: 'Name', settings: {} },
    })
    await patch(creator, form.id, 1, [called('first1', 'name', 'a5')])
    await publish(creator, form.id)
    await patch(creator, form.id, 2, [{ op: 'remove', block_id: 'first1' }])
    await publish(creator, form.id)
    const opened = await creator.visitor.get<{ data: { former_keys: Record<string, string> } }>(
      `/api/forms/${form.id}/draft/changes?since=0`,
    )
    assert.equal(opened.body.data.former_keys.name, 'first1')
    await patch(creator, form.id, 3, [called('third1', 'name', 'a7')])
    assert.deepEqual(await codes(), ['duplicate-key third1'])
    const refused = await creator.visitor.post<{ code: string }>(`/api/forms/${form.id}/publication`, {
      revision: 4,
    })
    assert.equal(refused.status, 422)
    await patch(creator, form.id, 4, [{ op: 'remove', block_id: 'third1' }, called('first1', 'name', 'a5')])
    assert.deepEqual(await codes(), [])
    await publish(creator, form.id)
  })

  test('versions are read page by page, each as the rows of a draft; members of other workspaces find none', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'One'), textBlock('second', 'Two')])
    await publish(creator, form.id)
    await patch(creator, form.id, 1, [rename('first1', 'Changed'), { op: 'remove', block_id: 'second' }])
    for (let count = 0; count < 2; count += 1) await publish(creator, form.id)
    const all = `/api/forms/${form.id}/versions`
    const page = async (cursor: string) => {
      const { body } = await creator.visitor.get<{ data: { number: number }[]; next_cursor: string | null }>(
        `${all}?limit=2&cursor=${cursor}`,
      )
      return [...body.data.map(({ number }) => number), body.next_cursor]
    }
    assert.deepEqual(await page(''), [3, 2, '2'])
    assert.deepEqual(await page('2'), [1, null])
    assert.equal((await creator.visitor.get(`${all}?cursor=x`)).status, 422)

    const { body } = await creator.visitor.get<{
      data: { number: number; rows: { block_id: string; content: { label?: string } }[] }
    }>(`${all}/1`)
    const groups = ['general', 'access', 'appearance', 'sending'].map((group) => `settings.${group}`)
    assert.deepEqual(
      body.data.rows.map(({ block_id }) => block_id),
      [...groups, 'first1', 'second'],
    )
    assert.equal(body.data.rows[4].content.label, 'One')
    // as they are they make the draft what the version was
    const ops = body.data.rows.map((row) => ({ op: 'put', ...row }))
    await patch(creator, form.id, 2, ops)
    await publish(creator, form.id)
    const [one, four] = await Promise.all(
      [1, 4].map((number) => publishedForm(creator.workspaceId, form.id, number)),
    )
    assert.equal(four?.sha256, one?.sha256)
    assert.equal((await creator.visitor.get(`${all}/5`)).status, 404)
    assert.equal((await (await newForm()).creator.visitor.get(`${all}/1`)).status, 404)
  })

  test('the note of a version can be written later, by who edits; nothing else of it changes', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await publish(creator, form.id)
    const all = `/api/forms/${form.id}/versions`
    const list = async () => (await creator.visitor.get<{ data: VersionItem[] }>(all)).body.data
    const [second, first] = await list()
    const before = await publishedForm(creator.workspaceId, form.id, 1)
    const told: string[] = []
    cleanup(watch(form.id, ({ name }) => void told.push(name)))
    const write = (number: number, body: unknown) =>
      creator.visitor.patch<{ data: VersionItem; errors: Record<string, string[]> }>(`${all}/${number}`, body)

    const noted = await write(1, { note: '  Asks fewer\nquestions  ' })
    assert.equal(noted.status, 200)
    assert.deepEqual(noted.body.data, { ...first, note: 'Asks fewer\nquestions' })
    assert.deepEqual(await list(), [second, noted.body.data])
    assert.deepEqual(told, ['form'])
    assert.equal((await publishedForm(creator.workspaceId, form.id, 1))?.sha256, before?.sha256)
    for (const note of [null, '', '  ']) {
      await write(1, { note: 'Something' })
      assert.isNull((await write(1, { note })).body.data.note)
    }

    await write(1, { note: 'Something' })
    assert.equal((await write(1, {})).body.data.note, 'Something')
    await write(1, { note: null })

    const long = await write(1, { note: 'a'.repeat(LONGEST_NOTE + 1) })
    assert.deepEqual(long.body.errors, { note: ['Shorten the note to 1000 characters or fewer.'] })
    for (const body of [{ note: 5 }, { note: 'x', document: {} }])
      assert.equal((await write(1, body)).status, 422, JSON.stringify(body))
    assert.equal((await write(3, { note: 'x' })).status, 404)
    const { visitor } = (await newForm()).creator
    assert.equal((await visitor.patch(`${all}/1`, { note: 'x' })).status, 404)
    assert.deepEqual(await list(), [second, first])
  })

  test('the check tells the number that publishing gives, after a withdrawal too', async ({ assert }) => {
    const { creator, form } = await newForm()
    const next = async () => {
      const { body } = await creator.visitor.get<{ data: { version: number; revision: number } }>(
        `/api/forms/${form.id}/check`,
      )
      return body.data
    }
    assert.deepInclude(await next(), { version: 1, revision: 1 })
    await publish(creator, form.id)
    await creator.visitor.delete(`/api/forms/${form.id}/publication`)
    assert.deepInclude(await next(), { version: 2, revision: 1 })
    assert.equal(await publish(creator, form.id), 2)
  })

  test('a form keeps its newest versions and those with answers or somebody at them; too many within an hour are refused', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const { visitor, workspaceId } = creator
    await publish(creator, form.id)
    const copies = (from: number, to: number, age: string) =>
      within(workspaceId, ({ trx }) =>
        trx.rawQuery(
          `insert into form_versions (workspace_id, form_id, number, document, sha256, created_at)
           select workspace_id, form_id, n, document, sha256, now() - ?::interval
           from (select * from form_versions where form_id = ? order by number desc limit 1) newest,
             generate_series(?::int, ?::int) n`,
          [age, form.id, from, to],
        ),
      )
    await copies(2, 700, '2 days')
    await storeSubmission(workspaceId, form.id, { name01: 'Ada' }, { version: 2 })
    // somebody is at it
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into response_sessions
           (workspace_id, form_id, visited_from, token_hash, submission_key, version, expires_at)
         values (?, ?, '', ?, ?, 3, now() + interval '1 hour')`,
        [workspaceId, form.id, randomUUID(), randomUUID()],
      ),
    )
    assert.equal(await publish(creator, form.id), 701)
    const kept = await within(workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { number: number }[] }>(
        'select number from form_versions where form_id = ? order by number limit 3',
        [form.id],
      )
      return rows.map(({ number }) => number)
    })
    assert.deepEqual(kept, [2, 3, 6])
    const table = await visitor.get(`/api/forms/${form.id}/submissions`)
    assert.include(table.text, 'Ada')
    assert.isUndefined(await publishedForm(workspaceId, form.id, 201))
    assert.equal((await publishedForm(workspaceId, form.id, 202))?.version, 202)

    await copies(702, 800, '1 minute')
    const often = await visitor.post<{ code: string }>(`/api/forms/${form.id}/publication`, {
      revision: await revisionOf(creator, form.id),
    })
    assert.deepEqual([often.status, often.body.code], [429, 'E_TOO_OFTEN'])
  })

  test('old versions are forgotten beside whoever changes the form, and an answer that is just coming keeps its own', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const { workspaceId } = creator
    await publish(creator, form.id)
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_versions (workspace_id, form_id, number, document, sha256, created_at)
         select workspace_id, form_id, n, document, sha256, now() - interval '2 days'
         from form_versions, generate_series(2, 610) n where form_id = ?`,
        [form.id],
      ),
    )
    const oldest = () =>
      within(workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: { number: number; withdrawn: boolean }[] }>(
          `select number, withdrawn_at is not null as withdrawn from form_versions
           where form_id = ? order by number limit 2`,
          [form.id],
        )
        return rows
      })
    /** Does work in a transaction of its own, and then, before it ends, `more` while old versions wait to be forgotten. */
    const beside = async (work: string, more: string) => {
      const begun = Promise.withResolvers<void>()
      const forgotten = begun.promise.then(() => forgetOldVersions(workspaceId, form.id, 610, 'ample'))
      await within(workspaceId, async ({ trx }) => {
        await trx.rawQuery(work, [form.id])
        begun.resolve()
        const waiting = async () => {
          const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
            'select from pg_stat_clear_snapshot(), pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
          )
          return rows.length
        }
        await until(waiting, (processes) => processes > 0)
        await trx.rawQuery(more, [form.id])
      })
      await forgotten
    }
    await beside(
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select workspace_id, id, 1, gen_random_uuid(), '', '{}' from forms where id = ?`,
      'select from forms where id = ?',
    )
    assert.deepEqual(
      (await oldest()).map(({ number }) => number),
      [1, 4],
    )
    const { rows } = await within(workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: unknown[] }>('select from submissions where form_id = ?', [form.id]),
    )
    assert.lengthOf(rows, 1)
    // as it is taken back
    await beside(
      'select from forms where id = ? for update',
      'update form_versions set withdrawn_at = now() where form_id = ?',
    )
    assert.deepEqual(await oldest(), [
      { number: 1, withdrawn: true },
      { number: 7, withdrawn: true },
    ])
  })

  test('an answer to a version that was forgotten in this moment is told so', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const storing = store({
      ...{ workspaceId: creator.workspaceId, formId: form.id, version: 7 },
      ...{ submissionKey: randomUUID(), contentHash: '', answers: {}, meta: {}, search: '' },
      ...{ files: [], claims: [], limit: undefined, newest: 1 },
    })
    await assert.rejects(() => storing, /this version is no longer accepted/)
  })

  test('two who publish the same draft at once make two numbers, no gap and no clash', async ({ assert }) => {
    const { creator, form } = await newForm()
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        creator.visitor.post<{ data: { version: number } }>(`/api/forms/${form.id}/publication`, {
          revision: 1,
        }),
      ),
    )
    assert.deepEqual(replies.map((reply) => reply.body.data.version).sort(), [1, 2, 3])
  })

  test('a form with errors is not published, and each error is told', async ({ assert }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'alien1', kind: 'alien', v: 1, settings: {} },
      {
        ...{ id: 'price1', kind: 'number', v: 1, label: 'Price', state: 'disabled' },
        ...{ settings: { max: 50 }, default: { value: 100 } },
      },
      {
        ...{ id: 'home01', kind: 'address', v: 1, label: 'Home' },
        // its part was asked for as its default was given
        ...{ settings: { street: 'off' }, default: { value: { street: '1 Main St', country: 'US' } } },
      },
    ])
    const reply = await creator.visitor.post<{ code: string; details: { code: string; block: string }[] }>(
      `/api/forms/${form.id}/publication`,
      { revision: 1 },
    )
    assert.equal(reply.status, 422)
    assert.equal(reply.body.code, 'E_CHECK')
    assert.deepInclude(
      reply.body.details.map(({ code, block }) => ({ code, block })),
      { code: 'unknown-kind', block: 'alien1' },
    )
    assert.deepInclude(reply.body.details, {
      severity: 'error',
      code: 'default-refused',
      block: 'price1',
      path: 'default',
      message: '“Price”: The default answer is refused: it can be at most 50. Change or remove it.',
    })
    assert.includeDeepMembers(
      reply.body.details.map(({ code, block }) => ({ code, block })),
      [{ code: 'default-refused', block: 'home01' }],
    )
    assert.isUndefined(await publishedForm(creator.workspaceId, form.id))
  })

  test('checks of a workspace are made one after the other; too many at once are refused', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    // made before: those in line wait for five seconds only
    const other = await newForm()
    const leave = takePlaces([{ of: `checks of ${creator.workspaceId}`, most: 1 }])
    const path = `/api/forms/${form.id}/check`
    const asked = Array.from({ length: 21 }, () => creator.visitor.get<{ code: string }>(path))
    const refused = await Promise.race(asked)
    assert.deepEqual([refused.status, refused.body.code], [503, 'E_BUSY'])
    // of another workspace they go on
    assert.equal((await other.creator.visitor.get(`/api/forms/${other.form.id}/check`)).status, 200)
    leave?.()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.lengthOf(
      statuses.filter((status) => status === 200),
      20,
    )
  })

  test('whose custom CSS cannot be read in time learns that nothing is lost; others have theirs read', async ({
    assert,
  }) => {
    const [{ creator, form }, other] = [await newForm(), await newForm()]
    const id = 'settings.appearance'
    const look = { theme: 'default', size: 'md', radius: 'none', accent: '#AA0000' }
    const content = { ...look, css: '.field { color: teal }' }
    const ops = [{ op: 'put', block_id: id, kind: id, position: '', content }]
    for (const one of [{ creator, form }, other]) await patch(one.creator, one.form.id, 1, ops)
    const leave = takePlaces([{ of: `styles of ${creator.workspaceId}`, most: 1 }])
    const waiting = Array.from({ length: 100 }, (_, n) =>
      workFor(creator.workspaceId, () => ownStylesApart(`.field { order: ${n} }`)),
    )
    const path = `/api/forms/${form.id}/check`
    const { status, body } = await creator.visitor.get<{ code: string; message: string }>(path)
    assert.deepEqual([status, body.code], [503, 'E_BUSY'])
    assert.include(body.message, 'What you have saved is kept; nothing was published. Try again')
    const publication = await creator.visitor.post(`/api/forms/${form.id}/publication`, { revision: 2 })
    assert.equal(publication.status, 503)
    assert.equal((await other.creator.visitor.get(`/api/forms/${other.form.id}/check`)).status, 200)
    assert.equal((await patch(creator, form.id, 2, [rename('saved01', 'Saved')])).status, 200)
    leave?.()
    await Promise.all(waiting)
    assert.equal((await creator.visitor.get(path)).status, 200)
    const { body: draft } = await creator.visitor.get(`/api/forms/${form.id}/draft`)
    assert.include(JSON.stringify(draft), 'Saved')
  })

  test('a form that is too large to be checked whole is told of, not half checked', async ({ assert }) => {
    const document = {
      format: 1 as const,
      settings: emptySettings('Large'),
      blocks: Array.from({ length: 10_000 }, (_, index) => ({ ...textBlock(`text${index}00`, ''), v: 1 })),
      aliases: {},
    }
    const nobody = () => undefined
    const [worked, ...others] = await enginesProblems(document, nobody, { most: 0 })
    assert.isEmpty(others)
    assert.include(worked, { severity: 'warning', code: 'too-large' })
    assert.notInclude(JSON.stringify(await enginesProblems(document, nobody)), 'too-large')
  })

  test('the check warns of a field without a label, and lets it be published', async ({ assert }) => {
    const nameless = { ...textBlock('town01', ' '), key: 'town' }
    const { creator, form } = await newForm([textBlock('name01', 'Name'), nameless])
    const { body } = await creator.visitor.get<{ data: { problems: unknown[] } }>(
      `/api/forms/${form.id}/check`,
    )
    assert.containSubset(body.data.problems, [
      { severity: 'warning', code: 'no-label', block: 'town01', path: 'label' },
    ])
    assert.lengthOf(body.data.problems, 1)
    assert.equal(await publish(creator, form.id), 1)
  })

  test('a page of a host that the instance does not allow is not embedded', async ({ assert }) => {
    const embed = (url: string) => ({ id: 'frame01', kind: 'embed', v: 1, settings: { url } })
    const problemsOf = async (url: string) => {
      const { creator, form } = await newForm([textBlock('name01', 'Name'), embed(url)])
      const { body } = await creator.visitor.get<{ data: { problems: { code: string; message: string }[] } }>(
        `/api/forms/${form.id}/check`,
      )
      return body.data.problems.map(({ code, message }) => `${code}: ${message}`)
    }
    assert.deepEqual(await problemsOf('https://www.openstreetmap.org/export/embed.html'), [])
    const [refused] = await problemsOf('https://evil.example/')
    assert.match(refused ?? '', /^host-not-allowed: .*evil\.example, which cannot be embedded here/)
  })

  test('the check tells editors of integrations whose conditions ask what is no longer there', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Your {#town01} name'),
      textBlock('town01', 'Town'),
      textBlock('mail01', 'Mail'),
    ])
    const is = (field: string) => ({ left: { field }, op: 'is', right: { value: 'Ada' } })
    const add = (name: string, condition?: object) =>
      addWebhook(creator, form, 'https://example.com/hook', { name, condition })
    const orders = await add('Orders', { any: [is('town01'), { not: is('name01') }] })
    const stock = await add('Stock', { formula: 'length({#name01}) > 2 and {#mail01} = "x"' })
    await add('Here', is('town01'))
    await add('Everything')
    const warnings = async () => {
      const { body } = await creator.visitor.get<{ data: { problems: { code: string }[] } }>(
        `/api/forms/${form.id}/check`,
      )
      return body.data.problems.filter(({ code }) => code === 'unknown-reference')
    }
    assert.deepEqual(await warnings(), [])
    await patch(
      creator,
      form.id,
      1,
      ['name01', 'mail01'].map((block_id) => ({ op: 'remove', block_id })),
    )
    const asks = (name: string, what: string) =>
      `The condition of the webhook “${name}” asks ${what} no longer in the form.`
    const warning = { severity: 'warning', code: 'unknown-reference' }
    assert.deepEqual(await warnings(), [
      { ...warning, integration: orders.id, message: asks('Orders', '“Your Town name”, which is') },
      { ...warning, integration: stock.id, message: asks('Stock', '“Your Town name” and “Mail”, which are') },
    ])
    // pages outside the editor learn what the question was called
    const { body } = await creator.visitor.get<{ data: { former_names: object } }>(
      `/api/forms/${form.id}/draft`,
    )
    assert.deepEqual(body.data.former_names, { name01: 'Your {#town01} name', mail01: 'Mail' })
    assert.equal(await publish(creator, form.id), 1)

    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update memberships set role = 'viewer' where workspace_id = ?`, [creator.workspaceId]),
    )
    assert.deepEqual(await warnings(), [])
  })

  test('a pattern is published if it can be run in linear time, however slow it would be elsewhere', async ({
    assert,
  }) => {
    const patterned = (pattern: string) => newForm([textBlock('name01', 'Name', { settings: { pattern } })])
    for (const pattern of ['^(a+)+$', '\\d+-\\d+', '.*\\.pdf']) {
      const { creator, form } = await patterned(pattern)
      await publish(creator, form.id)
    }
    const { creator, form } = await patterned('(a)\\1')
    const reply = await creator.visitor.post<{ details: { code: string; message: string }[] }>(
      `/api/forms/${form.id}/publication`,
      { revision: 1 },
    )
    assert.equal(reply.status, 422)
    assert.deepInclude(reply.body.details[0], {
      code: 'unsafe-pattern',
      message: '“Name”: This pattern cannot be used: invalid escape sequence at “\\1”.',
    })
  })

  test('the check says what publishing would change', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'One'), textBlock('second', 'Two')])
    await publish(creator, form.id)
    await patch(creator, form.id, 1, [
      rename('first1', 'Changed'),
      { op: 'remove', block_id: 'second' },
      { ...rename('third1', 'New'), position: 'a9' },
      {
        op: 'put',
        block_id: 'settings.access',
        kind: 'settings.access',
        position: '',
        content: { maxSubmissions: 5 },
      },
    ])
    const { body } = await creator.visitor.get<{ data: { changes: unknown } }>(`/api/forms/${form.id}/check`)
    const label = { name: 'label', before: 'One', after: 'Changed' }
    assert.deepEqual(body.data.changes, {
      added: [{ block_id: 'third1', label: 'New' }],
      changed: [{ block_id: 'first1', label: 'Changed', parts: [label] }],
      removed: [{ block_id: 'second', label: 'Two' }],
      settings: [{ group: 'access', parts: [{ name: 'submission limit', before: '', after: '5' }] }],
    })
    await publish(creator, form.id)
    const after = await creator.visitor.get<{ data: { changes: unknown } }>(`/api/forms/${form.id}/check`)
    assert.deepEqual(after.body.data.changes, { added: [], changed: [], removed: [], settings: [] })
  })

  test('a version is compared with the one before it, or with any that is older', async ({ assert }) => {
    const select = { id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour', settings: {} }
    const { creator, form } = await newForm([textBlock('name01', 'Name'), select])
    await publish(creator, form.id)
    const content = { v: 1, key: 'colour', label: 'Colour', required: true, settings: { multiple: true } }
    const put = { op: 'put', block_id: 'colour', kind: 'select', position: 'a9', content }
    await patch(creator, form.id, await revisionOf(creator, form.id), [put])
    await publish(creator, form.id)
    await patch(creator, form.id, await revisionOf(creator, form.id), [{ op: 'remove', block_id: 'name01' }])
    await publish(creator, form.id)
    const changes = async (number: number, query = '') =>
      (
        await creator.visitor.get<{ data: unknown }>(
          `/api/forms/${form.id}/versions/${number}/changes${query}`,
        )
      ).body.data
    const added = [
      { block_id: 'name01', label: 'Name' },
      { block_id: 'colour', label: 'Colour' },
    ]
    const parts = ['required', 'Allow several'].map((name) => ({ name, before: 'off', after: 'on' }))
    const changed = [{ block_id: 'colour', label: 'Colour', parts }]
    const removed = [{ block_id: 'name01', label: 'Name' }]
    const nothing = { added: [], changed: [], removed: [], settings: [] }
    assert.deepEqual(await changes(1), { ...nothing, added, since: null })
    assert.deepEqual(await changes(2), { ...nothing, changed, since: 1 })
    assert.deepEqual(await changes(3), { ...nothing, removed, since: 2 })
    assert.deepEqual(await changes(3, '?since=1'), { ...nothing, changed, removed, since: 1 })
    for (const [number, query] of [
      [4, ''],
      [2, '?since=3'],
      [3, '?since=9'],
    ] as const) {
      const address = `/api/forms/${form.id}/versions/${number}/changes${query}`
      assert.equal((await creator.visitor.get(address)).status, 404, address)
    }
    const address = `/api/forms/${form.id}/versions/3/changes?since=x`
    assert.equal((await creator.visitor.get(address)).status, 422)
  })

  test('of settings it is said what differs; a default that is written out, or comes with another kind, is none', async ({
    assert,
  }) => {
    const options = [{ id: 'a', label: 'A' }]
    const blocks = [
      textBlock('name01', 'Name'),
      { id: 'colour', kind: 'select', v: 1, key: 'colour', label: 'Colour', settings: { options } },
      { id: 'town01', kind: 'text', v: 1, key: 'town', label: 'Town', settings: { maxLength: 20 } },
    ]
    const { creator, form } = await newForm(blocks)
    const rows = async () => {
      const { body } = await creator.visitor.get<{ data: { rows: Row[] } }>(`/api/forms/${form.id}/draft`)
      return new Map(body.data.rows.map((row) => [row.block_id, row]))
    }
    const put = async (id: string, content: Record<string, unknown>, kind?: string) => {
      const row = (await rows()).get(id) ?? { kind: id, position: '', content: {} }
      const op = {
        op: 'put',
        block_id: id,
        kind: kind ?? row.kind,
        position: row.position,
        content: { ...row.content, ...content },
      }
      const { body } = await patch(creator, form.id, await revisionOf(creator, form.id), [op])
      assert.deepEqual(body.data?.applied, [id], JSON.stringify(body))
    }
    const changes = async () =>
      (await creator.visitor.get<{ data: { changes: Changes } }>(`/api/forms/${form.id}/check`)).body.data
        .changes
    const said = ({ name, before, after }: ChangedPart) =>
      before === undefined ? name : `${name}: ${before} → ${after}`
    const parts = async () => {
      const { changed, settings } = await changes()
      return [
        ...changed.map((one) => [one.block_id, ...one.parts.map(said)]),
        ...settings.map((one) => [one.group, ...one.parts.map(said)]),
      ]
    }
    await publish(creator, form.id)

    // as the editor writes a block that somebody has opened
    await put('name01', { required: false, width: 'full', state: 'shown', rules: [], placeholder: '' })
    await put('colour', {
      settings: {
        options,
        multiple: false,
        appearance: 'list',
        otherLabel: 'Other',
        noneLabel: 'None of these',
      },
    })
    const look = { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6' }
    await put('settings.appearance', { ...look, scheme: 'auto', typeface: 'sans', uppercase: false })
    assert.deepEqual(await parts(), [])

    await put('settings.general', { description: 'Who comes?' })
    await put('settings.appearance', { accent: '#006644', uppercase: true })
    await put('settings.sending', { submitLabel: 'Register', progress: true })
    await put('colour', { settings: { options, otherLabel: 'Another', noneLabel: 'Nothing', other: true } })
    // what both kinds know, and what the new one does not begin with
    await put('town01', { settings: { maxLength: 30, rows: 4, counter: true } }, 'textarea')
    assert.deepEqual(await parts(), [
      [
        'colour',
        '"Other" with text: off → on',
        '"Other" with text: its label: Other → Another',
        '"None of these": its label: None of these → Nothing',
      ],
      ['town01', 'type of block', 'Maximum characters: 20 → 30', 'Count characters: off → on'],
      ['general', 'description:  → Who comes?'],
      ['appearance', 'accent: #3B82F6 → #006644', 'uppercase questions: off → on'],
      ['sending', 'text of the button:  → Register'],
    ])
  })

  test('access settings apply with the publication', async ({ assert }) => {
    const { creator, form } = await newForm()
    const access = { maxSubmissions: 3 }
    await patch(creator, form.id, 1, [
      { op: 'put', block_id: 'settings.access', kind: 'settings.access', position: '', content: access },
    ])
    await publish(creator, form.id)
    const state = await formState(form.slug)
    assert.equal(state?.access.maxSubmissions, 3)
    const version = await publishedForm(creator.workspaceId, form.id)
    assert.deepEqual(version?.document.settings.access, { maxSubmissions: 3 })
  })

  test('closed, opened and taken back are seen at once', async ({ assert }) => {
    const { creator, form } = await newForm()
    assert.equal((await creator.visitor.post(`/api/forms/${form.id}/closure`)).status, 409)
    await publish(creator, form.id)
    assert.isNull((await formState(form.slug))?.closedAt ?? null)
    assert.equal((await creator.visitor.post(`/api/forms/${form.id}/closure`)).status, 204)
    assert.isNumber((await formState(form.slug))?.closedAt)
    assert.equal(
      (await creator.visitor.get<{ data: FormItem }>(`/api/forms/${form.id}`)).body.data.state,
      'closed',
    )
    assert.equal((await creator.visitor.delete(`/api/forms/${form.id}/closure`)).status, 204)
    assert.isNull((await formState(form.slug))?.closedAt)
    assert.equal((await creator.visitor.delete(`/api/forms/${form.id}/publication`)).status, 204)
    assert.isNull((await formState(form.slug))?.publishedVersion)
    assert.isUndefined(await publishedForm(creator.workspaceId, form.id))
    assert.equal((await creator.visitor.delete(`/api/forms/${form.id}/publication`)).status, 409)
    assert.equal(await publish(creator, form.id), 2)
    assert.equal((await publishedForm(creator.workspaceId, form.id))?.version, 2)
    assert.isUndefined(await publishedForm(creator.workspaceId, form.id, 1), 'withdrawn')
  })

  test('a form is published for its own workspace only', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const other = await newForm()
    assert.isUndefined(await publishedForm(other.creator.workspaceId, form.id))
  })
})
