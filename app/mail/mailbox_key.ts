import { domainToASCII } from 'node:url'

/** One provider, whose mailboxes have both domains, and any dots in their names. */
const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * What a mailbox is known by, however its address is written, for counting what is sent to it: letters of either case, a
 * domain in its ASCII form, without what follows a plus, at Gmail without dots. Never for looking somebody up, or for
 * sending: elsewhere these may be two people.
 */
export function mailboxKey(address: string): string {
  const written = address.normalize('NFC').toLowerCase()
  const at = written.lastIndexOf('@')
  const asWritten = written.slice(at + 1)
  const domain = domainToASCII(asWritten) || asWritten
  const name = written.slice(0, at).replace(/\+.*$/s, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
