import type { Preview, PreviewRun } from './integration.ts'
import type { Mail } from './mail.ts'
import { richToRuns } from './rich/to_runs.ts'
import { richToText } from './rich/to_text.ts'
import { isEmptyRichText } from './rich/tree.ts'

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

/** A mail as its creator sees it before it is sent: as HTML programs show it. */
export function mailPreview({ to, subject, message, answers = [], link, footer }: Omit<Mail, 'id'>): Preview {
  const parts: PreviewRun[][] = [
    [
      { text: `To: ${to.map(({ address }) => address).join(', ') || '–'}\n`, look: 'note' },
      { text: `Subject: ${subject}`, look: 'title' },
    ],
    isEmptyRichText(message) ? [] : richToRuns(message),
    ...answers.map(({ label, text, files = [] }): PreviewRun[] => [
      { text: `${label}\n`, look: 'strong' },
      files.length > 0
        ? { text: files.map(({ name }) => name).join('\n'), look: 'link' }
        : { text: text || '–' },
    ]),
    link ? [{ text: link.label, look: 'link' }] : [],
    [{ text: footer, look: 'note' }],
  ]
  const shown = parts.filter((part) => part.length > 0)
  const runs = shown.flatMap((part, index) => (index === 0 ? part : [{ text: '\n\n' }, ...part]))
  return { format: 'message', runs }
}
