/** The hosts of a setting. */
export function hostsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
}
