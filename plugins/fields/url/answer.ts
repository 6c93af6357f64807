import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { hostsIn } from './hosts.ts'
import type { Settings } from './field.ts'

const LONGEST = 2_000
const NO_URL: ParseResult<string> = { problems: [{ code: 'format' }] }

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (url) => url,
  parse: (candidate): ParseResult<string> => {
    const text = typeof candidate === 'string' ? candidate.trim() : (candidate ?? '')
    if (text === '') return { problems: [] }
    if (typeof text !== 'string' || /[\s\\\p{Cc}\p{Surrogate}]/u.test(text)) return NO_URL
    const url = /^[^/?#]+:\/\//.test(text) ? text : `https://${text}`
    // before the parser sees it, which throws over some that it says it can parse
    if (url.length > LONGEST) return { problems: [{ code: 'max-length', params: { max: LONGEST } }] }
    return isAddress(url) ? { answer: url, problems: [] } : NO_URL
  },
  validate: (given, { https, hosts }) => {
    const { protocol, hostname } = new URL(given)
    if (https && protocol !== 'https:') return [{ code: 'not-allowed', params: { reason: 'http' } }]
    const wanted = hostsIn(hosts)
    const allowed = wanted.some((host) => {
      // as the address has it: international names are written otherwise there
      const known = new URL(`https://${host}/`).hostname
      return hostname === known || hostname.endsWith(`.${known}`)
    })
    return wanted.length === 0 || allowed
      ? []
      : [{ code: 'not-allowed', params: { reason: 'host', hosts: wanted.join(', ') } }]
  },
  values: (url) => ({ '': url }),
  toText: (url) => url,
}

/** An address in the web, of a host with a name that has a dot, and without a password: to whoever reads it the same. */
function isAddress(text: string): boolean {
  return (
    /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && URL.canParse(text) && /.[.:]./.test(new URL(text).hostname)
  )
}

export default answer
