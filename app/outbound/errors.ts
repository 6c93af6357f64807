export type OutboundErrorCode =
  | 'E_OUTBOUND_URL'
  | 'E_OUTBOUND_DNS'
  | 'E_OUTBOUND_ADDRESS'
  | 'E_OUTBOUND_REQUEST'
  | 'E_OUTBOUND_CONNECT'
  | 'E_OUTBOUND_TLS'
  | 'E_OUTBOUND_TIMEOUT'
  | 'E_OUTBOUND_BUSY'
  | 'E_OUTBOUND_ANSWER'
  | 'E_OUTBOUND_STOPPED'
  /** of a request that may be made once: it was sent, and nobody knows what came of it */
  | 'E_OUTBOUND_UNSURE'

/** A call that could not be made or finished. The message is a sentence for the person who set the address. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode

  constructor(code: OutboundErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OutboundError'
    this.code = code
  }
}
