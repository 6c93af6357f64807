import type { Visitor } from '#tests/functional/visitor'
import { Tenant } from '#tests/load/tenant'

/** A published form with a webhook: of two pages with a text, a number and a file, where no blocks are given. */
export interface Form {
  id: string
  workspaceId: string
  tenant: Tenant
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
  {
    access = {},
    blocks = BLOCKS,
    tenant: known,
  }: { access?: { maxSubmissions?: number }; blocks?: object[]; tenant?: Tenant } = {},
): Promise<Form> {
  const tenant = known ?? (await Tenant.register(url))
  const form = await tenant.publish(blocks, access)
  const path = `/api/forms/${form.id}/integrations`
  const { data: webhook } = await tenant.ask<{ data: { secret: string } }>('POST', path, {
    kind: 'webhook',
    settings: { url: hook },
  })
  return {
    id: form.id,
    workspaceId: tenant.workspaceId,
    tenant,
    creator: tenant.visitor,
    url: `${url}/api/forms/${form.slug}`,
    page: `${url}/forms/${form.slug}`,
    version: form.version,
    fileBlock: 'paper1',
    secret: webhook.secret,
  }
}
