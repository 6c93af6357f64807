import ipaddr from 'ipaddr.js'

interface Bucket {
  tokens: number
  at: number
}

/** So many in a minute on average, and a third of them at once. */
function burstOf(perMinute: number): number {
  return Math.max(1, Math.ceil(perMinute / 3))
}

/**
 * Counts what callers do, in memory: each has a bucket that fills steadily and is drawn from. There are at most `most`
 * buckets; the one that was not touched for the longest goes first, and is full again when its caller comes back.
 */
export class TokenBuckets {
  readonly #most: number
  readonly #buckets = new Map<string, Bucket>()
  #latest: string | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** Draws one. Answers 0, or the whole seconds after which there will be one again. */
  take(caller: string, perMinute: number, now = performance.now()): number {
    const burst = burstOf(perMinute)
    const bucket = this.#touched(caller) ?? this.#begin(caller, { tokens: burst, at: now })
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute)
    bucket.at = now
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perMinute) * 60)
    bucket.tokens--
    return 0
  }

  get size(): number {
    return this.#buckets.size
  }

  /** The bucket of a caller, the last to be forgotten from now on. */
  #touched(caller: string): Bucket | undefined {
    const bucket = this.#buckets.get(caller)
    if (bucket && caller !== this.#latest) {
      this.#buckets.delete(caller)
      this.#buckets.set(caller, bucket)
      this.#latest = caller
    }
    return bucket
  }

  #begin(caller: string, bucket: Bucket): Bucket {
    this.#buckets.set(caller, bucket)
    this.#latest = caller
    if (this.#buckets.size > this.#most) this.#forgetOldest()
    return bucket
  }

  #forgetOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest)
      return
    }
  }
}

/** Who a client address stands for: an IPv6 subscriber has a whole network of them. */
export function callerOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  return known.kind() === 'ipv4'
    ? known.toString()
    : known.toNormalizedString().split(':').slice(0, 4).join(':')
}
