import type { Deliver, IntegrationEvent, Question } from '@formwright/kit/integration'
import { inLanguage } from '@formwright/kit/in_language'
import { isMailAddress, type Mail } from '@formwright/kit/mail'
import { mailAnswers, sentFiles } from '@formwright/kit/mail_answers'
import { mailPreview } from '@formwright/kit/mail_text'
import type { EmailSettings } from './integration.ts'
import { WORDS } from './words.ts'

/** A mail without what only an attempt knows. */
type Kept = Omit<Mail, 'id'>

/** Writes to people of the team about each submission. */
const email: Deliver<EmailSettings> = {
  body: (event, settings) => JSON.stringify(mailOf(event, settings)),

  preview: (event, settings) => mailPreview(mailOf(event, settings)),

  async deliver({ id, body }, { mail }) {
    const kept: Kept = JSON.parse(body)
    if (kept.to.length === 0) return { result: 'skipped', reason: 'Nobody was chosen by the answers.' }
    return mail({ ...kept, id })
  },
}
export default email

function mailOf({ name, form, submission }: IntegrationEvent, settings: EmailSettings): Kept {
  const words = inLanguage(WORDS, form.language)
  const { questions, url } = submission
  const subject = settings.subject.trim() || words.subject(form.title)
  const replyTo = answerOf(questions, settings.replyTo)?.text.trim() ?? ''
  return {
    to: recipients(questions, settings).map((address) => ({ address })),
    ...(settings.sender !== '' && { sender: settings.sender }),
    ...(isMailAddress(replyTo) && { replyTo: { address: replyTo } }),
    subject: name === 'submission.updated' ? words.edited(subject) : subject,
    message: settings.message,
    ...(settings.answers && { answers: mailAnswers(questions) }),
    ...(url !== undefined && { link: { label: words.open, url } }),
    footer: words.footer(form.title),
    ...(settings.attach && { attach: sentFiles(questions) }),
    language: form.language,
  }
}

/** Each once: those who get every mail, and those whom the answer chose. */
function recipients(questions: readonly Question[], { to, routeBy, routes }: EmailSettings): string[] {
  const chosen = new Set([answerOf(questions, routeBy)?.value ?? []].flat().map(String))
  const routed = routes.filter(({ option }) => chosen.has(option)).flatMap((route) => route.to)
  return [...new Set([...to, ...routed])]
}

/** The value at an address of the settings: of a question, or of a part of one. */
function answerOf(questions: readonly Question[], address: string) {
  const [id, part = ''] = address.split('.')
  return questions.find((question) => question.id === id)?.parts.find((one) => one.id === part)
}
