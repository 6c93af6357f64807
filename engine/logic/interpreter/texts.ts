/**
 * Comparing texts: case and outer spaces do not count, composed and decomposed signs are alike, accents stay apart.
 */
export function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().replace(/ς/g, 'σ').replace(/ß/g, 'ss').normalize('NFC')
}

/** A text made safe for the place of text in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
