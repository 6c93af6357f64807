import { mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { exitCode, figure } from './million/figures.ts'
import { load } from './respond/load.ts'
import { run } from './respond/processes.ts'

// The public page of a form with ten fields: what it weighs, and how fast it is served against Node alone sending the
// same bytes, plain and compressed. Floors: 25 KB of script and style, gzip (32 with most kinds, rules and
// formulas); 0.3 of Node alone.

const [APP, BARE] = [3811, 3812]
const CONNECTIONS = 16
const ROUNDS = 5
process.env.HOST = '127.0.0.1'
process.env.PORT = String(APP)
const { publishedForm } = await import('#tests/functional/respond/answering')

const server = await run('bin/server.ts', APP)
const options = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two' },
]
const block = (kind: string, n: number, settings = {}) => {
  return { id: `${kind}00${n}`, kind, v: 1, key: `${kind}${n}`, label: `Question ${n}`, settings }
}
const form = await publishedForm([
  ...[1, 2, 3, 4].map((n) => block('text', n)),
  ...[5, 6, 7].map((n) => block('select', n, { options })),
  ...[8, 9, 10].map((n) => block('number', n)),
])

/** What a page of this form brings besides its HTML: sizes in bytes as they come over the wire with gzip. */
async function wireOf(slug: string): Promise<{ html: string; page: Response; sizes: number[] }> {
  const page = await fetch(`http://127.0.0.1:${APP}/forms/${slug}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const html = await page.text()
  const links = [...html.matchAll(/(?:src|href)="(\/respondent\/[^"]+)"/g)].map(([, path]) => path ?? '')
  return { html, page, sizes: await Promise.all(links.map(bytesOf)) }
}

/** The bytes of a body as they are sent: fetch would unpack them. */
function bytesOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port: APP, path, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

/** A heavy page: most kinds of fields, rules and formulas of every sort, pages, an ending of its own. */
const heavy = await publishedForm([
  ...[1, 2].map((n) => block('text', n)),
  block('text', 3, { minLength: 2 }),
  block('select', 4, { options }),
  {
    ...block('number', 5),
    rules: [{ when: { left: { field: 'text001' }, op: 'is-not-empty' }, do: 'show' }],
  },
  { id: 'second1', kind: 'page-break', v: 1, settings: {} },
  block('select', 6, { options, multiple: true }),
  block('select', 7, { options, appearance: 'dropdown' }),
  block('file', 8),
  { ...block('calculation', 9, { formula: 'round({#number005} * 1.19, 2)' }), label: 'For {#text001}' },
  block('calculation', 10, { formula: 'days_between(today(), date(2030, 1, 1))' }),
  { id: 'ending1', kind: 'ending', v: 1, settings: { title: 'Thank you, {#text001}' } },
])

const { html, page, sizes: files } = await wireOf(form.slug)
for (const [name, { sizes }, limit] of [
  ['ten texts, choices and numbers', await wireOf(form.slug), 25],
  ['ten fields of most kinds, rules, formulas, pages', await wireOf(heavy.slug), 32],
] as const) {
  const weight = sizes.reduce((sum, one) => sum + one, 0) / 1024
  figure(`script and style, gzip: ${name}`, `${weight.toFixed(1)} KB in ${sizes.length} files`, {
    text: `≤ ${limit} KB`,
    held: weight <= limit,
  })
}
figure('files named in the page, so one wave brings them', `${files.length}`)
figure('HTML, gzip', `${(gzipSync(html).length / 1024).toFixed(1)} KB`)

const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'page.json')
const headers = Object.fromEntries(
  [...page.headers].filter(
    ([name]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(name),
  ),
)
writeFileSync(file, JSON.stringify({ headers, body: Buffer.from(html).toString('base64') }))
const bare = await run('bench/respond/bare_page.ts', BARE, { PAGE: file })

const ask = async (port: number, seconds: number, encoding = 'identity') => {
  const { rate } = await load({
    port,
    connections: CONNECTIONS,
    seconds,
    status: 200,
    request: () =>
      `GET /forms/${form.slug} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/html\r\naccept-encoding: ${encoding}\r\n\r\n`,
  })
  return rate
}
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Pages a second and the share of Node alone: in turns, so that both meet the same machine. */
async function compare(encoding?: string): Promise<{ ours: number; alone: number; shares: number[] }> {
  const rates: { ours: number; alone: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.push({ ours: await ask(APP, 3, encoding), alone: await ask(BARE, 3, encoding) })
  }
  return {
    ours: median(rates.map(({ ours }) => ours)),
    alone: median(rates.map(({ alone }) => alone)),
    shares: rates.map(({ ours, alone }) => ours / alone).sort((a, b) => a - b),
  }
}

await ask(APP, 2)
await ask(BARE, 2)
const { ours, alone, shares } = await compare()
const ratio = median(shares)
figure('pages a second', `${ours.toFixed(0)}, Node alone ${alone.toFixed(0)}`)
figure('share of Node alone', `${ratio.toFixed(2)} (${shares.map((share) => share.toFixed(2)).join(', ')})`, {
  text: '≥ 0.3',
  held: ratio >= 0.3,
})
const zipped = await compare('gzip')
figure(
  'pages a second, compressed',
  `${zipped.ours.toFixed(0)}, Node alone compressing each ${zipped.alone.toFixed(0)}`,
)
await Promise.all([server.stop(), bare.stop()])
process.exit(exitCode())
