import env from '#start/env'

interface Row {
  workspaceId: string
  id: string
}

/**
 * What an integration is called in the addresses that services call: nobody is signed in there, so it says the workspace,
 * too. It gives no right to anything. Programs end their subscriptions by it.
 */
export function hookId({ workspaceId, id }: Row): string {
  return Buffer.from(`${workspaceId}${id}`.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The integration that is called so; undefined where nothing can be. */
export function readHookId(called: string): Row | undefined {
  const hex = /^[\w-]{43}$/.test(called) ? Buffer.from(called, 'base64url').toString('hex') : ''
  if (hex.length !== 64) return undefined
  return { workspaceId: uuid(hex.slice(0, 32)), id: uuid(hex.slice(32)) }
}

/** Where a service calls a hook; undefined where the operator set no public address. */
export function hookAddress(row: Row, path: string, base = env.get('APP_URL', '')): string | undefined {
  return base === '' ? undefined : new URL(hookPath(row, path), base).href
}

/** The same on this server, under whatever name it is reached. */
export function hookPath(row: Row, path: string): string {
  return `/api/integrations/${hookId(row)}/${path}`
}

function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
