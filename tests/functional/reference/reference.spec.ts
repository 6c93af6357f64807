import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { apiDocument, type ApiDocument, describedAnswer } from '#app/reference/document'
import { ANSWER_SCHEMAS } from '#app/reference/schemas'
import { ROUTE_SCOPES, scopesOf } from '#start/scopes'
import { answerFault } from '#tests/functional/answers_checked'
import { addWebhook, published } from '#tests/functional/integrations/factories'
import { newToken } from '#tests/functional/program'
import { answersAreJudged, newCreator, Visitor } from '#tests/functional/visitor'
import { ApiError, Client } from '@formwright/client'
import { example } from '../../../packages/client/example.ts'
import { answerSchemas } from '../../../scripts/answer_schemas.ts'
import { clientTypes } from '../../../scripts/client_types.ts'

/** What is sent, as it is shown. */
interface ShownContent {
  example?: unknown
}

async function read(): Promise<ApiDocument> {
  const { status, body } = await new Visitor().get<ApiDocument>('/api/openapi.json')
  if (status !== 200) throw new Error(`openapi.json: ${status}`)
  return body
}

test.group('Reference of the API', () => {
  test('schemas of answers are what the types say', ({ assert }) => {
    const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
    const made = `${JSON.stringify(answerSchemas(root), null, 1)}\n`
    const file = app.makePath(ANSWER_SCHEMAS)
    if (process.env.UPDATE) writeFileSync(file, made)
    assert.equal(readFileSync(file, 'utf8'), made, 'see app/reference/README.md')
  }).timeout(60_000)

  test('types of the client are what the document says', ({ assert }) => {
    const made = clientTypes(apiDocument())
    const file = app.makePath('packages/client/api.ts')
    if (process.env.UPDATE) writeFileSync(file, made)
    assert.isTrue(readFileSync(file, 'utf8') === made, `${file} is stale, see packages/client/README.md`)
  })

  test('a limit that is no whole number within its bounds is refused by every list, which names them', async ({
    assert,
  }) => {
    const { creator, form } = await published()
    const integration = await addWebhook(creator, form, 'https://example.com/')
    const { paths } = await read()
    const lists = Object.entries(paths).flatMap(([path, { get }]) => {
      const limit = get?.parameters?.find(({ name }) => name === 'limit')
      return limit ? [{ path, most: Number(limit.schema.maximum) }] : []
    })
    assert.isAtLeast(lists.length, 7)
    for (const { path, most } of lists) {
      const url = path
        .replace('{workspaceId}', creator.workspaceId)
        .replace('{form}', form.id)
        .replace('{integrationId}', integration.id)
      const query = path.endsWith('/subscription-events') ? 'kind=zapier&event=submission.created&' : ''
      for (const limit of ['0', '-1', String(most + 1), '1.5', '1e1', 'all', '']) {
        const refused = await creator.visitor.get<{ errors?: unknown }>(`${url}?${query}limit=${limit}`)
        const words = `“limit” is a whole number of 1 to ${most}.`
        assert.deepEqual([refused.status, refused.body.errors], [422, { limit: [words] }], `${url} ${limit}`)
      }
      assert.equal((await creator.visitor.get(`${url}?${query}limit=${most}`)).status, 200, url)
    }
  })

  test('no field of an answer is without a meaning', ({ assert }) => {
    const untold: string[] = []
    const seen = new Set<unknown>()
    const walk = (schema: unknown, place: string) => {
      if (seen.has(schema) || typeof schema !== 'object') return
      seen.add(schema)
      const { properties, items, anyOf, additionalProperties }: Record<string, unknown> = Object(schema)
      for (const [name, field] of Object.entries(Object(properties))) {
        if (Object(field).description === undefined) untold.push(`${place}.${name}`)
        walk(field, `${place}.${name}`)
      }
      for (const inner of [items, additionalProperties, ...Object.values(Object(anyOf))]) walk(inner, place)
    }
    const { components, paths } = apiDocument()
    walk({ properties: components.schemas }, '')
    for (const [path, operations] of Object.entries(paths)) {
      for (const { responses = {} } of Object.values(operations))
        for (const answer of Object.values(Object(responses)))
          walk(Object(answer).content?.['application/json']?.schema, path)
    }
    const fields = untold.filter((place) => place.lastIndexOf('.') > 0)
    assert.deepEqual(fields, [], 'write doc comments for them')
  })

  test('the example of the client makes a form and lists its answers', async ({ assert }) => {
    const { visitor, workspaceId } = await newCreator()
    const { token } = await newToken(visitor, workspaceId, [
      ...(['workspaces:read', 'forms:read', 'forms:write', 'submissions:read', 'submissions:write'] as const),
    ])
    const url = visitor.baseUrl
    assert.deepEqual(await example(url, token), [{ name: 'Ada', email: 'ada@example.com' }])

    const client = new Client({ url, token })
    const forms = await Array.fromAsync(
      client.each('/api/workspaces/{workspaceId}/forms', { path: { workspaceId }, query: { limit: 1 } }),
    )
    const [{ id: form, state }] = forms
    assert.deepEqual([forms.length, state], [1, 'published'])
    const csv = await client.get('/api/forms/{form}/submissions.csv', { path: { form } })
    assert.include(await csv.body.text(), 'ada@example.com')
    const refused = await client
      .post('/api/forms/{form}/submissions', {
        ...{ path: { form }, body: { submission_key: 'none', answers: {} } },
      })
      .catch((thrown: unknown) => thrown)
    assert.instanceOf(refused, ApiError)
    assert.include(refused, { status: 422, code: 'E_VALIDATION' })
    assert.property(refused, 'errors.submission_key')
  })

  test('an independent validator finds the document right', async ({ assert }) => {
    const document = await read()
    assert.equal(document.openapi, '3.1.0')
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
    assert.isTrue(valid, JSON.stringify(errors ?? []).slice(0, 2000))
    const broken = structuredClone({ ...document, info: { version: 1 } })
    assert.isFalse((await new Validator().validate(broken)).valid)
  })

  test('every operation says what it is for and shows what it takes and gives, as its schemas say', async ({
    assert,
  }) => {
    const document = await read()
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema({ ...document, $id: 'api' })
    const faults: string[] = []
    const judge = (what: string, content: ShownContent, pointer: string) => {
      if (content.example === undefined) faults.push(`${what} has no example`)
      const validate = ajv.compile({ $ref: `api#${encodeURI(pointer)}/schema` })
      if (!validate(content.example)) faults.push(`${what}: ${ajv.errorsText(validate.errors)}`)
    }
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId, summary, description, parameters, requestBody, responses } = operation
        const at = `/paths/${path.replaceAll('/', '~1')}/${method}`
        if (!summary || !description) faults.push(`${operationId} is not described`)
        for (const one of parameters)
          if (!one.description) faults.push(`${operationId}: ${one.name} is not described`)
        const taken = requestBody?.content['application/json']
        if (taken) judge(`${operationId} takes`, taken, `${at}/requestBody/content/application~1json`)
        for (const [name, field] of Object.entries({ ...(taken?.schema.properties ?? {}) }))
          if (!('description' in Object(field))) faults.push(`${operationId}: ${name} is not described`)
        for (const [status, answer] of Object.entries(responses)) {
          const given = 'content' in answer ? answer.content?.['application/json'] : undefined
          if (given)
            judge(`${operationId} ${status}`, given, `${at}/responses/${status}/content/application~1json`)
          else if ('$ref' in answer) assert.exists(describedAnswer(document, operation, status), status)
        }
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      const pointer = `/components/responses/${name}/content/application~1json`
      if (content) judge(name, content['application/json'], pointer)
    }
    for (const { name, description } of document.tags)
      if (!description) faults.push(`${name} is not described`)
    assert.deepEqual(faults, [])
  })

  test('it has every route that is open to tokens, each with its scope, and no other', async ({ assert }) => {
    const { paths } = await read()
    const described = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId, security }): [string, readonly string[]] => [
        operationId,
        security.find((one) => 'token' in one)?.token ?? [],
      ]),
    )
    const open = Object.keys(ROUTE_SCOPES)
      .map((name): [string, readonly string[] | 'browser'] => [name, scopesOf(name)])
      .filter(([, scopes]) => scopes !== 'browser')
    assert.deepEqual(Object.fromEntries(described), Object.fromEntries(open))
    assert.lengthOf(described, open.length)
  })

  test('it is not sent twice, and pages of other origins read it', async ({ assert }) => {
    const first = await new Visitor().get('/api/openapi.json')
    assert.equal(first.headers.get('access-control-allow-origin'), '*')
    const tag = first.headers.get('etag') ?? ''
    assert.equal((await new Visitor().get('/api/openapi.json', { 'if-none-match': tag })).status, 304)
  })

  test('an answer that it does not describe is a fault', ({ assert }) => {
    assert.isTrue(answersAreJudged())
    const path = '/api/access-tokens/current'
    const fault = (
      status: number,
      body: unknown,
      contentType: string | null = 'application/json; charset=utf-8',
    ) => answerFault('GET', path, { status, contentType, body }) ?? ''
    const token = {
      ...{ id: '1', name: 'x', begins: 'fw_', scopes: [], person: { id: '1', name: 'x' } },
      ...{ created_at: new Date().toISOString(), expires_at: null, last_used_at: null },
      workspace: { id: '1', name: 'x' },
    }
    assert.equal(fault(200, { data: token }), '')
    assert.equal(fault(401, { code: 'E_X', message: 'x' }), '')
    assert.include(fault(200, { data: { ...token, secret: 1 } }), 'additional properties')
    assert.include(fault(200, { data: { ...token, created_at: 'yesterday' } }), 'date-time')
    assert.include(fault(200, { data: { ...token, scopes: ['all'] } }), 'allowed values')
    assert.include(fault(201, { data: token }), 'does not have')
    assert.include(fault(200, 'x', 'text/html'), 'as text/html')
    assert.isUndefined(
      answerFault('GET', '/api/user', { status: 200, contentType: 'application/json', body: 1 }),
    )
  })
})
