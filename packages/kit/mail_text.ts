import type { Mail } from './mail.ts'
import { richToText } from './rich/to_text.ts'

/** A mail as plain text, below its subject: what those read whose programs show no HTML. */
export function mailText({ message, answers = [], link, footer }: Omit<Mail, 'id'>): string {
  const told = answers.map(({ label, text, files = [] }) => {
    const lines = files.length > 0 ? files.map(({ name, url }) => `${name}: ${url}`) : [text || '–']
    return `${label}\n${lines.join('\n')}`
  })
  const parts = [
    richToText(message),
    told.join('\n\n'),
    link ? `${link.label}: ${link.url}` : '',
    `-- \n${footer}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A mail as its creator sees it before it is sent. */
export function mailPreview(mail: Omit<Mail, 'id'>): string {
  const to = mail.to.map(({ address }) => address).join(', ')
  return `To: ${to || '–'}\nSubject: ${mail.subject}\n\n${mailText(mail)}`
}
