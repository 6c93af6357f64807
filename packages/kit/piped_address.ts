import { safeUrl } from './safe_url.ts'
import { piecesOf } from './stored_text.ts'

/** An answer is cut behind so many characters: servers and browsers take no endless addresses. */
const LONGEST_ANSWER = 500

/** What answers cannot change: in the web the scheme and the host, up to what follows them. */
const HOST = /^\s*https?:\/\/[^/?#\\\s]+[/?#]/i

/** Whether an address, perhaps with references to answers, is complete and leads to one place whatever they bring in. */
export function isPipedAddress(address: string): boolean {
  const [first, ...others] = piecesOf(address)
  const refers = [first, ...others].some((piece) => piece !== undefined && 'address' in piece)
  if (refers && !(first && 'literal' in first && HOST.test(first.literal))) return false
  return safeUrl(pipedAddress(address, () => '')) !== undefined
}

/** The address with its references filled in, by their number. Answers are encoded: none of their signs means anything. */
export function pipedAddress(address: string, answer: (number: number) => string): string {
  let number = 0
  const parts = piecesOf(address).map((piece) =>
    'literal' in piece
      ? piece.literal
      : encodeURIComponent(
          answer(number++)
            .slice(0, LONGEST_ANSWER)
            .replace(/\p{Surrogate}/gu, ''),
        ),
  )
  return parts.join('')
}
