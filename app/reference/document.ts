import router from '@adonisjs/core/services/router'
import { OPERATIONS, type Operation } from '#app/reference/operations'
import { answerSchemas, bodyExamples, type JsonSchema } from '#app/reference/schemas'
import { scopesOf } from '#start/scopes'

/** A route as the document tells of it. */
export interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, DescribedAnswer>
}

interface Content {
  schema: JsonSchema
  example?: unknown
}

interface DescribedAnswer {
  description: string
  content?: Record<string, Content>
}

/** The document, as far as we read it ourselves. */
export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { securitySchemes: object; schemas: Record<string, JsonSchema> }
}

const MEANINGS: Record<number, string> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Begun.',
  204: 'Done; there is nothing to say.',
  304: 'Nothing has changed.',
  400: 'The request cannot be read.',
  401: 'The access token opens nothing; `code` says why.',
  403: 'The token does not have the scope, or its person not the role.',
  404: 'There is nothing at this address, or nothing that the token may know of.',
  409: 'It collides with what is there.',
  410: 'The form is closed.',
  412: 'It was changed meanwhile: it has another ETag.',
  413: 'The request is too large.',
  415: 'The body is of another type.',
  422: 'What was sent cannot be taken; `errors` or `details` say what.',
  429: 'Too much in too short a time; `Retry-After` says when to come again.',
  503: 'Busy, or the database is away; `Retry-After` says when to come again.',
  507: 'There is no room for the file.',
}

/** What any route may refuse. */
const ALWAYS = [400, 401, 403, 404, 413, 415, 422, 429, 503]
const REFUSED = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } }

let made: ApiDocument | undefined

/** What the API is, as OpenAPI 3.1: every route that is open to access tokens. Made once, from the routes and their declarations. */
export function apiDocument(): ApiDocument {
  made ??= makeDocument()
  return made
}

function makeDocument(): ApiDocument {
  const { answers, types } = answerSchemas()
  const operations: Record<string, Operation> = OPERATIONS
  const examples = bodyExamples()
  const paths: ApiDocument['paths'] = {}
  for (const route of Object.values(router.toJSON()).flat()) {
    const scopes = scopesOf(route.name ?? '')
    if (route.name === undefined || scopes === 'browser') continue
    const operation = operations[route.name]
    if (!operation || !answers[route.name])
      throw new Error(`app/reference does not know the route ${route.name}.`)
    const path = route.pattern.replace(/:(\w+)/g, '{$1}')
    const method = route.methods.find((one) => one !== 'HEAD') ?? 'GET'
    const { name } = route
    const described = describe(
      { name, method, path, scopes, example: examples[name] },
      operation,
      answers[name],
    )
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formwright API',
      version: '1',
      description: 'What the creators’ app does in a browser, a program does with an access token.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, `fw_…`, of Settings, Access tokens.',
        },
      },
      schemas: types,
    },
  }
}

interface Route {
  name: string
  method: string
  path: string
  scopes: readonly string[]
  /** of what it takes */
  example: unknown
}

function describe(
  { name, method, path, scopes, example }: Route,
  operation: Operation,
  answers: Record<string, JsonSchema>,
): DescribedOperation {
  const isPublic = name.startsWith('public.')
  const refusals = [...ALWAYS, ...(operation.refusals ?? [])]
  if (method === 'POST' && !isPublic && !refusals.includes(409)) refusals.push(409)
  const token = [{ token: [...scopes] }]
  const named = scopes.map((scope) => `\`${scope}\``).join(' and ')
  return {
    operationId: name,
    summary: operation.summary,
    ...(named !== '' && {
      description: isPublic ? `Open to everybody; a token needs ${named}.` : `Needs ${named}.`,
    }),
    tags: [operation.tag],
    security: isPublic ? [{}, ...token] : token,
    parameters: [...pathParameters(path), ...queryParameters(operation), ...headers(name, method, isPublic)],
    ...bodyOf(operation, example),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          answerOf(Number(status), schema, operation),
        ]),
      ),
      ...Object.fromEntries(
        refusals.map((status) => [status, { description: MEANINGS[status], content: REFUSED }]),
      ),
    },
  }
}

function answerOf(status: number, schema: JsonSchema, { answers }: Operation): DescribedAnswer {
  const description = MEANINGS[status]
  if (answers && status === 200)
    return { description, content: Object.fromEntries(answers.map((type) => [type, { schema: {} }])) }
  return schema.type === 'null'
    ? { description }
    : { description, content: { 'application/json': { schema } } }
}

function bodyOf({ body, file }: Operation, example: unknown): Pick<DescribedOperation, 'requestBody'> {
  if (file)
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } } }
  if (!body) return {}
  const content = { schema: body(), ...(example !== undefined && { example }) }
  return { requestBody: { required: true, content: { 'application/json': content } } }
}

function pathParameters(path: string): DescribedOperation['parameters'] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    ...(name === 'form' && { description: 'The id or address of the form.' }),
    schema: { type: name === 'number' ? 'integer' : 'string' },
  }))
}

function queryParameters({ query = {} }: Operation): DescribedOperation['parameters'] {
  return Object.entries(query).map(([name, { words, schema, required = false }]) => ({
    ...{ name, in: 'query', required },
    description: words,
    schema,
  }))
}

/** Headers that a program may send along. */
function headers(name: string, method: string, isPublic: boolean): DescribedOperation['parameters'] {
  const sent: Record<string, string> = {
    ...(method === 'POST' &&
      !isPublic &&
      name !== 'media.store' && {
        'Idempotency-Key': 'A key of yours: a repeat with it within 24 hours gets the first answer.',
      }),
    ...(name === 'forms.document.show' && { 'If-None-Match': 'The ETag of a document that is known.' }),
    ...(name === 'submissions.answers.show' && {
      'If-None-Match': 'The ETag of a submission that is known.',
    }),
    ...(name === 'submissions.answers.update' && {
      'If-Match': 'The ETag of the submission: exactly that is changed, or nothing.',
    }),
    ...(['forms.draft.update', 'forms.publication.store'].includes(name) && {
      'If-Match': 'The ETag of the draft: it is changed at exactly that revision, or not at all.',
    }),
  }
  return Object.entries(sent).map(([header, description]) => ({
    ...{ name: header, in: 'header', required: false },
    description,
    schema: { type: 'string' },
  }))
}
