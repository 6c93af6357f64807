/** A colour as it is stored, `#rrggbb` or with its opacity `#rrggbbaa`; undefined where the text is none. */
export function canonical(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  // what is not seen through has no opacity said
  return /^#([\da-f]{2}){3,4}$/.test(color) ? color.replace(/^(.{7})ff$/, '$1') : undefined
}
