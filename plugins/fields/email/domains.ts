/** The domains of a setting. */
export function domainsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,;@]+/)
    .filter(Boolean)
}

// Letters, digits and marks of any script, as addresses of today have them (RFC 6531).
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const DOMAIN = `${LABEL}(?:\\.${LABEL})*`
/** The rule of the HTML standard for e-mail addresses, for those of any script. */
const ADDRESS = new RegExp(`^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@${DOMAIN}$`, 'u')

export function isDomain(text: string): boolean {
  return new RegExp(`^${DOMAIN}$`, 'u').test(text)
}

export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Whether a domain is one of these or lies below one, in whichever of its two ways an international one is written. */
export function liesIn(domain: string, domains: readonly string[]): boolean {
  const found = asciiOf(domain)
  return domains.map(asciiOf).some((one) => found === one || found.endsWith(`.${one}`))
}

function asciiOf(domain: string): string {
  const address = `https://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}
