/** The entity tags that a header names (`If-Match`, `If-None-Match`), weak ones as strong. */
export function tagsOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter(Boolean)
}
