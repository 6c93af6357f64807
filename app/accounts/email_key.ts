import { domainToASCII } from 'node:url'

/**
 * What an email address is known by, however it is written: for looking it up and for counting what is tried on it, which
 * must never tell two ways of writing one account apart.
 */
export function emailKey(email: string): string {
  const written = email.trim().normalize('NFC').toLowerCase()
  const at = written.lastIndexOf('@') + 1
  const domain = written.slice(at)
  return written.slice(0, at) + (domainToASCII(domain) || domain)
}
