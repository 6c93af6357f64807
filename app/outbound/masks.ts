const MASK = '••••••'
const MASK_IN_URL = '***'

/** Words in the names of headers and parameters whose values give something away. */
const SECRET_NAME =
  /auth(?!ors?$)|cookie|signature|\bsig|token|secret|pass|pwd|key|cred|session|jwt|hmac|bearer|code/i

/** Schemes of `Authorization` are no secrets. */
const SCHEME = /^(basic|bearer|digest|token|apikey|negotiate)$/i

/** What is shorter occurs by chance. */
const SHORTEST = 4

/** Replaces every known secret in a text, however it is written there. */
export function maskText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap(writings)
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}

/** A secret as it is, without its prefix, in an address, and in JSON by those who escape slashes. */
function writings(secret: string): string[] {
  const [, bare = secret] = /^[a-z]+_(.{16,})$/.exec(secret) ?? []
  return [...new Set([secret, bare])].flatMap((one) => [
    one,
    encodeURIComponent(one),
    one.replaceAll('/', '\\/'),
  ])
}

/** The secret values among headers: an answer may repeat them. */
export function secretValues(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET_NAME.test(name)) return []
    const parts = [value, ...value.split(/[ ,;]/)]
    return parts.filter((part) => part.length >= SHORTEST && !SCHEME.test(part))
  })
}

/** The secret parts of an address: an answer may repeat them. */
export function secretsInUrl(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { username, password, searchParams, hash } = new URL(address)
  const values = [...searchParams].filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value)
  return [...[username, password, hash.slice(1)].flatMap((part) => [part, decoded(part)]), ...values].filter(
    (value) => value.length >= SHORTEST,
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Headers for the log: names stay, secret values go. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? MASK : maskUrl(value, secrets),
    ]),
  )
}

/** An address for the log: host and path stay; who calls, and parameters that look like secrets, go. */
export function maskUrl(address: string, secrets: readonly string[]): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return maskText(address, secrets)
  const url = new URL(address)
  if (url.username || url.password) {
    url.username = MASK_IN_URL
    url.password = ''
  }
  url.hash = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (SECRET_NAME.test(name)) url.searchParams.set(name, MASK_IN_URL)
  }
  return maskText(url.href, secrets)
}
