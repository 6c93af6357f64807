import { escapeHtml, richToHtml } from '@formwright/kit/rich/to_html'
import type { Mail, MailAnswer } from '@formwright/kit/mail'
import { mailText } from '@formwright/kit/mail_text'

/** A mail as it is read, either way. */
export interface DrawnMail {
  html: string
  text: string
}

/** Languages that are read from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/**
 * Few rules, for mail programs drop what they do not know: colours of the reader's own scheme, one column, and nothing
 * that is loaded.
 */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  body { margin: 0; padding: 24px 16px; background: #fff; color: #14171c; overflow-wrap: anywhere;
    font: 16px/24px -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }
  main { max-width: 600px; margin: 0 auto }
  p, ul, ol, blockquote { margin: 0 0 16px }
  li p { margin: 0 }
  h2, h3 { margin: 24px 0 8px; line-height: 1.3 }
  blockquote { padding-inline-start: 12px; border-inline-start: 3px solid #dfe3e8 }
  a { color: #236adc }
  table { width: 100%; border-collapse: collapse; margin: 0 0 24px }
  th, td { padding: 8px 0; border-top: 1px solid #dfe3e8; text-align: start; vertical-align: top; font-weight: 400 }
  th { width: 40%; padding-inline-end: 16px; color: #59616e }
  td { white-space: pre-line }
  .go { display: inline-block; padding: 10px 20px; border-radius: 8px; background: #1b1f26; color: #fff;
    text-decoration: none; font-weight: 600 }
  footer { margin-top: 32px; color: #59616e; font-size: 14px; line-height: 20px }
  @media (prefers-color-scheme: dark) {
    body { background: #121418; color: #eff1f4 }
    a { color: #448cff }
    blockquote, th, td { border-color: #2d323b }
    th, footer { color: #a5adba }
    .go { background: #eceef2; color: #14171c }
  }`.replace(/\s*\n\s*/g, ' ')

/** Draws a mail. What it holds is data: it is escaped here, and nothing of it is markup. */
export function drawMail(mail: Mail): DrawnMail {
  return { html: htmlOf(mail), text: mailText(mail) }
}

function htmlOf({ subject, message, answers = [], link, footer, language }: Mail): string {
  const direction = RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
  const rows = answers.map((answer) => `<tr><th scope="row">${line(answer.label)}</th>${cell(answer)}</tr>`)
  return [
    `<!doctype html><html lang="${line(language)}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${line(subject)}</title><style>${STYLE}</style></head><body><main>`,
    richToHtml(message),
    rows.length > 0 ? `<table>${rows.join('')}</table>` : '',
    link ? `<p><a class="go" href="${line(link.url)}">${line(link.label)}</a></p>` : '',
    `<footer>${line(footer)}</footer></main></body></html>`,
  ].join('')
}

/** An answer runs in its own direction, and stands where the mail begins its lines. */
function cell({ text, files = [] }: MailAnswer): string {
  if (files.length === 0) return `<td><span dir="auto">${line(text) || '–'}</span></td>`
  const links = files.map(({ name, url }) => `<a href="${line(url)}" dir="auto">${line(name)}</a>`)
  return `<td>${links.join('<br>')}</td>`
}

/** What readers and mail programs may be given: control characters are in no text of a person. */
function line(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is left out
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''))
}
