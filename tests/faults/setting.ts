import { Visitor } from '#tests/functional/visitor'
import { randomUUID } from 'node:crypto'

/** A published form with a webhook: of two pages with a text, a number and a file, where no blocks are given. */
export interface Form {
  id: string
  workspaceId: string
  /** who made it, signed in */
  creator: Visitor
  /** of its public API */
  url: string
  /** of its page */
  page: string
  version: number
  fileBlock: string
  /** of the webhook */
  secret: string
}

const BLOCKS = [
  { id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {}, required: true },
  { id: 'size01', kind: 'number', v: 1, key: 'size', label: 'Size', settings: {} },
  { id: 'page02', kind: 'page-break', v: 1, settings: {} },
  { id: 'paper1', kind: 'file', v: 1, key: 'paper', label: 'Paper', settings: {} },
]

/** Sets a form up as a creator does, through the API. */
export async function publishForm(
  url: string,
  hook: string,
  { access = {}, blocks = BLOCKS }: { access?: { maxSubmissions?: number }; blocks?: object[] } = {},
): Promise<Form> {
  const creator = new Visitor(url)
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await creator.request<T>(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  await creator.get('/api/user')
  const email = `${randomUUID()}@example.com`
  await ask('POST', '/api/register', { name: 'Ada', email, password: 'correct horse battery' })
  const workspaces = await ask<{ data: { id: string }[] }>('GET', '/api/open/workspaces/')
  const workspaceId = workspaces.data[0].id
  const forms = `/api/workspaces/${workspaceId}/forms`
  const { data: form } = await ask<{ data: { id: string; slug: string } }>('POST', forms, {
    title: 'Faults',
    blocks,
  })
  const path = `/api/forms/${form.id}`
  const base = await ask<{ data: { revision: number } }>('GET', `${path}/draft`)
  const settings = { block_id: 'settings.access', kind: 'settings.access', position: '', content: access }
  const draft = await ask<{ data: { revision: number } }>('PATCH', `${path}/draft`, {
    base: base.data.revision,
    ops: [{ op: 'put', ...settings }],
  })
  const { data: published } = await ask<{ data: { version: number } }>('POST', `${path}/publication`, {
    revision: draft.data.revision,
  })
  const { data: webhook } = await ask<{ data: { secret: string } }>('POST', `${path}/integrations`, {
    kind: 'webhook',
    settings: { url: hook },
  })
  return {
    id: form.id,
    workspaceId,
    creator,
    url: `${url}/api/forms/${form.slug}`,
    page: `${url}/forms/${form.slug}`,
    version: published.version,
    fileBlock: 'paper1',
    secret: webhook.secret,
  }
}
