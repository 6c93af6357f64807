import type { Deliver, IntegrationEvent, Question } from '@formwright/kit/integration'
import { inLanguage } from '@formwright/kit/in_language'
import { isMailAddress, type Mail, type MailAddress } from '@formwright/kit/mail'
import { mailAnswers } from '@formwright/kit/mail_answers'
import { mailPreview } from '@formwright/kit/mail_text'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { isEmptyRichText } from '@formwright/kit/rich/tree'
import type { ConfirmationSettings } from './integration.ts'
import { WORDS } from './words.ts'

/** A mail without what only an attempt knows. */
type Kept = Omit<Mail, 'id'>

/** Tells respondents that their answers have arrived. */
const confirmation: Deliver<ConfirmationSettings> = {
  body: (event, settings) => JSON.stringify(mailOf(event, settings)),

  preview: (event, settings) => mailPreview(mailOf(event, settings)),

  async deliver({ id, body, state }, { mail }) {
    const kept: Kept = JSON.parse(body)
    const [to] = kept.to
    if (Object(state).sent === true)
      return { result: 'skipped', reason: 'This submission was confirmed before.' }
    if (!to) return { result: 'skipped', reason: 'No address was given.' }
    if (!isMailAddress(to.address))
      return { result: 'skipped', reason: 'What was given is no address that mail can be sent to.' }
    const outcome = await mail({ ...kept, id })
    return outcome.result === 'delivered' ? { ...outcome, state: { sent: true } } : outcome
  },
}
export default confirmation

function mailOf(event: IntegrationEvent, settings: ConfirmationSettings): Kept {
  const { form, submission } = event
  const words = inLanguage(WORDS, form.language)
  const { message, replyTo, sender } = settings
  return {
    to: recipient(event, settings.to),
    ...(sender !== '' && { sender }),
    ...(replyTo !== '' && { replyTo: { address: replyTo } }),
    subject: settings.subject.trim() || words.subject(form.title),
    message: isEmptyRichText(message) ? richTextOf(words.message) : message,
    ...(settings.answers && { answers: mailAnswers(submission.questions.filter(isAnswered)) }),
    footer: words.footer(form.title),
    language: form.language,
    typedAddress: true,
  }
}

/** The respondent; of a test whoever pressed it, for the answers are invented. */
function recipient({ tester, submission }: IntegrationEvent, address: string): MailAddress[] {
  if (tester) return [tester]
  const [id, part = ''] = address.split('.')
  const question = submission.questions.find((one) => one.id === id)
  const given = question?.parts.find((one) => one.id === part)?.text.trim() ?? ''
  return given === '' ? [] : [{ address: given }]
}

function isAnswered({ text }: Question): boolean {
  return text !== ''
}
