/**
 * The parameter that tells a form from which page people came. It is given to forms whose settings name it; nothing is
 * kept on the device for it.
 */
export const REFERRER = 'document-referrer'

/** Of the address of a page its origin and path: what else stands in it is nobody's business. Undefined for other things. */
export function originAndPath(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : undefined
}
