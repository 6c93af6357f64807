import { isMailAddress, type MailAddress } from '@formwright/kit/mail'

/** A server that takes mail. */
export interface SmtpServer {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` before anything is said, `none` for a server on the same machine */
  security: 'tls' | 'starttls' | 'none'
  user?: string
  password?: string
}

/**
 * The server of an address like `smtps://user:password@mail.example.com` (TLS from the start, port 465) or
 * `smtp://mail.example.com:587` (STARTTLS; `?security=none` sends in clear). Throws a sentence for the operator.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('SMTP_URL must look like smtps://user:password@mail.example.com or smtp://….')
  }
  const secure = url.protocol === 'smtps:'
  const clear = url.searchParams.get('security') === 'none'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    security: secure ? 'tls' : clear ? 'none' : 'starttls',
    ...(user !== '' && { user, password: decodeURIComponent(url.password) }),
  }
}

/** A sender as operators write it: `Forms <forms@example.com>` or the address alone. Throws a sentence for them. */
export function readMailFrom(text: string): MailAddress {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text)
  const address = (named?.[2] ?? text).trim()
  if (!isMailAddress(address)) {
    throw new Error('MAIL_FROM must be an address, or a name and an address: Forms <forms@example.com>.')
  }
  return { address, ...(named?.[1] && { name: named[1] }) }
}
