import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import type { Scope } from '#api_types/access_tokens'
import { SCOPES } from '#app/access_tokens/scopes'
import { ROUTE_SCOPES, scopesOf } from '#start/scopes'
import { ACCESS, BOTH, TOKENS } from '#tests/functional/access_matrix'
import { CALLERS } from '#tests/functional/callers'
import { newPlace, placeForm, type Place } from '#tests/functional/place'
import { newProgram } from '#tests/functional/program'

interface KnownRoute {
  name: string
  method: string
  pattern: string
  /** names of what runs before it */
  middleware: Set<string>
}

/** All routes, as the router has them. HEAD goes with GET. */
function routes(): KnownRoute[] {
  return Object.values(router.toJSON())
    .flat()
    .map((route) => ({
      name: route.name ?? '',
      method: route.methods.find((method) => method !== 'HEAD') ?? 'GET',
      pattern: route.pattern,
      middleware: new Set(
        [...route.middleware.all()].flatMap((one) => ('name' in one && one.name ? [one.name] : [])),
      ),
    }))
}

function fill(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/\/\*$/, '/anything').replace(/:([A-Za-z]+)\??/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern}: prepare() must give a "${name}"`)
    return encodeURIComponent(value)
  })
}

/** What the path of a place is made of, and a state that every form can be in. */
function own(place: Place): Record<string, string> {
  return { workspaceId: place.workspaceId, form: place.slug, slug: place.slug, state: 'closed' }
}

test.group('Access matrix', (group) => {
  let place: Place
  group.setup(async () => {
    place = await newPlace()
  })

  test('every route has a name of its own and a row, and every row a route', ({ assert }) => {
    const names = routes().map(({ name, method, pattern }) => name || `unnamed: ${method} ${pattern}`)
    assert.deepEqual([...new Set(names)].sort(), [...names].sort(), 'two routes share a name')
    assert.deepEqual([...names].sort(), Object.keys(ACCESS).sort())
  })

  for (const [name, access] of Object.entries(ACCESS)) {
    test(`${name}: everybody gets their own answer`, async ({ assert }) => {
      const route = routes().find((one) => one.name === name)
      if (!route) return assert.fail(`there is no route ${name}`)
      const here = access.endsSession ? await newPlace() : place
      for (const caller of CALLERS) {
        // a fresh form each time: what one caller deletes, the next one still finds
        const fresh = { ...here, ...(await placeForm(here.workspaceId)) }
        const params = { ...own(fresh), ...(await access.prepare?.(fresh)) }
        const path = fill(route.pattern, params)
        const sent = route.method === 'GET' ? undefined : (access.body ?? {})
        const visitor = here.people[caller].copy()
        const { status, text } = await visitor.request(route.method, path, sent)
        const verdict = access.verdicts[caller]
        const what = `${caller} ${route.method} ${path}: ${status} ${text.slice(0, 200)}`
        if (verdict === 'passes') {
          assert.notInclude([403, 404], status, what)
          // a wrong password at sign-in is a 401 of another kind
          if (access.verdicts.anonymous === 401) assert.notEqual(status, 401, what)
          assert.isBelow(status, 500, what)
        } else assert.equal(status, verdict, what)
      }
    })

    test(`${name}: ids of another workspace do not work from one's own form`, async ({ assert }) => {
      const route = routes().find((one) => one.name === name)
      if (!route || !access.prepare || !route.pattern.includes('/:form/')) return
      const fresh = { ...place, ...(await placeForm(place.workspaceId)) }
      const params = { ...own(fresh), ...(await access.prepare(fresh)), form: place.elsewhere.slug }
      const path = fill(route.pattern, params)
      const { status } = await place.people.stranger
        .copy()
        .request(route.method, path, route.method === 'GET' ? undefined : (access.body ?? {}))
      assert.equal(status, 404, `${route.method} ${path}`)
    })
  }

  test('every route that asks for a caller says what a token needs for it, and nothing else does', ({
    assert,
  }) => {
    const asking = routes().filter(({ middleware }) => middleware.has('bearer'))
    assert.deepEqual(asking.map(({ name }) => name).sort(), Object.keys(ROUTE_SCOPES).sort())
  })

  test('a POST of a token in a workspace is done once', ({ assert }) => {
    // their bodies are files: the same bytes are the same file
    const files = ['media.store']
    const open = routes().filter(
      ({ name, method, middleware }) =>
        method === 'POST' && middleware.has('workspace') && scopesOf(name) !== 'browser',
    )
    const once = open.filter(({ middleware }) => middleware.has('idempotent'))
    assert.deepEqual(
      open.map(({ name }) => name),
      [...once.map(({ name }) => name), ...files],
    )
  })

  test('a token of each scope opens what its scope names, and nothing else', async ({ assert }) => {
    const tokens = [
      ...SCOPES.map((scope): { scopes: Scope[]; opens: readonly string[] } => ({
        scopes: [scope],
        opens: TOKENS[scope],
      })),
      { scopes: BOTH.scopes, opens: [...BOTH.scopes.flatMap((scope) => TOKENS[scope]), ...BOTH.opens] },
    ]
    for (const token of tokens) {
      const program = await newProgram(place.people.owner, place.workspaceId, token.scopes)
      for (const route of routes().filter(({ middleware }) => middleware.has('bearer'))) {
        const access = ACCESS[route.name]
        const opens = token.opens.includes(route.name) || route.name === 'access-tokens.current'
        const fresh = { ...place, ...(opens ? await placeForm(place.workspaceId) : {}) }
        const params = opens
          ? { ...own(fresh), ...(await access.prepare?.(fresh)) }
          : { ...own(fresh), ...ANYTHING }
        const path = fill(route.pattern, params)
        const sent = route.method === 'GET' ? undefined : (access.body ?? {})
        const { status, body, text } = await program.request<{ code: string }>(route.method, path, sent)
        const what = `${token.scopes.join(' ')}: ${route.method} ${path}: ${status} ${text.slice(0, 200)}`
        if (!opens) {
          assert.equal(status, 403, what)
          assert.include(['E_SCOPE', 'E_TOKEN_ROUTE'], body.code, what)
        } else if (access.verdicts.owner === 'passes') {
          assert.notInclude([401, 403, 404], status, what)
          assert.isBelow(status, 500, what)
        } else if (route.name === 'access-tokens.current') assert.equal(status, 200, what)
        else assert.equal(status, 404, what)
      }
    }
  })

  test('a token opens nothing of another workspace, of its person neither', async ({ assert }) => {
    const { workspaceId, slug } = place.elsewhere
    const program = await newProgram(place.people.stranger, workspaceId, [...SCOPES])
    for (const route of routes().filter(({ middleware }) => middleware.has('workspace'))) {
      if (scopesOf(route.name) === 'browser') continue
      const path = fill(route.pattern, { ...own(place), ...ANYTHING })
      const { status } = await program.request(route.method, path, route.method === 'GET' ? undefined : {})
      assert.equal(status, 404, `${route.method} ${path}`)
    }
    assert.equal((await program.get(`/api/forms/${slug}`)).status, 200)
  })
})

/** Stands for what a path needs besides workspace and form where nobody looks for it. */
const ANYTHING = {
  id: '00000000-0000-7000-8000-000000000000',
  number: '1',
  integrationId: '00000000-0000-7000-8000-000000000000',
  deliveryId: '00000000-0000-7000-8000-000000000000',
  mailId: '00000000-0000-7000-8000-000000000000',
  subscription: 'none',
  endedId: '00000000-0000-7000-8000-000000000000',
  fileId: '00000000-0000-7000-8000-000000000000',
  service: 'none',
  upload: '00000000-0000-7000-8000-000000000000',
  hash: '0',
}
