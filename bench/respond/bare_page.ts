import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

// Node alone, sending a page with its headers as they were answered once: what is measured against. Who takes gzip gets it
// compressed for them alone, as a page with a key of its own must be.
const { headers, body }: { headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(process.env.PAGE ?? '', 'utf8'),
)
const bytes = Buffer.from(body, 'base64')
createServer((request, response) => {
  const zip = request.headers['accept-encoding'] === 'gzip'
  const sent = zip ? gzipSync(bytes) : bytes
  response.writeHead(200, {
    ...headers,
    'content-length': sent.length,
    ...(zip && { 'content-encoding': 'gzip' }),
  })
  response.end(sent)
}).listen(Number(process.env.PORT), '127.0.0.1')
