import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { ACCESS } from '#tests/functional/access_matrix'
import { CALLERS } from '#tests/functional/callers'
import { newPlace, placeForm, type Place } from '#tests/functional/place'

interface KnownRoute {
  name: string
  method: string
  pattern: string
}

/** All routes, as the router has them. HEAD goes with GET. */
function routes(): KnownRoute[] {
  return Object.values(router.toJSON())
    .flat()
    .map((route) => ({
      name: route.name ?? '',
      method: route.methods.find((method) => method !== 'HEAD') ?? 'GET',
      pattern: route.pattern,
    }))
}

function fill(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/\/\*$/, '/anything').replace(/:([A-Za-z]+)\??/g, (_all, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern}: prepare() must give a "${name}"`)
    return encodeURIComponent(value)
  })
}

/** What the path of a place is made of. */
function own(place: Place): Record<string, string> {
  return { workspaceId: place.workspaceId, form: place.slug, slug: place.slug }
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
})
