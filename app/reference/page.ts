import { createHash } from 'node:crypto'
import { escapeHtml } from '#app/http/error_page'
import { curlOf } from '#app/reference/curl'
import {
  type ApiDocument,
  type DescribedAnswer,
  describedAnswer,
  type DescribedOperation,
} from '#app/reference/document'
import { fieldsOf, marked, typeId, typeOf } from '#app/reference/fields'
import { type Guide, GUIDES } from '#app/reference/guides'
import { SCRIPT } from '#app/reference/page_script'
import { STYLE } from '#app/reference/page_style'
import type { JsonSchema } from '#app/reference/schemas'

/** What the page may load: its own style and its own script. */
export const REFERENCE_POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** What any route may refuse, which is said once. */
const EVERYWHERE = ['400', '401', '403', '404', '413', '415', '422', '429', '503']

/** An operation and where it is. */
interface Placed {
  path: string
  method: string
  operation: DescribedOperation
}

/** The reference of the API as a page for people. It loads nothing, and says all without a script. */
export function referencePage(document: ApiDocument): string {
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const subjects = tags.map((tag) => {
    return { ...tag, own: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }
  })
  const sections = subjects.map(
    ({ name, description, own }) =>
      `<section data-group aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>
<p class="muted about">${marked(description)}</p>${own.map((one) => articleOf(document, one)).join('')}</section>`,
  )
  const types = Object.entries(components.schemas).map(([name, schema]) => typeArticle(name, schema))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents"><details id="contents" open><summary>Contents</summary>
<label hidden>Search <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Press / to search"></label>
<p id="found" class="muted" role="status"></p>
<ul data-group>${GUIDES.map(({ id, title }) => `<li data-words="${wordsOf(title)}"><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul>
${subjects.map(({ name, own }) => contentsOf(name, own)).join('')}
<p><a href="#types">Types</a></p></details></nav>
<header><h1>${escapeHtml(info.title)}</h1><p class="muted about">${escapeHtml(info.description)}
Tokens are made in <a href="/settings/access-tokens">Settings, Access tokens</a>.
For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p></header>
<main id="content" tabindex="-1">${GUIDES.map(guideOf).join('')}${sections.join('')}
<section data-group aria-labelledby="types"><h2 id="types">Types</h2>${types.join('')}</section></main>
<script>${SCRIPT}</script></body></html>
`
}

function contentsOf(name: string, own: readonly Placed[]): string {
  const items = own.map(({ path, method, operation: { operationId, summary } }) => {
    const words = wordsOf(operationId, method, path, summary)
    return `<li data-words="${words}"><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></li>`
  })
  return `<div data-group><p><a href="#${idOf(name)}">${escapeHtml(name)}</a></p><ul>${items.join('')}</ul></div>`
}

function guideOf({ id, title, parts }: Guide): string {
  const shown = parts.map((part) => {
    if (typeof part === 'string') return `<p>${marked(part)}</p>`
    if ('code' in part) return `<div class="shown">${pre(part.code, `Example: ${title}`)}</div>`
    const [first, second] = part.heads
    const rows = part.rows.map(
      ([name, words]) => `<tr><td><code>${escapeHtml(name)}</code></td><td>${marked(words)}</td></tr>`,
    )
    return `<table><thead><tr><th scope="col">${first}</th><th scope="col">${second}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  })
  return `<section class="guide" aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>${shown.join('')}</section>`
}

function articleOf(document: ApiDocument, { path, method, operation }: Placed): string {
  const { operationId, summary, description = '', parameters, requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
  const answers = Object.keys(responses).flatMap((status) => {
    const answer = EVERYWHERE.includes(status) ? undefined : describedAnswer(document, operation, status)
    return answer ? [{ status, answer }] : []
  })
  const success = answers[0]?.answer.content?.['application/json']
  return `<article id="${escapeHtml(operationId)}" data-words="${wordsOf(operationId, method, path, summary)}"><div><h3>${escapeHtml(summary)}</h3>
<p class="call"><code><b class="${method}">${method}</b>${escapeHtml(path)}</code></p><p class="muted">${marked(description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map(parameterOf).join('')}</dl>` : ''}
${body ? `<h4>Body</h4>${bodyOf(body.schema)}` : ''}
<h4>Answers</h4><dl>${answers.map(answerOf).join('')}</dl></div>
<div class="samples"><div class="shown"><h4>Request</h4>${pre(curlOf(method, path, operation), `Request: ${summary}`)}</div>
${success?.example === undefined ? '' : `<div class="shown"><h4>Answer, ${answers[0]?.status}</h4>${pre(JSON.stringify(success.example, null, 2), `Answer: ${summary}`)}</div>`}</div></article>`
}

function answerOf({
  status,
  answer: { description, content },
}: {
  status: string
  answer: DescribedAnswer
}): string {
  const [type, answer] = Object.entries(content ?? {})[0] ?? []
  const what = answer
    ? ` ${type === 'application/json' ? nameOf(answer.schema) : escapeHtml(type ?? '')}`
    : ''
  return `<dt><code>${status}</code>${what}</dt><dd>${marked(description)}</dd>`
}

function parameterOf({
  name,
  in: place,
  required,
  description,
  schema,
}: DescribedOperation['parameters'][number]): string {
  const need = required ? '' : ', optional'
  return `<dt><code>${escapeHtml(name)}</code> <span class="muted">${place}, ${typeOf(schema)}${need}</span></dt><dd>${marked(description ?? '')}</dd>`
}

function bodyOf(schema: JsonSchema): string {
  if (Object.keys(schema).length === 0) return '<p class="muted">The file itself.</p>'
  return fieldsOf(schema)
}

function typeArticle(name: string, schema: JsonSchema): string {
  const { description } = schema
  const words = typeof description === 'string' ? `<p class="muted">${marked(description)}</p>` : ''
  const fields = fieldsOf(schema)
  return `<article id="${typeId(name)}" data-words="${escapeHtml(name.toLowerCase())}"><div><h3>${escapeHtml(name)}</h3>${words}${fields || `<p class="muted">${typeOf(schema)}</p>`}</div></article>`
}

function pre(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}">${escapeHtml(text)}</pre>`
}

/** The type that an answer holds, with a link to it. */
function nameOf(schema: JsonSchema): string {
  const name = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema))?.[1]
  return name === undefined ? 'JSON' : `<a href="#${typeId(name)}">${escapeHtml(name)}</a>`
}

/** By what an operation is found. */
function wordsOf(...texts: readonly string[]): string {
  return escapeHtml(texts.join(' ').toLowerCase())
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
