import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Node alone, sending a page with its headers as they were answered once: what is measured against.
const { headers, body }: { headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(process.env.PAGE ?? '', 'utf8'),
)
const bytes = Buffer.from(body, 'base64')
createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': bytes.length })
  response.end(bytes)
}).listen(Number(process.env.PORT), '127.0.0.1')
