import router from '@adonisjs/core/services/router'
import { OPERATIONS, type Operation } from '#app/reference/operations'
import { fieldWords, REFUSALS, SENT_BACK, TAGS } from '#app/reference/words'
import { answerExamples, answerSchemas, bodyExamples, type JsonSchema } from '#app/reference/schemas'
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
  /** refusals are the same everywhere, and told once: see `describedAnswer` */
  responses: Record<string, DescribedAnswer | { $ref: string }>
}

interface Content {
  schema: JsonSchema
  example?: unknown
}

/** An answer as the document tells of it. */
export interface DescribedAnswer {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Content>
}

/** The document, as far as we read it ourselves. */
export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    securitySchemes: object
    schemas: Record<string, JsonSchema>
    /** what is answered to what cannot be done */
    responses: Record<string, DescribedAnswer>
    headers: Record<string, { description: string; schema: JsonSchema }>
  }
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
  const given = answerExamples()
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
      { name, method, path, scopes, example: examples[name], given: given[name] },
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
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? '',
    })),
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
      responses: Object.fromEntries(
        Object.keys(REFUSALS).map((status) => [refusal(status), refusalOf(Number(status))]),
      ),
      headers: Object.fromEntries(
        Object.entries(SENT_BACK).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
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
  /** of what it answers */
  given: unknown
}

function describe(
  { name, method, path, scopes, example, given }: Route,
  operation: Operation,
  answers: Record<string, JsonSchema>,
): DescribedOperation {
  const isPublic = name.startsWith('public.')
  const refusals = [...ALWAYS, ...(operation.refusals ?? [])]
  if (isDoneOnce(name, method) && !refusals.includes(409)) refusals.push(409)
  const token = [{ token: [...scopes] }]
  const named = scopes.map((scope) => `\`${scope}\``).join(' and ')
  return {
    operationId: name,
    summary: operation.summary,
    description: needs(named, isPublic),
    tags: [operation.tag],
    security: isPublic ? [{}, ...token] : token,
    parameters: [...pathParameters(path), ...queryParameters(operation), ...headers(name, method)],
    ...bodyOf(name, operation, example),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          {
            ...answerOf(Number(status), schema, operation, given),
            headers: sentBack([
              ...(TAGGED.includes(name) ? ['ETag'] : []),
              ...(isDoneOnce(name, method) ? ['Idempotency-Replayed'] : []),
            ]),
          },
        ]),
      ),
      ...Object.fromEntries(
        refusals.map((status) => [status, { $ref: `#/components/responses/${refusal(status)}` }]),
      ),
    },
  }
}

function needs(named: string, isPublic: boolean): string {
  if (isPublic) return `Open to everybody; a token needs ${named}.`
  return named === '' ? 'Open to every token.' : `Needs ${named}.`
}

/** What a route answers with a status; undefined for one that it does not have. */
export function describedAnswer(
  { components }: ApiDocument,
  { responses }: DescribedOperation,
  status: string | number,
): DescribedAnswer | undefined {
  const answer = responses[String(status)]
  return answer && '$ref' in answer ? components.responses[refusal(status)] : answer
}

function refusal(status: string | number): string {
  return `refused${status}`
}

function refusalOf(status: number): DescribedAnswer {
  const schema = { $ref: '#/components/schemas/ErrorAnswer' }
  const more: Record<number, string> = {
    401: 'WWW-Authenticate',
    403: 'WWW-Authenticate',
    412: 'ETag',
    429: 'Retry-After',
    503: 'Retry-After',
  }
  return {
    description: MEANINGS[status],
    headers: sentBack(more[status] ? [more[status]] : []),
    content: { 'application/json': { schema, example: REFUSALS[status] } },
  }
}

/** Headers that come with an answer; those of limits only to a token. */
function sentBack(more: readonly string[]): DescribedAnswer['headers'] {
  const names = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', ...more]
  return Object.fromEntries(names.map((one) => [one, { $ref: `#/components/headers/${one}` }]))
}

/** Routes whose answers have an ETag. */
const TAGGED = [
  'forms.draft.show',
  'forms.draft.update',
  'forms.document.show',
  'submissions.answers.show',
  'submissions.answers.update',
]

function answerOf(
  status: number,
  schema: JsonSchema,
  { answers }: Operation,
  example: unknown,
): DescribedAnswer {
  const description = MEANINGS[status]
  if (answers && status === 200)
    return { description, content: Object.fromEntries(answers.map((type) => [type, { schema: {} }])) }
  return schema.type === 'null'
    ? { description }
    : { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

function bodyOf(
  name: string,
  { body, file, entries = {} }: Operation,
  example: unknown,
): Pick<DescribedOperation, 'requestBody'> {
  if (file)
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } } }
  if (!body) return {}
  const content = { schema: withWords(name, body(), entries), ...(example !== undefined && { example }) }
  return { requestBody: { required: true, content: { 'application/json': content } } }
}

/** A schema of what a route takes, with what its fields mean, and the types of entries that are judged later. */
function withWords(name: string, schema: JsonSchema, entries: NonNullable<Operation['entries']>): JsonSchema {
  const fields = Object.entries({ ...(schema.properties ?? {}) }).map(([field, own]) => {
    const items = entries[field] && { items: { $ref: `#/components/schemas/${entries[field]}` } }
    return [field, { description: fieldWords(name, field), ...Object(own), ...items }]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** What stands in a path. */
const PLACES: Record<string, string> = {
  form: 'The id or address of the form.',
  workspaceId: 'The id of the workspace.',
  id: 'Its id.',
  fileId: 'The id of the file, as the answer has it.',
  number: 'The number of the version.',
  integrationId: 'The id of the integration.',
  deliveryId: 'The id of the delivery.',
  subscription: 'The id of the subscription.',
  endedId: 'The id of the subscription that ended.',
}

function pathParameters(path: string): DescribedOperation['parameters'] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    description: PLACES[name],
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

/** POSTs that take an `Idempotency-Key`: all but files, which are the same by their own key or bytes, and what stores nothing. */
function isDoneOnce(name: string, method: string): boolean {
  return method === 'POST' && !['media.store', 'public.api.files', 'public.api.evaluation'].includes(name)
}

/** Headers that a program may send along. */
function headers(name: string, method: string): DescribedOperation['parameters'] {
  const sent: Record<string, string> = {
    ...(isDoneOnce(name, method) && {
      'Idempotency-Key':
        'A key of yours: a repeat with it and the same token within 24 hours gets the first answer.',
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
