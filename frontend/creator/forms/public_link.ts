/** The address respondents open. */
export function publicLink(slug: string): string {
  return `${window.location.origin}/forms/${slug}`
}
