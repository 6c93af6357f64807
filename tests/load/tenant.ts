import { randomUUID } from 'node:crypto'
import { Visitor } from '#tests/functional/visitor'

/** A published form, as its creator and everybody else name it. */
export interface TenantForm {
  id: string
  slug: string
  version: number
}

/** Somebody who has registered at a server, with their workspace, as a program that uses the API. */
export class Tenant {
  private constructor(
    readonly visitor: Visitor,
    readonly email: string,
    readonly workspaceId: string,
  ) {}

  static async register(url: string): Promise<Tenant> {
    const visitor = new Visitor(url)
    const email = `${randomUUID()}@example.com`
    await visitor.get('/api/user')
    await must(visitor, 'POST', '/api/register', { name: 'Ada', email, password: 'correct horse battery' })
    const { data } = await must<{ data: { id: string }[] }>(visitor, 'GET', '/api/open/workspaces/')
    return new Tenant(visitor, email, data[0].id)
  }

  /** What the API answers to the creator. Throws where it refuses. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return must(this.visitor, method, path, body)
  }

  /** A form that is a draft. */
  async draw(blocks: readonly object[]): Promise<{ id: string; slug: string }> {
    const path = `/api/workspaces/${this.workspaceId}/forms`
    const { data } = await this.ask<{ data: { id: string; slug: string } }>('POST', path, {
      title: 'A form',
      blocks,
    })
    return data
  }

  async publish(blocks: readonly object[], access: { maxSubmissions?: number } = {}): Promise<TenantForm> {
    const { id, slug } = await this.draw(blocks)
    const path = `/api/forms/${id}`
    const base = await this.revision(id)
    const settings = { block_id: 'settings.access', kind: 'settings.access', position: '', content: access }
    const draft = await this.ask<{ data: { revision: number } }>('PATCH', `${path}/draft`, {
      base,
      ops: [{ op: 'put', ...settings }],
    })
    const { data } = await this.ask<{ data: { version: number } }>('POST', `${path}/publication`, {
      revision: draft.data.revision,
    })
    return { id, slug, version: data.version }
  }

  /** The revision of a draft. */
  async revision(form: string): Promise<number> {
    const { data } = await this.ask<{ data: { revision: number } }>('GET', `/api/forms/${form}/draft`)
    return data.revision
  }
}

async function must<T>(visitor: Visitor, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await visitor.request<T>(method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 1000)}`)
  return reply.body
}
