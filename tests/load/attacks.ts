import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { formIn } from '#tests/functional/respond/answering'
import { Visitor as Browser } from '#tests/functional/visitor'
import { type Attack, HTML, many, signedIn, text, urlOf } from '#tests/load/attack'
import { LONG_ANSWERS } from '#tests/load/long_answers'
import type { Tenant, TenantForm } from '#tests/load/tenant'
import { fromSomewhere, strike } from '#tests/load/wire'
import { WIRE_ATTACKS } from '#tests/load/wire_attacks'

const JSON_BODY = { 'content-type': 'application/json' }
/** In so many milliseconds a busy server asks to come again. */
const BUSY_MS = 2_000

const options = (count: number) => many(count, (n) => ({ id: `option${n}`, label: `Option number ${n}` }))
const select = (n: number, count: number) =>
  text(`select${n}`, { kind: 'select', settings: { options: options(count) } })

/** A submission from wherever. */
function submitTo(tenant: Tenant, { slug }: Pick<TenantForm, 'slug'>, answers: () => object) {
  const url = urlOf(tenant, `/api/forms/${slug}/submissions`)
  return () => {
    const body = JSON.stringify({ submission_key: randomUUID(), answers: answers() })
    return strike(url, { method: 'POST', headers: { ...JSON_BODY, ...fromSomewhere() }, body })
  }
}

/** Submissions that are there already, past the application: taking so many in is not what is tried. */
async function fill({ workspaceId }: Tenant, { id }: Pick<TenantForm, 'id'>, rows: number): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await owner.connect()
  await owner.query(
    `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
     select $1, $2, 1, gen_random_uuid(), '',
            jsonb_build_object('name01', repeat('ab ', 60) || n), 'row ' || n
     from generate_series(1, $3::int) n`,
    [workspaceId, id, rows],
  )
  await owner.end()
}

/** A page that is opened once, as a plain form. */
async function opened(tenant: Tenant, path: string) {
  const page = await fetch(urlOf(tenant, path), { headers: { ...HTML, ...fromSomewhere() } })
  return formIn(await page.text())
}

export const ATTACKS: readonly Attack[] = [
  LONG_ANSWERS,
  {
    name: 'names of forms that do not exist',
    lines: 8,
    answers: [404],
    prepare: async (tenant) => () =>
      strike(urlOf(tenant, `/forms/none-${randomUUID()}`), { headers: { ...HTML, ...fromSomewhere() } }),
  },
  {
    name: 'formulas that double',
    lines: 4,
    answers: [201],
    prepare: async (tenant) => {
      const calculation = (n: number) => {
        const before = n === 0 ? 'name01' : `double${n - 1}`
        const settings = { formula: `concat({#${before}}, {#${before}})`, type: 'text' }
        return { id: `double${n}`, kind: 'calculation', v: 1, key: `double${n}`, settings }
      }
      const form = await tenant.publish([text('name01'), ...many(26, calculation)])
      return submitTo(tenant, form, () => ({ name01: 'a' }))
    },
  },
  {
    name: 'very many items, all of them empty',
    lines: 4,
    answers: [201],
    prepare: async (tenant) => {
      const settings = { title: 'Person', repeating: true, min: 0, max: 1_000 }
      const people = { id: 'people', kind: 'section', v: 1, key: 'people', settings }
      const inside = many(20, (n) => text(`text${n + 10}`, { parent: 'people' }))
      const form = await tenant.publish([people, ...inside])
      return submitTo(tenant, form, () => ({ people: many(1_000, () => ({})) }))
    },
  },
  {
    name: 'patterns',
    lines: 4,
    answers: [422],
    prepare: async (tenant) => {
      const settings = { pattern: '(?:[a-y]{1,20}|(?:a|ab|abc)+){1,8}!' }
      const form = await tenant.publish(many(4, (n) => text(`text0${n}`, { settings })))
      const answer = 'ab'.repeat(1_000)
      return submitTo(tenant, form, () =>
        Object.fromEntries(many(4, (n): [string, string] => [`text0${n}`, answer])),
      )
    },
  },
  {
    name: 'checks of 300 patterns, of which half are left',
    lines: 4,
    answers: [0, 200],
    prepare: async (tenant) => {
      const settings = (n: number) => ({ pattern: `(?:[a-z]{1,${(n % 40) + 2}}|\\d+-\\d+)+` })
      const { id } = await tenant.draw(many(300, (n) => text(`text${n + 100}`, { settings: settings(n) })))
      const url = urlOf(tenant, `/api/forms/${id}/check`)
      const headers = signedIn(tenant.visitor)
      let asked = 0
      return () => strike(url, { headers, ...(asked++ % 2 === 0 && { signal: AbortSignal.timeout(30) }) })
    },
  },
  {
    name: 'filters that match',
    lines: 6,
    answers: [200],
    prepare: async (tenant) => {
      const form = await tenant.publish([text('name01')])
      await fill(tenant, form, 20_000)
      const headers = signedIn(tenant.visitor)
      return () => {
        const all = many(5, (n) => ({ field: 'name01', op: 'matches', value: `(?:a|b|ab| )+${n}x` }))
        const filter = encodeURIComponent(JSON.stringify({ all }))
        return strike(urlOf(tenant, `/api/forms/${form.id}/submissions?filter=${filter}`), { headers })
      }
    },
  },
  {
    name: 'large pages, each for one visit',
    lines: 12,
    answers: [200],
    prepare: async (tenant) => {
      const { slug } = await tenant.publish(many(420, (n) => select(n + 1_000, 60)))
      let asked = 0
      return () =>
        strike(urlOf(tenant, `/forms/${slug}?option1=${asked++}`), {
          headers: { ...HTML, ...fromSomewhere() },
        })
    },
  },
  {
    name: 'reads of large drafts',
    lines: 6,
    answers: [200],
    prepare: async (tenant) => {
      const { id } = await tenant.draw(many(8, (n) => select(n + 1_000, 8_000)))
      const headers = signedIn(tenant.visitor)
      return () => strike(urlOf(tenant, `/api/forms/${id}/draft`), { headers })
    },
  },
  {
    name: 'deep JSON',
    lines: 4,
    answers: [422],
    prepare: async (tenant) => {
      const { id } = await tenant.draw([text('name01')])
      const url = urlOf(tenant, `/api/forms/${id}/draft`)
      const headers = { ...signedIn(tenant.visitor), ...JSON_BODY }
      const body = `{"base":1,"ops":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      return () => strike(url, { method: 'PATCH', headers, body })
    },
  },
  {
    name: 'JSON of very many entries, each of them wrong',
    lines: 4,
    answers: [422],
    prepare: async (tenant) => {
      const { id } = await tenant.draw([text('name01')])
      const url = urlOf(tenant, `/api/forms/${id}/draft`)
      const headers = { ...signedIn(tenant.visitor), ...JSON_BODY }
      const bodies = [
        JSON.stringify({ base: 1, ops: Array(9_000).fill({}) }),
        JSON.stringify({ base: 1, ops: Array(500_000).fill(0) }),
        JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, 0]))),
      ]
      let sent = 0
      return () => strike(url, { method: 'PATCH', headers, body: bodies[sent++ % bodies.length] })
    },
  },
  {
    name: 'uploads that nobody claims',
    lines: 4,
    pace: 30,
    answers: [201, 507],
    prepare: async (tenant) => {
      const { slug } = await tenant.publish([text('name01'), text('photo1', { kind: 'file' })])
      const body = Buffer.alloc(2_000_000, 'a')
      return () => {
        const query = `block=photo1&version=1&name=a.txt&key=${randomUUID()}`
        const headers = { 'content-type': 'application/octet-stream', ...fromSomewhere() }
        return strike(urlOf(tenant, `/api/forms/${slug}/files?${query}`), { method: 'POST', headers, body })
      }
    },
  },
  {
    name: 'event streams, while forms change',
    lines: 60,
    answers: [0, 200, 429],
    prepare: async (tenant) => {
      const forms = await Promise.all(many(60, () => tenant.draw([text('name01')])))
      const headers = signedIn(tenant.visitor)
      const url = urlOf(tenant, `/api/events?forms=${forms.map(({ id }) => id).join()}`)
      let asked = 0
      return async () => {
        const form = forms[asked++ % forms.length]
        if (asked % 4 === 0) return changeOf(tenant, form?.id ?? '', asked)
        const status = await strike(url, { headers, signal: AbortSignal.timeout(2_000) })
        if (status === 429) await sleep(100)
        return status
      }
    },
  },
  {
    name: 'sign-ins',
    lines: 8,
    answers: [401, 429],
    prepare: async (tenant) => {
      const stranger = new Browser(tenant.visitor.baseUrl)
      await stranger.get('/api/user')
      const headers = { ...signedIn(stranger), ...JSON_BODY }
      return () => {
        const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'wrong password' })
        const sent = { method: 'POST', headers: { ...headers, ...fromSomewhere() }, body }
        return strike(urlOf(tenant, '/api/login'), sent)
      }
    },
  },
  {
    name: 'visits without JavaScript that hold much',
    lines: 4,
    pace: 30,
    answers: [200, 303],
    prepare: async (tenant) => {
      const long = text('name01', { settings: { multiline: true } })
      const pageBreak = { id: 'second', kind: 'page-break', v: 1, settings: {} }
      const { slug } = await tenant.publish([long, pageBreak, text('town01')])
      const { action, hidden } = await opened(tenant, `/forms/${slug}`)
      const written = 'a'.repeat(900_000)
      return () => {
        const fields = { ...hidden, _key: randomUUID(), 'f.name01': written, _go: 'next' }
        const headers = {
          ...HTML,
          ...fromSomewhere(),
          'content-type': 'application/x-www-form-urlencoded',
        }
        const body = new URLSearchParams(fields).toString()
        return strike(urlOf(tenant, action), { method: 'POST', headers, body })
      }
    },
  },
  {
    name: 'exports and downloads',
    lines: 4,
    answers: [200, 202, 429],
    prepare: async (tenant) => {
      const form = await tenant.publish([text('name01')])
      await fill(tenant, form, 20_000)
      const headers = { ...signedIn(tenant.visitor), ...JSON_BODY }
      const path = `/api/forms/${form.id}`
      let asked = 0
      return () =>
        asked++ % 2 === 0
          ? strike(urlOf(tenant, `${path}/exports`), { method: 'POST', headers, body: '{}' })
          : strike(urlOf(tenant, `${path}/submissions.csv`), { headers })
    },
  },
  {
    name: 'deliveries to a receiver that hangs',
    lines: 4,
    pace: 40,
    answers: [201],
    prepare: async (tenant) => {
      const deaf = http.createServer(() => undefined)
      await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
      const { port } = deaf.address() as AddressInfo
      const form = await tenant.publish([text('name01')])
      for (const n of many(4, (index) => index)) {
        await tenant.ask('POST', `/api/forms/${form.id}/integrations`, {
          kind: 'webhook',
          settings: { url: `http://127.0.0.${n + 1}:${port}/hook` },
        })
      }
      return submitTo(tenant, form, () => ({ name01: 'Ada' }))
    },
  },
  {
    name: '200 submissions a second to one form',
    lines: 16,
    pace: 200,
    answers: [201],
    prepare: async (tenant) => {
      const form = await tenant.publish([text('name01'), text('town01')])
      return submitTo(tenant, form, () => ({ name01: 'Ada Lovelace', town01: 'London' }))
    },
  },
  {
    name: 'publications of a large form',
    lines: 2,
    answers: [201, 409, 429],
    prepare: async (tenant) => {
      const { id } = await tenant.draw(many(400, (n) => select(n + 1_000, 60)))
      const url = urlOf(tenant, `/api/forms/${id}/publication`)
      const headers = { ...signedIn(tenant.visitor), ...JSON_BODY }
      let revision = await tenant.revision(id)
      return async () => {
        const status = await strike(url, { method: 'POST', headers, body: JSON.stringify({ revision }) })
        if (status !== 201) await sleep(50)
        if (status === 409) revision = (await revisionNow(tenant, id)) ?? revision
        return status
      }
    },
  },
  {
    name: 'passwords of a form',
    lines: 8,
    answers: [401, 429],
    prepare: async (tenant) => {
      const { id, slug } = await tenant.publish([text('name01')])
      await tenant.ask('PUT', `/api/forms/${id}/password`, { password: 'open sesame' })
      const url = urlOf(tenant, `/forms/${slug}/password`)
      return () => {
        const headers = {
          ...HTML,
          ...fromSomewhere(),
          'content-type': 'application/x-www-form-urlencoded',
        }
        return strike(url, { method: 'POST', headers, body: 'password=wrong' })
      }
    },
  },
  {
    name: 'a form gone viral, of which each page sends until it is taken',
    lines: 1_000,
    apart: true,
    answers: [201],
    prepare: async (tenant) => {
      const form = await tenant.publish([text('name01')])
      const url = urlOf(tenant, `/api/forms/${form.slug}/submissions`)
      return async () => {
        const body = JSON.stringify({ submission_key: randomUUID(), answers: { name01: 'Ada Lovelace' } })
        for (;;) {
          const headers = { ...JSON_BODY, ...fromSomewhere() }
          const status = await strike(url, { method: 'POST', headers, body })
          if (status !== 503) return status
          await sleep(BUSY_MS * (1 + Math.random() / 2))
        }
      }
    },
  },
  ...WIRE_ATTACKS,
]

/** Changes the label of a question, as one who edits; whoever watches the form is told. */
async function changeOf(tenant: Tenant, form: string, n: number): Promise<number> {
  const { v, key, label, settings } = text('name01', { label: `Question ${n}` })
  const op = {
    op: 'put',
    block_id: 'name01',
    kind: 'text',
    position: 'a5',
    content: { v, key, label, settings },
  }
  const path = `/api/forms/${form}`
  const base = await revisionNow(tenant, form)
  if (base === undefined) return 503
  return (await tenant.visitor.patch(`${path}/draft`, { base, ops: [op] })).status
}

/** The revision of a draft; undefined where the server is too busy with this tenant to say. */
async function revisionNow(tenant: Tenant, form: string): Promise<number | undefined> {
  const path = `/api/forms/${form}/draft`
  const { status, body } = await tenant.visitor.get<{ data: { revision: number } }>(path)
  return status === 503 ? undefined : body.data.revision
}
