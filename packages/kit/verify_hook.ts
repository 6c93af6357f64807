import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf, type Hook, type HookSignature, type HookVerification } from './hook.ts'

/** A request as it arrived, its names of headers in small letters. */
export interface ArrivedHook {
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Who made it: its service, with what the request is called where repeats can be told; or somebody else, or long ago. */
export type HookVerdict = { from: 'service'; name?: string } | { from: 'stranger' } | { from: 'past' }

/** How far the clocks of two machines may be apart, and how long a request may be under way. */
const TOLERANCE_MS = 5 * 60 * 1000

/** Whether a request comes from the service that knows one of these secrets. */
export function verifyHook(
  { verification }: Pick<Hook, 'verification'>,
  request: ArrivedHook,
  secrets: readonly string[],
  now: number,
): HookVerdict {
  const given = secrets.filter((secret) => secret !== '')
  return verification.by === 'token'
    ? verifyToken(verification, request, given)
    : verifySignature(verification, request, given, now)
}

function verifyToken(
  verification: HookVerification & { by: 'token' },
  { query, headers }: ArrivedHook,
  secrets: readonly string[],
): HookVerdict {
  const { prefix = '', id } = verification
  const sent =
    'header' in verification.in ? headers[headerOf(verification) ?? ''] : query[verification.in.query]
  if (!secrets.some((secret) => same(sent, `${prefix}${secret}`))) return { from: 'stranger' }
  return { from: 'service', ...nameOf(id && headers[id.toLowerCase()]) }
}

function verifySignature(
  verification: HookSignature,
  request: ArrivedHook,
  secrets: readonly string[],
  now: number,
): HookVerdict {
  const { prefix = '', timestamp, id } = verification
  const sent = request.headers[verification.header.toLowerCase()] ?? ''
  const candidates = sent.split(/[ ,]+/)
  const signature = secrets.map((secret) => `${prefix}${signatureOf(verification, request, secret)}`)
  const signed = candidates.find((candidate) => signature.some((one) => same(candidate, one)))
  if (signed === undefined) return { from: 'stranger' }
  if (timestamp !== undefined) {
    const at = Number(request.headers[timestamp.toLowerCase()]) * 1000
    if (!(Math.abs(now - at) <= TOLERANCE_MS)) return { from: 'past' }
  }
  return { from: 'service', ...nameOf(id === undefined ? signed : request.headers[id.toLowerCase()]) }
}

/** What the service signs a request with; without the prefix. */
export function signatureOf(verification: HookSignature, request: ArrivedHook, secret: string): string {
  const { content, timestamp = '', id = '', hash, encoding, key } = verification
  const hmac = createHmac(
    hash,
    key === 'base64' ? Buffer.from(secret.replace(/^[a-z]+_/, ''), 'base64') : secret,
  )
  const words: Record<string, string | Buffer> = {
    '{body}': request.body,
    '{timestamp}': request.headers[timestamp.toLowerCase()] ?? '',
    '{id}': request.headers[id.toLowerCase()] ?? '',
  }
  for (const piece of content.split(/(\{body\}|\{timestamp\}|\{id\})/)) hmac.update(words[piece] ?? piece)
  return hmac.digest(encoding)
}

function nameOf(name: string | undefined): { name?: string } {
  return name === undefined || name === '' ? {} : { name }
}

function same(one: string | undefined, other: string): boolean {
  const [a, b] = [Buffer.from(one ?? ''), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
