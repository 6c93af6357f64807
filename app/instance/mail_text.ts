import * as v from 'valibot'
import { mailText } from '@formwright/kit/mail_text'
import { richText } from '@formwright/kit/rich/setting'

/** Characters of a text that are shown. */
const MOST = 100_000

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s<>"'()[\]{}“”„«»]+/gi

/** A mail as kinds keep it that send mail. */
const kept = v.object({
  message: richText({
    headings: true,
    lists: true,
    quotes: true,
    links: true,
    references: true,
    maxLength: Infinity,
  }),
  answers: v.optional(
    v.array(
      v.object({
        label: v.string(),
        text: v.string(),
        files: v.optional(v.array(v.object({ name: v.string(), url: v.string() }))),
      }),
    ),
  ),
  link: v.optional(v.object({ label: v.string(), url: v.string() })),
  footer: v.string(),
})

/**
 * The text of a kept mail, for somebody it was not written to; null where its kind keeps something else, or it was not
 * written yet.
 */
export function shownText(body: string | null): string | null {
  const read = v.safeParse(kept, parsed(body))
  if (!read.success) return null
  const { answers, link, ...mail } = read.output
  const text = cutAddresses(mailText({ to: [], subject: '', language: 'en', ...mail, answers, link }))
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}

/**
 * A text whose addresses lead nowhere: signed links to files, links that set a password, and whatever else a link lets
 * somebody do, are for who gets the mail.
 */
export function cutAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => {
    if (!URL.canParse(address)) return '…'
    const { protocol, host, pathname, search, hash, username } = new URL(address)
    const bare = pathname.length <= 1 && search === '' && hash === '' && username === ''
    return `${protocol}//${host}${bare ? '' : '/…'}`
  })
}

function parsed(body: string | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}
