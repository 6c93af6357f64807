/** The address if it is absolute and of a harmless kind (http, https, mailto, tel), else undefined. */
export function safeUrl(address: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- browsers drop these inside a scheme, so `java\nscript:` is one
  const cleaned = address.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  try {
    const url = new URL(cleaned)
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
