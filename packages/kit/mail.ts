import type { RichText } from './rich/tree.ts'

/** Somebody who gets a mail. */
export interface MailAddress {
  address: string
  name?: string
}

/** What was answered to one question, as a mail tells it. */
export interface MailAnswer {
  label: string
  text: string
  /** links to files, for whoever gets the mail */
  files?: readonly { name: string; url: string }[]
}

/** A mail as a plugin writes it: the core draws it as HTML and as plain text, and says who sends it. */
export interface Mail {
  /** the delivery's id: a repeat has the same Message-ID */
  id: string
  /** up to 50; all see each other */
  to: readonly MailAddress[]
  /** the name beside the sender's address, which is the workspace's or the server's */
  sender?: string
  replyTo?: MailAddress
  subject: string
  message: RichText
  /** a table below the message */
  answers?: readonly MailAnswer[]
  /** a button below both */
  link?: { label: string; url: string }
  /** why it came, in small print */
  footer: string
  /** files of the submission that go along, by id, as long as all fit into 5 MB */
  attach?: readonly string[]
  /** BCP 47; decides in which direction it is read */
  language: string
  /**
   * The address was typed by a respondent, who may be a stranger to whoever reads it: it gets few mails a day, whatever
   * sends them.
   */
  typedAddress?: boolean
}

/** Longest address (RFC 5321, 4.5.3.1.3: 256 octets with its brackets). */
const LONGEST = 254
/** One at sign, no blanks, no quotes and nothing that stands for structure in a header; a domain with a dot. */
const ADDRESS = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\].]+(?:\.[^\s@"(),:;<>[\\\].]+)+$/u

/** Whether mail can be sent to this text, as far as its shape tells; international addresses are among them. */
export function isMailAddress(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- these are just what must not be in a header
  return text.length <= LONGEST && ADDRESS.test(text) && !/[\u0000-\u001f\u007f]/.test(text)
}
