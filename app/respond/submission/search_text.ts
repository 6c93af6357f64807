const EACH = 1024
const ALL = 8192

/**
 * Text to search in: signs without their accents, in lower case, cut to what is worth an index (docs/decisions.md:
 * Search text).
 */
export function searchText(texts: Iterable<string>): string {
  let all = ''
  for (const text of texts) {
    const plain = searchable(text.slice(0, EACH))
    if (plain === '') continue
    all += `${all === '' ? '' : '\n'}${cut(plain, EACH)}`
    if (all.length >= ALL) break
  }
  return cut(all, ALL)
}

/** Text as search sees it, in what is searched and in what is searched for. */
export function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase().trim()
}

/** At most so many bytes, without half a character at the end. */
function cut(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  const encoded = Buffer.from(text)
  if (encoded.length <= bytes) return text
  return new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true })
}
