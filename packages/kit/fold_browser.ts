/**
 * A text as it is compared (docs/semantics.md: Text): case and outer spaces do not count, composed and decomposed characters
 * are alike, accents stay apart.
 */
export function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().replace(/ς/g, 'σ').replace(/ß/g, 'ss').normalize('NFC')
}
