import http from 'node:http'
import https from 'node:https'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import { linkSignals } from '../http/abort.ts'
import { INSTANCE } from '../http/instance.ts'
import { CALLER } from '../http/own_calls.ts'
import { type Address, type Range, readAddress } from './address_rules.ts'
import { checkedAddresses, type Destination, readDestination, type Resolve } from './destination.ts'
import { OutboundError, type OutboundErrorCode } from './errors.ts'
import { HostSlots } from './host_slots.ts'
import { systemResolve } from './names.ts'

export interface GuardedClientOptions {
  /** ranges the operator allows besides the public internet */
  allowed?: readonly Range[]
  resolve?: Resolve
  /** for one call, from looking up the name to the last byte read */
  timeoutMs?: number
  maxBytes?: number
  perHost?: number
  /** certificates trusted besides the system's own */
  ca?: string
}

export interface GuardedClient {
  /** Makes one call. Follows no redirects. Rejects with an `OutboundError`. */
  request(request: OutboundRequest, signal?: AbortSignal): Promise<OutboundResponse>
}

/** Headers that say how the message is framed and where it goes: ours alone. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'accept-encoding',
  CALLER,
])

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'])

const UNSURE = 'It was sent, and no answer came. It may have arrived: look there before you send it again.'

/** How many addresses of one name are tried. */
const MAX_DIALS = 3

/** An answer comes in so many pieces of any size; in more where they have so many bytes on average. */
const FREE_PIECES = 4_000
const BYTES_OF_PIECE = 64

/** So often a receiver may say that its answer is still to come (1xx). */
const MOST_INTERIM = 20

/**
 * The one client for calls to addresses that people type in. The name is resolved once, every address is checked, and
 * the connection is opened to a checked address itself: there is no second look-up that could answer differently.
 */
export function guardedClient(options: GuardedClientOptions = {}): GuardedClient {
  const {
    allowed = [],
    resolve = systemResolve,
    timeoutMs = 15_000,
    maxBytes = 65_536,
    perHost = 8,
    ca,
  } = options
  const slots = new HostSlots(perHost)

  return {
    async request(request, signal) {
      const destination = readDestination(request.url)
      const headers = ownHeaders(request, destination)
      // waiting for a slot has its own limit, so that a slow receiver does not eat the time of the calls behind it
      const wait = linkSignals([signal], timeoutMs)
      const release = await slots.take(destination.hostname, wait.signal).finally(wait.end)
      const limit = linkSignals([signal], timeoutMs)
      let isSent = false
      const onSent = () => (isSent = true)
      try {
        const addresses = await abortable(checkedAddresses(destination, resolve, allowed), limit.signal)
        return await dialInTurn(addresses, (address) =>
          call({ destination, address, request, headers, maxBytes, ca, signal: limit.signal, onSent }),
        )
      } catch (error) {
        if (request.once && isSent) throw new OutboundError('E_OUTBOUND_UNSURE', UNSURE, { cause: error })
        if (signal?.aborted) throw new OutboundError('E_OUTBOUND_STOPPED', 'The call was stopped.')
        if (limit.signal.aborted) {
          throw new OutboundError(
            'E_OUTBOUND_TIMEOUT',
            `No complete response within ${timeoutMs / 1000} seconds.`,
          )
        }
        throw asOutboundError(error)
      } finally {
        limit.end()
        release()
      }
    },
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

function ownHeaders(request: OutboundRequest, destination: Destination): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (OWN_HEADERS.has(name.toLowerCase())) {
      throw new OutboundError('E_OUTBOUND_REQUEST', `The header ${name} cannot be set.`)
    }
    headers[name.toLowerCase()] = value
  }
  return {
    'user-agent': 'Formwright',
    ...headers,
    host: destination.host,
    'accept-encoding': 'identity',
    [CALLER]: INSTANCE,
    'content-length': String(Buffer.byteLength(request.body)),
    connection: 'close',
  }
}

/** A name with several addresses: the next one is tried when there was no connection at all. */
async function dialInTurn<T>(
  addresses: readonly Address[],
  dial: (address: Address) => Promise<T>,
): Promise<T> {
  const [first, ...others] = addresses.slice(0, MAX_DIALS)
  if (!first) throw new OutboundError('E_OUTBOUND_DNS', 'The host has no address.')
  try {
    return await dial(first)
  } catch (error) {
    if (others.length === 0 || !NO_CONNECTION.has(codeOf(error))) throw error
    return dialInTurn(others, dial)
  }
}

interface Call {
  destination: Destination
  address: Address
  request: OutboundRequest
  headers: Record<string, string>
  maxBytes: number
  ca: string | undefined
  signal: AbortSignal
  /** called when all of it is on its way */
  onSent: () => void
}

function call({
  destination,
  address,
  request,
  headers,
  maxBytes,
  ca,
  signal,
  onSent,
}: Call): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const secure = destination.protocol === 'https:'
    const options: https.RequestOptions = {
      // a literal: node looks nothing up
      host: address.toString(),
      port: destination.port,
      method: request.method,
      path: destination.path,
      headers,
      signal,
      // no pool and no proxy from the environment: each call has the connection that was checked
      agent: false,
      setHost: false,
    }
    const sent = secure
      ? https.request({ ...options, servername: destination.servername ?? '', ca })
      : http.request(options)

    sent.on('socket', (socket) => {
      socket.once('connect', () => {
        const reached = readAddress(socket.remoteAddress ?? '')
        if (reached?.toString() !== address.toString()) {
          sent.destroy(new OutboundError('E_OUTBOUND_ADDRESS', 'The connection went to another address.'))
        }
      })
    })
    let interim = 0
    sent.on('information', () => {
      interim += 1
      if (interim > MOST_INTERIM) sent.destroy(tooManyPieces())
    })
    sent.on('finish', onSent)
    sent.on('error', reject)
    sent.on('close', () =>
      reject(new OutboundError('E_OUTBOUND_ANSWER', 'The connection closed without a response.')),
    )
    sent.on('response', (response) => {
      readUpTo(response, maxBytes).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response.headers), body })
        sent.destroy()
      }, reject)
    })
    sent.end(request.body)
  })
}

/**
 * Reads until the end or the limit; what lies beyond it is never taken off the wire. Copied into one: an answer may come in
 * pieces of a byte, each of which costs a hundred as an object, and as much work as one of thousands.
 */
function readUpTo(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const whole = Buffer.allocUnsafe(maxBytes)
    let size = 0
    let piecesLeft = FREE_PIECES
    const finish = () => resolve(new TextDecoder().decode(whole.subarray(0, size)))
    response.on('data', (chunk: Buffer) => {
      size += chunk.copy(whole, size)
      piecesLeft += chunk.length / BYTES_OF_PIECE - 1
      if (size === maxBytes) {
        response.pause()
        finish()
      } else if (piecesLeft < 0) {
        reject(tooManyPieces())
        response.destroy()
      }
    })
    response.on('end', finish)
    response.on('error', reject)
    response.on('aborted', () =>
      reject(
        new OutboundError('E_OUTBOUND_ANSWER', 'The connection was lost in the middle of the response.'),
      ),
    )
  })
}

function tooManyPieces(): OutboundError {
  return new OutboundError('E_OUTBOUND_ANSWER', 'The response came in very many tiny pieces.')
}

function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What went wrong, in a sentence; the cause keeps the detail for the server's log. */
function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  const made = (kind: OutboundErrorCode, message: string) =>
    new OutboundError(kind, message, { cause: error })
  if (code === 'ECONNREFUSED') return made('E_OUTBOUND_CONNECT', 'The receiver refused the connection.')
  if (NO_CONNECTION.has(code)) return made('E_OUTBOUND_CONNECT', 'The receiver could not be reached.')
  if (
    code === 'ERR_INVALID_CHAR' ||
    code === 'ERR_UNESCAPED_CHARACTERS' ||
    code === 'ERR_INVALID_HTTP_TOKEN'
  ) {
    return made('E_OUTBOUND_REQUEST', 'The request holds characters that cannot be sent.')
  }
  if (/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO|EPROTO/.test(code)) {
    return made(
      'E_OUTBOUND_TLS',
      `No secure connection: the receiver's certificate was not accepted (${code}).`,
    )
  }
  if (code.startsWith('HPE_')) return made('E_OUTBOUND_ANSWER', 'The receiver did not respond in HTTP.')
  return made('E_OUTBOUND_CONNECT', `The connection failed${code ? ` (${code})` : ''}.`)
}
