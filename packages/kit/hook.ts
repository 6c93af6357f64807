/** How a request shows that its service makes it: with a secret that both know. */
interface HookSecret {
  /** name of the secret setting that holds it; without it the signing secret that the core makes (`secret`) */
  secret?: string
}

/** The service sends the secret itself along, in a header or in the address. */
export interface HookToken extends HookSecret {
  by: 'token'
  in: { header: string } | { query: string }
  /** what stands before it: `Bearer ` */
  prefix?: string
  /** the header that names the request: one that was taken before is not handed on again */
  id?: string
}

/** The service signs what it sends (HMAC). A request that was taken before is not handed on again. */
export interface HookSignature extends HookSecret {
  by: 'signature'
  /** the header of the signature, or of several with spaces or commas between */
  header: string
  /** what stands before each: `sha256=`, `v0=` */
  prefix?: string
  hash: 'sha1' | 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  /** what is signed, with `{body}`, and `{timestamp}` and `{id}` where there are such headers: `v0:{timestamp}:{body}` */
  content: string
  /** the header with the time, in seconds: what is signed five minutes ago or earlier is refused */
  timestamp?: string
  /** the header that names the request; without it the signature does */
  id?: string
  /** `base64`: the key are the bytes that the secret says behind its prefix (Standard Webhooks). Default: its characters. */
  key?: 'text' | 'base64'
}

export type HookVerification = HookToken | HookSignature

/** Requests of a service that an integration takes, below an address of its own. */
export interface Hook {
  method: 'GET' | 'POST' | 'PUT'
  /** what stands behind that address: small letters, digits and hyphens, in parts with slashes between */
  path: string
  /** most bytes of a body, up to 1 MB */
  maxBytes: number
  verification: HookVerification
  /** names of headers that the plugin is handed besides `content-type`, in small letters */
  headers?: readonly string[]
}

/** A request as its plugin is handed it: data, of which the core has made sure that the service sent it. */
export interface HookRequest<S> {
  /** of the hook */
  path: string
  method: Hook['method']
  /** of a name that comes twice the first */
  query: Readonly<Record<string, string>>
  /** those that were declared */
  headers: Readonly<Record<string, string>>
  body: string
  settings: S
}

/** What the service is answered: 200 with a short text, or 422 with a sentence. */
export type HookAnswer =
  | { result: 'done'; body?: string; type?: 'text/plain' | 'application/json' }
  | { result: 'refused'; reason: string }

/** Most bytes of a body that a hook may take. */
export const LARGEST_HOOK_BODY = 1024 * 1024

const PATH = /^[a-z0-9][a-z0-9-]{0,39}(\/[a-z0-9][a-z0-9-]{0,39}){0,3}$/
const METHODS: readonly string[] = ['GET', 'POST', 'PUT']
const HASHES: readonly string[] = ['sha1', 'sha256', 'sha512']

/** What is wrong with a hook as it was declared, as the rest of a sentence; nothing when it can be used. */
export function hookRefusal(hook: Hook): string | undefined {
  const { method, path, maxBytes, verification } = hook
  const called = `a hook "${String(path)}"`
  if (typeof path !== 'string' || !PATH.test(path))
    return `has ${called}: name it with small letters, digits and hyphens.`
  if (!METHODS.includes(method)) return `has ${called} for ${String(method)}: choose ${METHODS.join(', ')}.`
  if (!Number.isInteger(maxBytes) || maxBytes < 0 || maxBytes > LARGEST_HOOK_BODY)
    return `has ${called} with maxBytes ${maxBytes}: say how many bytes it takes, up to ${LARGEST_HOOK_BODY}.`
  if (verification?.by === 'token') {
    const place: { header?: unknown; query?: unknown } = Object(verification.in)
    return typeof (place.header ?? place.query) === 'string'
      ? undefined
      : `has ${called} that does not say where its token is.`
  }
  if (verification?.by !== 'signature') return `has ${called} that anybody could call: say its verification.`
  const { hash, encoding, content, header, timestamp, id } = verification
  if (!HASHES.includes(hash) || !['hex', 'base64'].includes(encoding) || typeof header !== 'string')
    return `has ${called} whose signature nobody can check: say its header, hash and encoding.`
  if (!content.includes('{body}')) return `has ${called} that does not sign its {body}.`
  if (content.includes('{timestamp}') !== (timestamp !== undefined))
    return `has ${called} whose {timestamp} and its header do not come together.`
  if (content.includes('{id}') && id === undefined) return `has ${called} whose {id} has no header.`
  return undefined
}

/** The name of the header that a token or a signature comes in; undefined where it is in the address. */
export function headerOf(verification: HookVerification): string | undefined {
  if (verification.by === 'signature') return verification.header.toLowerCase()
  return 'header' in verification.in ? verification.in.header.toLowerCase() : undefined
}
