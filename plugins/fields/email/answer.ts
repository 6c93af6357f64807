import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { type Confirmation, confirmationIn, unconfirmed } from '@formwright/kit/confirmation'
import { domainsIn, isAddress, liesIn } from './domains.ts'
import type { Settings } from './field.ts'

/** What the control holds: the address, with `confirm` what was typed the second time, and what came of codes. */
export type Raw = Readonly<{ email: string; again: string } & Confirmation>

/** The longest path that mail can take, in bytes (RFC 5321). */
const LONGEST = 254

const answer: AnswerModule<Settings, string, Raw> = {
  fromForm: (entries) => ({
    email: textOf(entries['']?.[0]),
    again: textOf(entries.again?.[0]),
    ...confirmationIn(entries),
  }),
  toRaw: (email) => ({ email, again: email }),
  parse: (candidate, { confirm, verify }, { source }): ParseResult<string> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    const { email, again = email }: { email?: unknown; again?: unknown } =
      typeof candidate === 'object' ? { ...candidate } : { email: candidate }
    if (typeof email !== 'string' || typeof again !== 'string') return { problems: [{ code: 'format' }] }
    const address = canonical(email)
    if (address === '') return { problems: [] }
    if (address.length > LONGEST || !isAddress(address)) return { problems: [{ code: 'format' }] }
    if (!confirm || canonical(again) === address)
      return {
        answer: address,
        problems: verify && source === 'form' ? unconfirmed(Object(candidate), address) : [],
      }
    const problem =
      again.trim() === ''
        ? ({ code: 'required', part: 'again', params: { reason: 'again' } } as const)
        : ({ code: 'not-accepted', part: 'again', params: { reason: 'again' } } as const)
    return { problems: [problem] }
  },
  validate: (address, { allowedDomains, blockedDomains }) => {
    const domain = domainOf(address)
    const wanted = domainsIn(allowedDomains)
    if (wanted.length > 0 && !liesIn(domain, wanted))
      return [{ code: 'not-allowed', params: { reason: 'domain', domains: wanted.join(', ') } }]
    return liesIn(domain, domainsIn(blockedDomains))
      ? [{ code: 'not-allowed', params: { reason: 'blocked', domain } }]
      : []
  },
  values: (address) => ({ '': address }),
  toText: (address) => address,
}

function textOf(entry: unknown): string {
  return typeof entry === 'string' ? entry : ''
}

/** Without the spaces around it; the domain in small letters, what stands before it as it was typed. */
function canonical(text: string): string {
  const address = text.trim().normalize()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

/** What stands behind the at sign. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

export default answer
