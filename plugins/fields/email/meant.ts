// Loaded by the control once an address was typed.

/** Domains that many addresses have, and such that look like one of them with a letter wrong. */
const KNOWN =
  'gmail.com hotmail.com outlook.com yahoo.com icloud.com aol.com live.com proton.me gmx.de gmx.net web.de mail.com ymail.com'.split(
    ' ',
  )

/** The address that was meant, where in its domain one letter is wrong, missing, too many, or two are exchanged. */
export function addressMeant(text: string): string | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (at === 0 || KNOWN.includes(domain)) return undefined
  const meant = KNOWN.find((known) => isNear(domain, known))
  return meant && address.slice(0, at) + meant
}

function isNear(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
