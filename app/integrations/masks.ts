const MASK = '••••••'

/** Headers whose value gives something away, whoever sent them. */
const SECRET_HEADER = /authorization|cookie|signature|token|secret|password|api-?key/i

/** Parameters of an address that are passwords by another name. */
const SECRET_PARAMETER = /key|token|secret|sig|password|auth|code/i

/** Replaces every known secret in a text. */
export function maskText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}

/** The secret values among headers: an answer may repeat them. */
export function secretValues(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    SECRET_HEADER.test(name) ? [value, ...value.split(' ')] : [],
  )
}

/** Headers for the log: names stay, secret values go. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADER.test(name) ? MASK : maskText(value, secrets),
    ]),
  )
}

/** An address for the log: host and path stay, parameters that look like secrets go. */
export function maskUrl(address: string, secrets: readonly string[]): string {
  if (!URL.canParse(address)) return maskText(address, secrets)
  const url = new URL(address)
  if (url.password) url.password = '***'
  for (const name of new Set(url.searchParams.keys())) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, '***')
  }
  return maskText(url.href, secrets)
}
