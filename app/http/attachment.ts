/** `Content-Disposition` of a download, for old and new readers. */
export function attachment(name: string): string {
  return `attachment; ${called(name)}`
}

/** `Content-Disposition` of what is shown, and has this name when it is saved. */
export function inline(name: string): string {
  return `inline; ${called(name)}`
}

function called(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]|["\\%]/g, '')
    .trim()
  // half an emoji throws here
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain || 'file'}"; filename*=UTF-8''${encoded}`
}
