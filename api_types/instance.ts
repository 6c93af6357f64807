/** How a mail stands. */
export type MailState = 'waiting' | 'sent' | 'failed'

/** A mail of some workspace, or about an account, as operators see it in a list. */
export interface InstanceMail {
  id: string
  state: MailState
  /** null until it was written; up to 50 */
  to: string[] | null
  /** null until it was written; addresses in it lead nowhere */
  subject: string | null
  /** null of mails about accounts, which belong to none; so are the next two */
  workspace: string | null
  form: string | null
  integration: string | null
  /** somebody's test */
  test: boolean
  attempts: number
  /** why it waits or has failed */
  reason: string | null
  created_at: string
  /** null where there is no time for it, or nothing to come */
  next_attempt_at: string | null
  /** when it was sent, or failed for good */
  finished_at: string | null
}

/** A mail with its text. */
export interface InstanceMailText extends InstanceMail {
  /** as text-only readers see it, the addresses in it cut to their server; null where there is none to show */
  text: string | null
}

/** How the instance sends mail. */
export interface InstanceMailServer {
  /** the server that the operator named, without its account; null where none is named */
  server: { address: string; from: string } | null
  /** why what was named cannot be used */
  problem: string | null
  /** each counted up to 10,000 */
  waiting: number
  failed: number
}
