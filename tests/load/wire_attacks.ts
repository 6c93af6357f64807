import { randomUUID } from 'node:crypto'
import { type Attack, HTML, many, text, urlOf } from '#tests/load/attack'
import { fromSomewhere, strike, strikeRaw } from '#tests/load/wire'

/** A request up to its body, as it goes over the wire. */
function head(line: string, headers: Record<string, string> = {}): string {
  const all = { host: '127.0.0.1', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Attacks of anybody with no more than a form's address: bytes as no browser sends them, and not as fast. */
export const WIRE_ATTACKS: readonly Attack[] = [
  {
    name: 'requests that wait for no answer',
    lines: 8,
    answers: [0, 200],
    prepare: async (tenant) => {
      const { slug } = await tenant.publish([text('name01')])
      const bytes = head(`GET /forms/${slug}`, HTML).repeat(5_000)
      return () => strikeRaw(tenant.visitor.baseUrl, bytes, 1_000)
    },
  },
  {
    name: 'posts of very many parts',
    lines: 4,
    answers: [0, 413],
    prepare: async (tenant) => {
      const { slug } = await tenant.publish([text('name01'), text('photo1', { kind: 'file' })])
      const part = (n: number) => `--b\r\ncontent-disposition: form-data; name="f.a${n}"\r\n\r\n\r\n`
      const body = `${many(100_000, part).join('')}--b--\r\n`
      return () => {
        const headers = { ...HTML, 'content-type': 'multipart/form-data; boundary=b', ...fromSomewhere() }
        return strike(urlOf(tenant, `/forms/${slug}`), { method: 'POST', headers, body })
      }
    },
  },
  {
    name: 'connections that say nothing, or half a request',
    lines: 100,
    answers: [0],
    prepare: async (tenant) => {
      let begun = 0
      const half = head('GET /').slice(0, -4)
      return () => strikeRaw(tenant.visitor.baseUrl, begun++ % 2 === 0 ? '' : half, 2_000)
    },
  },
  {
    name: 'thousands of connections, each of which asks who it is',
    lines: 2_000,
    apart: true,
    answers: [401],
    prepare: async (tenant) => () => {
      const headers = { accept: 'application/json', ...fromSomewhere() }
      return strike(urlOf(tenant, '/api/user'), { headers })
    },
  },
  {
    name: 'files of which nothing comes',
    lines: 100,
    answers: [0],
    prepare: async (tenant) => {
      const { slug } = await tenant.publish([text('name01'), text('photo1', { kind: 'file' })])
      const path = () => `/api/forms/${slug}/files?block=photo1&version=1&name=a.txt&key=${randomUUID()}`
      return () => {
        const headers = { 'content-type': 'application/octet-stream', 'content-length': '1000000' }
        const bytes = head(`POST ${path()}`, { ...headers, ...fromSomewhere() })
        return strikeRaw(tenant.visitor.baseUrl, bytes, 2_000)
      }
    },
  },
]
