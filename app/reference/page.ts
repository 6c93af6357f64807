import { createHash } from 'node:crypto'
import { escapeHtml } from '#app/http/error_page'
import type { ApiDocument, DescribedOperation } from '#app/reference/document'
import type { JsonSchema } from '#app/reference/schemas'

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f7f9;--line:#e3e6ea;--ink:#14171c;--muted:#59616e;--link:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--ground:#121418;--raised:#1b1e24;--line:#2c313a;--ink:#eff1f4;--muted:#a5adba;--link:#8ab4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;
font:1rem/1.5 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',system-ui,sans-serif}
a{color:var(--link);text-underline-offset:2px}a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:2px}
header,main,nav{max-width:880px;margin:0 auto;padding:0 20px}header{padding-top:40px}main{padding-bottom:80px}
h1{margin:0 0 8px;font-size:1.75rem;line-height:1.2;letter-spacing:-.022em}
h2{margin:56px 0 8px;font-size:1.375rem}h3{margin:0;font-size:1rem;line-height:1.5}h4{margin:20px 0 6px;font-size:.875rem}
p{margin:0 0 12px}.muted{color:var(--muted)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}nav a{display:inline-block;padding:4px 0}
section>article{padding:20px 0;border-top:1px solid var(--line)}
code,pre{font:.875rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace}
.call{margin:2px 0 8px}.call b{display:inline-block;min-width:4.5em}
pre{margin:0 0 8px;padding:12px 14px;overflow:auto;max-height:360px;border-radius:8px;background:var(--raised)}
dl{margin:0}dt{margin-top:8px}dd{margin:0;color:var(--muted)}
summary{padding:4px 0;cursor:pointer}
`

/** What the page may load: its own few lines of style. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The reference of the API as a page for people. It loads nothing and runs nothing. */
export function referencePage(document: ApiDocument): string {
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    const articles = own.map(({ path, method, operation }) => articleOf(path, method, operation))
    return `<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>${articles.join('')}</section>`
  })
  const types = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article id="${typeId(name)}"><h3>${escapeHtml(name)}</h3>${code(schema, `Schema of ${name}`)}</article>`,
  )
  const links = [...tags.map(({ name }) => name), 'Types'].map(
    (name) => `<li><a href="#${idOf(name)}">${escapeHtml(name)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head>
<body><header><h1>${escapeHtml(info.title)}</h1><p class="muted">${escapeHtml(info.description)}
Make a token in <a href="/settings/access-tokens">Settings, Access tokens</a>, and send it with every call:</p>
<pre tabindex="0" aria-label="How a token is sent">curl -H 'Authorization: Bearer fw_…' ${'https://…'}/api/access-tokens/current</pre>
<p class="muted">For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p></header>
<nav aria-label="Subjects"><ul>${links.join('')}</ul></nav>
<main>${sections.join('')}<section aria-labelledby="types"><h2 id="types">Types</h2>${types.join('')}</section></main></body></html>
`
}

function articleOf(path: string, method: string, operation: DescribedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]
  const answers = Object.entries(responses).map(([status, { description: words, content }]) => {
    const [type, answer] = Object.entries(content ?? {})[0] ?? []
    const what = answer
      ? ` ${type === 'application/json' ? nameOf(answer.schema) : escapeHtml(type ?? '')}`
      : ''
    return `<dt><code>${status}</code>${what}</dt><dd>${escapeHtml(words)}</dd>`
  })
  return `<article id="${escapeHtml(operationId)}"><h3>${escapeHtml(summary)}</h3>
<p class="call"><code><b>${method}</b>${escapeHtml(path)}</code></p>${description ? `<p class="muted">${marked(description)}</p>` : ''}
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map(parameterOf).join('')}</dl>` : ''}
${body ? `<h4>Body</h4>${bodyOf(body, summary)}` : ''}
<details><summary>Answers</summary><dl>${answers.join('')}</dl></details></article>`
}

function parameterOf({
  name,
  in: place,
  required,
  description,
}: DescribedOperation['parameters'][number]): string {
  const need = place === 'path' || required ? 'required' : 'optional'
  return `<dt><code>${escapeHtml(name)}</code> <span class="muted">${place}, ${need}</span></dt><dd>${marked(description ?? '')}</dd>`
}

function bodyOf({ schema, example }: { schema: JsonSchema; example?: unknown }, summary: string): string {
  if (Object.keys(schema).length === 0) return '<p class="muted">The file itself.</p>'
  const shown = example === undefined ? '' : code(example, `Example: ${summary}`)
  return `${shown}<details><summary>Schema</summary>${code(schema, `Schema: ${summary}`)}</details>`
}

function code(value: unknown, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

/** The type that an answer holds, with a link to it. */
function nameOf(schema: JsonSchema): string {
  const name = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema))?.[1]
  return name === undefined ? 'JSON' : `<a href="#${typeId(name)}">${escapeHtml(name)}</a>`
}

/** Text in which what stands between backticks is code. */
function marked(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-')
}

function typeId(name: string): string {
  return `type-${name}`
}
