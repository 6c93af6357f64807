import { randomUUID } from 'node:crypto'
import http from 'node:http'
import router from '@adonisjs/core/services/router'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { OPERATIONS, type Operation } from '#app/reference/operations'
import { bodyExamples, samples } from '#app/reference/schemas'
import { ACCESS } from '#tests/functional/access_matrix'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  BODIES,
  CREDENTIALS,
  HEADERS,
  MEMBERS,
  type Named,
  PARTS,
  QUERIES,
} from '#tests/functional/ground/naughty_values'
import { newPlace, placeForm, type Place } from '#tests/functional/place'
import { everyPreset } from '#tests/functional/plugins/every_preset'
import { newToken } from '#tests/functional/program'
import type { Visitor } from '#tests/functional/visitor'

/** Of the members of a body so many are tried. */
const MOST_MEMBERS = 6
/** A request may take so many milliseconds. */
const LONGEST = 1_000

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

interface Answer {
  status: number
  type: string
  text: string
  ms: number
}

interface Route {
  name: string
  method: string
  pattern: string
}

/** Makes a request wrong in one place. */
type Wrong = (right: Sent) => Sent

const agent = new http.Agent({ keepAlive: true })

/** As it is: `fetch` mends what is sent. */
function send({ method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const length = body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(body)) }
    const { HOST: host, PORT: port } = process.env
    const request = http.request({ agent, host, port, method, path, headers: { ...headers, ...length } })
    request.on('error', reject).on('response', (response) => {
      const type = response.headers['content-type'] ?? ''
      const parts: Buffer[] = []
      const done = () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, type, text, ms: performance.now() - began })
      }
      response.on('error', reject).on('end', done)
      response.on('data', (part: Buffer) => parts.push(part))
      if (!type.startsWith('text/event-stream')) return
      // it has no end
      done()
      response.destroy()
    })
    request.end(body)
  })
}

/** What tells of the inside: frames of a stack, SQL, files. */
const INSIDE =
  /\n\s+at |node_modules|\.[cm]?[jt]s:\d+|insert into|violates|syntax error|invalid input syntax|Cannot read prop|is not a function|TypeError|ENOENT/i

/** What is wrong with an answer, whatever was asked; undefined where it is as all are. */
function faultOf({ method, path }: Sent, { status, type, text }: Answer): string | undefined {
  if (status < 400) return undefined
  // the jobs of this instance do not run
  if (status >= 500 && !text.includes('"E_NOT_READY"')) return `answered ${status}`
  if (INSIDE.test(text)) return `tells of the inside: ${INSIDE.exec(text)?.[0]}`
  if (method === 'HEAD') return undefined
  if (!type.startsWith('application/json')) {
    return path.startsWith('/api/') || text === '' ? `refuses as ${type || 'nothing'}` : undefined
  }
  const { code, message, request_id: id, ...more }: Record<string, unknown> = JSON.parse(text)
  const strange = Object.keys(more).filter((name) => !['errors', 'details'].includes(name))
  const isShaped = /^E_[A-Z_]+$/.test(String(code)) && typeof message === 'string' && message !== ''
  return isShaped && typeof id === 'string' && strange.length === 0 ? undefined : `refuses with ${text}`
}

/** Gives of some values the next ones each time, so that all have their turn over many routes. */
function inTurn<Value>(values: readonly Named<Value>[]) {
  let next = 0
  return (count: number) => Array.from({ length: count }, () => values[next++ % values.length])
}

/** Ways to members of a body, of members too. */
function waysIn(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || way.length > 3) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...way, name], ...waysIn(inner, [...way, name])])
}

/** A body as JSON with something else at the end of a way; without it where that is undefined. */
function withMember(body: unknown, [name, ...way]: readonly string[], json: string | undefined): string {
  const entries = Object.entries(Object(body)).flatMap(([key, inner]) => {
    if (key !== name) return [[key, JSON.stringify(inner)]]
    if (way.length > 0) return [[key, withMember(inner, way, json)]]
    return json === undefined ? [] : [[key, json]]
  })
  if (Array.isArray(body)) return `[${entries.map(([, inner]) => inner).join()}]`
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${inner}`).join()}}`
}

const members = inTurn(MEMBERS)
const parts = inTurn(PARTS)
const queries = inTurn(QUERIES)
const headers = inTurn(HEADERS)
const bodies = inTurn(BODIES)
const credentials = inTurn(CREDENTIALS)

/** What stands in queries of routes that programs do not ask, and the reference does not describe. */
const QUERIES_OF_BROWSERS: Record<string, readonly string[]> = {
  'forms.events': ['forms'],
  'public.pages.show': ['name01', 'lang'],
  'public.preview.files': ['block', 'name'],
  'public.example.files': ['block', 'name'],
  'public.version-preview.files': ['block', 'name'],
  'public.api.uploads': ['block', 'name', 'key', 'version'],
  'instance.mails.index': ['cursor', 'limit', 'status', 'workspace'],
  'connections.callbacks.store': ['state', 'code'],
}

/** What is right in their bodies. */
const BODIES_OF_BROWSERS: Record<string, unknown> = {
  register: { name: 'Ada', email: 'ada@example.com', password: 'correct horse', invitation: 'none' },
  setup: { name: 'Ada', email: 'ada@example.com', password: 'correct horse', token: 'none' },
  login: { email: 'ada@example.com', password: 'wrong', remember: true },
  'user.password.update': { current_password: 'wrong', password: 'correct horse' },
  'password_resets.store': { email: 'ada@example.com' },
  'password_resets.update': { token: 'none', password: 'correct horse' },
  'sessions.confirmation.store': { password: 'wrong' },
  'access-tokens.store': { name: 'Script', scopes: ['forms:read'], expires_at: null },
  'workspaces.select': { workspace_id: randomUUID() },
  'workspaces.store': { name: 'Lighthouse' },
  'mail_sender.update': { url: 'smtps://a:b@mail.example.com', from: 'Forms <forms@example.com>' },
  'plugins.faults.store': { family: 'fields', kind: 'text', part: 'control', message: 'none' },
  'connections.store': { service: 'airtable', token: 'none' },
  'connections.flows.store': { service: 'google' },
  'connections.callbacks.store': { state: 'none', code: 'none' },
}

/** Everything that can be wrong with requests of a route, a few values for each place. */
function wrongRequests({ name, method, pattern }: Route, query: Record<string, unknown>): Named<Wrong>[] {
  const wrong: Named<Wrong>[] = []
  const add = (what: string, make: Wrong) => wrong.push([what, make])
  const steps = pattern.split('/')
  for (const [at, step] of steps.entries()) {
    if (!step.startsWith(':')) continue
    for (const [what, value] of parts(1)) {
      const path = (right: string) => right.split('/').with(at, value).join('/')
      add(`${step} is ${what}`, (right) => ({ ...right, path: path(right.path) }))
    }
  }
  const names = [...Object.keys(query), ...(QUERIES_OF_BROWSERS[name] ?? [])]
  for (const one of names) {
    for (const [what, value] of parts(1))
      add(`?${one} is ${what}`, (right) => ({ ...right, path: withParameter(right.path, one, value) }))
  }
  for (const [what, make] of queries(1))
    add(`its query is ${what}`, (right) => ({ ...right, path: `${right.path.split('?')[0]}?${make(names)}` }))
  for (const [what, more] of headers(2))
    add(`headers are ${what}`, (right) => ({ ...right, headers: { ...right.headers, ...more } }))
  for (const [what, { headers: own, body }] of bodies(method === 'GET' ? 1 : 2))
    add(`the body is ${what}`, (right) => ({ ...right, body, headers: { ...right.headers, ...own } }))
  return wrong
}

/** The same with wrong members, one at a time. */
function wrongMembers(body: unknown): Named<Wrong>[] {
  return waysIn(body)
    .slice(0, MOST_MEMBERS)
    .flatMap((way) =>
      members(1).map(([what, value]): Named<Wrong> => [
        `${way.join('.')} is ${what}`,
        (right) => ({ ...right, body: withMember(body, way, value) }),
      ]),
    )
}

function withParameter(path: string, name: string, value: string): string {
  const [address, query = ''] = path.split('?')
  const others = query.split('&').filter((one) => one !== '' && !one.startsWith(`${name}=`))
  return `${address}?${[...others, `${name}=${value}`].join('&')}`
}

/** A statement that says what there is in a workspace, by table. When tokens were used is no part of it. */
async function statementOfPrint(): Promise<string> {
  const { rows } = await db.connection('owner').rawQuery<{ rows: { name: string }[] }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'access_tokens'`,
  )
  return rows
    .map(
      ({
        name,
      }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as print
                     from "${name}" t where workspace_id = :workspaceId`,
    )
    .join(' union all ')
}

/** What a browser that is signed in sends with each request. */
function signedIn(visitor: Visitor): Record<string, string> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = visitor.cookie('XSRF-TOKEN')
  return { cookie, ...(token && { 'x-csrf-token': token }) }
}

/** Routes of a form that anybody fills in. */
const isOfPublicForm = (name: string) => /^public\.(pages|api)\./.test(name)

/** The protocol for files in pieces has answers of its own. */
const isOfTus = (name: string) => /^public\.api\.uploads?$/.test(name)

/** What stands in a path where nobody looks for it. */
const ANYTHING: Record<string, string> = {
  ...samples(),
  token: 'token',
  page: '1',
  receipt: 'receipt',
  upload: randomUUID(),
  hash: '0'.repeat(64),
}

/** A request as it should be, but for who sends it. */
function rightRequest({ name, method, pattern }: Route, params: Record<string, string>): Sent {
  const operations: Record<string, Operation> = OPERATIONS
  const { query = {}, file } = operations[name] ?? {}
  const path = pattern
    .replace(/\/\*$/, '/anything')
    .replace(/:([A-Za-z]+)\??/g, (_all, one: string) => params[one] ?? ANYTHING[one] ?? ANYTHING.id)
  const needed = Object.entries(query).filter(([, { required }]) => required)
  const asked = needed.map(([one]) => `${one}=${ANYTHING[one] ?? ANYTHING.id}`).join('&')
  const right = { method, path: asked === '' ? path : `${path}?${asked}`, headers: {} }
  if (method === 'GET') return right
  if (file) return { ...right, headers: { 'content-type': 'application/octet-stream' }, body: 'a file' }
  const body = JSON.stringify(bodyOf(name) ?? {})
  return { ...right, headers: { 'content-type': 'application/json' }, body }
}

function bodyOf(name: string): unknown {
  return BODIES_OF_BROWSERS[name] ?? bodyExamples()[name] ?? ACCESS[name].body
}

test.group('Naughty requests', (group) => {
  const operations: Record<string, Operation> = OPERATIONS
  const routes = new Map<string, Route>()
  let place: Place
  /** where the form of the public routes is: it has every kind, and is published */
  let open: Pick<Place, 'workspaceId' | 'formId' | 'slug'>
  let program: Record<string, string>
  let print: string

  group.setup(async () => {
    for (const { name = '', methods, pattern } of Object.values(router.toJSON()).flat())
      routes.set(name, { name, pattern, method: methods.find((one) => one !== 'HEAD') ?? 'GET' })
    place = await newPlace()
    const { token } = await newToken(place.people.owner, place.workspaceId, ['workspaces:read'])
    program = { authorization: `Bearer ${token}` }
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      ...everyPreset().map(({ block }) => block),
    ])
    await publish(creator, form.id)
    print = await statementOfPrint()
    open = { workspaceId: creator.workspaceId, formId: form.id, slug: form.slug }
  })

  for (const [name, access] of Object.entries(ACCESS)) {
    test(`${name}: whatever is sent is taken, or refused as everything is`, async ({ assert }) => {
      const route = routes.get(name)
      if (!route) return assert.fail(`there is no route ${name}`)
      const where = isOfPublicForm(name) ? open : place
      const prepare = async () => {
        const fresh = isOfPublicForm(name) ? where : { ...place, ...(await placeForm(place.workspaceId)) }
        const made = isOfPublicForm(name) ? {} : await access.prepare?.({ ...place, ...fresh })
        const { workspaceId, slug } = fresh
        return rightRequest(route, { workspaceId, form: slug, slug, ...made })
      }
      const printed = async () => {
        const bindings = { workspaceId: where.workspaceId }
        const { rows } = await db.connection('owner').rawQuery<{ rows: object[] }>(print, bindings)
        return rows.map((row) => JSON.stringify(row)).sort()
      }
      const faults: string[] = []
      let right = await prepare()
      let before = await printed()
      let changes = false
      /** Sends requests, and says what is wrong with their answers. */
      const strike = async (who: string, wrong: readonly Named<Wrong>[], whose: Record<string, string>) => {
        for (const [what, make] of wrong) {
          const { headers: own, ...sent } = make(right)
          const request = { ...sent, headers: { accept: 'application/json', ...address(), ...whose, ...own } }
          let answer = await send(request)
          // once is the machine's
          if (answer.ms > LONGEST) answer = await send(request)
          const fault = answer.ms > LONGEST ? `took ${answer.ms} ms` : faultOf(request, answer)
          if (fault && !isOfTus(name)) faults.push(`${who}, ${what}: ${fault}`)
          if (answer.status >= 400 || route.method === 'GET') continue
          changes = true
          right = await prepare()
        }
      }
      const refuseUnchanged = async (who: string) => {
        const after = await printed()
        const changed = after.filter((row) => !before.includes(row))
        if (!changes && changed.length > 0) faults.push(`${who} was refused, and changed ${changed.join()}`)
        before = after
        changes = false
      }
      const asIs: Named<Wrong> = ['as it should be', (sent) => sent]
      const wrong = [
        ...wrongRequests(route, operations[name]?.query ?? {}),
        ...(route.method === 'GET' ? [] : wrongMembers(bodyOf(name))),
      ]
      const some = [asIs, ...wrong.filter((_, at) => at % 6 === 0)]
      const { anonymous, stranger, viewer, editor, owner } = place.people
      // what signs people in or out is for nobody
      const isForNobody = access.verdicts.anonymous === 'passes' && route.method !== 'GET'
      await strike('nobody', isForNobody ? wrong : some, signedIn(anonymous))
      for (const [what, whose] of credentials(1)) await strike(what, [asIs], whose)
      if (!isForNobody) {
        await strike('a stranger', some, signedIn(stranger))
        await strike('a program', some, program)
        await strike('a viewer', some, signedIn(viewer))
        await refuseUnchanged('who may not')
        await strike('an editor', [asIs], signedIn(editor))
        await strike('the owner', wrong, signedIn(owner))
      }
      await refuseUnchanged('whoever asked')
      assert.equal(faults.join('\n'), '')
    })
  }
})

let addresses = 0
/** Another one each time, so that limits of addresses are not met. */
function address(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `10.8.${addresses >> 8}.${addresses & 255}` }
}
