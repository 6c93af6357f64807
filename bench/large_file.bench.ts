// A file of 1 GB through a line that is cut ten times: how long it is on its way, how long until it is a file of the
// form, and whether its creator gets the same one. Run: npm run bench large_file
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { run } from './respond/processes.ts'
import { exitCode, figure, ms } from './million/figures.ts'

const PORT = 3814
const MB = 1_000_000
const SIZE = 1000 * MB
const CUTS = 10
/** what the page sends at once */
const CHUNK = 8 * MB
process.env.HOST = '127.0.0.1'
process.env.PORT = String(PORT)
const { cuttingProxy } = await import('#tests/functional/cutting_proxy')
const { publishedForm, submit } = await import('#tests/functional/respond/answering')

const server = await run('bin/server.ts', PORT)
const form = await publishedForm([
  {
    ...{ id: 'film01', kind: 'file', v: 1, key: 'film', label: 'A film' },
    settings: { maxMegabytes: SIZE / MB },
  },
])
const { creator, id, slug, visitor } = form
const bytes = randomBytes(SIZE)
const proxy = await cuttingProxy(visitor.baseUrl, SIZE / CUTS - CHUNK, CUTS)
const key = randomUUID()
const query = `block=film01&key=${key}&version=1&name=film.bin`

const began = performance.now()
const url = await new Promise<string>((resolve, reject) => {
  const upload = new Upload(bytes, {
    endpoint: `${proxy.url}/api/forms/${slug}/uploads?${query}`,
    chunkSize: CHUNK,
    retryDelays: Array.from({ length: CUTS }, () => 0),
    headers: { 'x-forwarded-for': visitor.address },
    onSuccess: () => resolve(upload.url ?? ''),
    onError: reject,
  })
  upload.start()
})
const arrived = performance.now()
figure('cuts of the line', String(proxy.cuts), { text: String(CUTS), held: proxy.cuts === CUTS })
figure('on its way', ms(arrived - began))
const whole = await visitor.post<{ data: { id: string } }>(
  `/api/forms/${slug}/files?${query}&upload=${new URL(url).pathname.split('/').at(-1)}`,
)
figure('until it is a file', ms(performance.now() - arrived), {
  text: 'taken',
  held: whole.status === 201,
})
const sent = await submit(form, { film: [whole.body.data.id] }, { submission_key: key })
const file = `/api/forms/${id}/submissions/${sent.body.data.id}/files/${whole.body.data.id}`
const cookie = [...creator.visitor.cookies].map((pair) => pair.join('=')).join('; ')
const answer = await fetch(new URL(file, visitor.baseUrl), { headers: { cookie } })
const got = createHash('sha256')
for await (const piece of answer.body ?? []) got.update(piece)
const expected = createHash('sha256').update(bytes).digest('hex')
figure('what its creator gets', `${Number(answer.headers.get('content-length')) / MB} MB`, {
  text: 'the same',
  held: got.digest('hex') === expected,
})
await proxy.close()
await server.stop()
process.exit(exitCode())
