import type { Draw } from './visit.ts'

/**
 * An address of the web or of a mailbox as it is written in a text; a full stop, a comma or a bracket after it is none of
 * it.
 */
const ADDRESS =
  /(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}،؛؟。]|[\p{L}\p{N}.+_-]{1,64}@[\p{L}\p{N}.-]{1,250}\.\p{L}{2,})/iu

/** A creator's text whose addresses can be followed. */
export function linked(draw: Draw, text: string) {
  return text.split(ADDRESS).map((part, key) => {
    if (key % 2 === 0) return part
    const href = /^https?:/i.test(part) ? part : `mailto:${part}`
    return draw('a', { key, href, rel: 'noopener nofollow' }, part)
  })
}
