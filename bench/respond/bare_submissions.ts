import { createServer } from 'node:http'
import pg from 'pg'

// Node and node-postgres alone, doing the inserts of a submission in one transaction: what is measured against.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_OWNER_URL, max: 16 })
const [workspaceId, formId] = (process.env.FORM ?? '').split(' ')

createServer((request, response) => {
  if (request.method === 'GET') return response.end()
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    store(JSON.parse(text)).then(
      (data) => {
        response.writeHead(201, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ data }))
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
}).listen(Number(process.env.PORT), '127.0.0.1')

async function store(body: { submission_key: string; answers: unknown }): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string; received_at: Date }>({
      name: 'submission',
      text: `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
             values ($1, $2, 1, $3, $4, $5, $6) returning id, received_at`,
      values: [
        workspaceId,
        formId,
        body.submission_key,
        'hash',
        JSON.stringify(body.answers),
        Object.values(Object(body.answers)).join('\n').toLowerCase(),
      ],
    })
    await client.query({
      name: 'event',
      text: `insert into outbox (workspace_id, form_id, event, submission_id) values ($1, $2, 'submission.created', $3)`,
      values: [workspaceId, formId, rows[0]?.id],
    })
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
}
