import { randomInt, randomUUID } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import logger from '@adonisjs/core/services/logger'
import type { PublishedForm } from '#app/forms/versions'
import { CodedError } from '#app/http/errors'
import { isBusy, withPlaces } from '#app/http/load_shedding'
import { isOutage } from '#app/http/outage'
import { type MailResult, sendMail } from '#app/mail/send_mail'
import { hasOwnSender } from '#app/mail/sender'
import { AnswersRefused } from '#app/respond/request/errors'
import { blockAt, storedFields } from '#app/respond/submission/addresses'
import { fieldOf } from '#app/respond/submission/blocks'
import { CODE_WORDS } from '#app/respond/submission/code_words'
import { type CodeRefusal, countCode, countTry, forgetCode, useUp } from '#app/respond/submission/code_limits'
import { within } from '#app/workspaces/within'
import { type FormDocument, UNTITLED } from '#engine/document/document'
import { blockProblem } from '#engine/response/block_problem'
import type { BlockProblem, StoredAnswers } from '#engine/response/response'
import { CODE, type Confirmation } from '@formwright/kit/confirmation'
import { inLanguage } from '@formwright/kit/in_language'
import type { Problem } from '@formwright/kit/problem'
import { richTextOf } from '@formwright/kit/rich/from_text'

const DIGITS = 6
/** How long a code works. */
const CODE_LIVES = '10 minutes'
/** How long the proof of one holds: as long as somebody fills in a form. */
const PROOF_HOLDS = '2 hours'
/**
 * Codes that are being sent at once: each waits for a mail server, which may be slow. By servers of workspaces go as many again,
 * so that those that hang keep no code from whoever sends by the instance's.
 */
const AT_ONCE = { all: 40, workspace: 10 }

const SENT = 'code'
const PROOF = 'code-proof'
const NOWHERE = { locale: 'en', source: 'data', required: true } as const

/** An answer to a field of a version that a code is to confirm. */
export interface Confirmed {
  form: { workspaceId: string; formId: string }
  published: Pick<PublishedForm, 'document'>
  path: string
  /** as a control holds it, or the answer itself */
  answer: unknown
}

/** What is sealed into what somebody is given with a code. */
interface SentCode {
  subject: string
  code: string
  id: string
}

/**
 * Sends a code to where an answer says, on behalf of a caller. Where nobody can send mail the proof is given at once: nobody is
 * stranded in a form that was published when somebody could (docs/decisions.md: Codes). Throws `E_ANSWERS` with what
 * is wrong: with the answer, or that it has to wait.
 */
export async function sendCode(asked: Confirmed & { by: string }): Promise<Confirmation> {
  const { form, published, by } = asked
  const { address, subject, refuse } = confirmed(asked)
  const used = await countCode({ formId: form.formId, subject, by })
  if (used) throw waiting(refuse({ ...REFUSALS[used.limit], params: paramsOf(used) }), used.seconds)
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const result = await mailed(form.workspaceId, address, code, published.document)
  if (result === 'delivered') {
    const sent: SentCode = { subject, code, id: randomUUID() }
    return { to: address, sent: encryption.encrypt(sent, { expiresIn: CODE_LIVES, purpose: SENT }) }
  }
  await forgetCode(subject)
  if (result === 'waiting') return { to: address, proof: proofOf(subject) }
  if (result === 'unsent') logger.warn({ formId: form.formId }, 'a code could not be sent')
  throw refuse(REFUSALS[result])
}

/**
 * Takes a code that somebody typed, with what they were given when it was sent; gives the proof. A code can be tried five
 * times and used once. Throws `E_ANSWERS` with what is wrong.
 */
export async function takeCode(
  asked: Confirmed & { sent: string; code: string },
): Promise<Confirmation & { proof: string }> {
  const { address, subject, refuse } = confirmed(asked)
  const sent = encryption.decrypt<SentCode>(asked.sent, SENT)
  if (sent?.subject !== subject) throw refuse(REFUSALS.old)
  const code = digitsIn(asked.code)
  // not a try yet
  if (code.length !== DIGITS) throw refuse(REFUSALS.wrong)
  if (!(await countTry(sent.id))) throw refuse(REFUSALS.tries)
  if (code !== sent.code) throw refuse(REFUSALS.wrong)
  await useUp(sent.id)
  return { to: address, sent: asked.sent, proof: proofOf(subject) }
}

/**
 * What is wrong with answers that no code has confirmed although their fields ask for it. `raws` are what was sent, by
 * address: the proofs are in it.
 */
export function unconfirmedAnswers(
  { formId }: { formId: string },
  document: FormDocument,
  answers: StoredAnswers,
  raws: Readonly<Record<string, unknown>>,
): BlockProblem[] {
  return storedFields(document, answers).flatMap(({ block, path, field, answer }) => {
    if (field.confirms === undefined || typeof answer !== 'string') return []
    const { proof }: Confirmation = Object(raws[path])
    const proven = typeof proof === 'string' && encryption.getMessageVerifier().unsign<string>(proof, PROOF)
    if (proven === subjectOf(formId, block.id, answer)) return []
    return [blockProblem(block.id, REFUSALS[typeof proof === 'string' ? 'expired' : 'missing'], path)]
  })
}

/** What can be wrong, as a problem of the answer. */
const REFUSALS = {
  missing: { code: 'not-accepted', part: CODE, params: { reason: 'code-missing' } },
  expired: { code: 'not-accepted', part: CODE, params: { reason: 'code-expired' } },
  old: { code: 'not-accepted', part: CODE, params: { reason: 'code-old' } },
  tries: { code: 'not-accepted', part: CODE, params: { reason: 'code-tries' } },
  wrong: { code: 'not-accepted', part: CODE, params: { reason: 'code-wrong' } },
  soon: { code: 'not-allowed', part: CODE, params: { reason: 'code-soon' } },
  many: { code: 'not-allowed', part: CODE, params: { reason: 'code-many' } },
  unsent: { code: 'not-allowed', part: CODE, params: { reason: 'code-unsent' } },
  unreachable: { code: 'not-accepted', params: { reason: 'code-unreachable' } },
} as const satisfies Record<string, Problem>

/** Where a code for this answer goes, and what it is the code of. Throws what is wrong with the answer. */
function confirmed({ form, published: { document }, path, answer }: Confirmed) {
  const block = blockAt(document, path)
  const field = block && fieldOf(block)
  if (!block || field?.confirms === undefined)
    throw new CodedError('E_NO_CODE', 422, 'This question asks for no code.')
  const refuse = (...problems: readonly Problem[]) => {
    const found = problems.map((problem) => blockProblem(block.id, problem, path))
    return new AnswersRefused(found, document)
  }
  const context = { ...NOWHERE, now: Date.now() }
  const { answer: address, problems } = field.parse(answer, context)
  if (problems.length > 0) throw refuse(...problems)
  if (typeof address !== 'string') throw refuse({ code: 'required' })
  const wrong = field.validate(address, context)
  if (wrong.length > 0) throw refuse(...wrong)
  return { address, subject: subjectOf(form.formId, block.id, address), refuse }
}

/** What a code and its proof are good for: this answer, to this question, in this form. */
function subjectOf(formId: string, block: string, address: string): string {
  return `${formId} ${block} ${address}`
}

function proofOf(subject: string): string {
  return encryption.getMessageVerifier().sign(subject, PROOF_HOLDS, PROOF)
}

/** Sends the mail; what came of it, as far as somebody who waits for it must know. */
async function mailed(
  workspaceId: string,
  address: string,
  code: string,
  { settings: { general } }: FormDocument,
): Promise<'delivered' | 'waiting' | 'many' | 'unreachable' | 'unsent'> {
  const words = inLanguage(CODE_WORDS, general.language)
  const title = general.title.trim() || UNTITLED
  const mail = {
    id: `code.${randomUUID()}`,
    to: [{ address }],
    subject: words.subject(title),
    message: richTextOf(words.message(code, title)),
    footer: words.footer,
    language: general.language,
    typedAddress: true,
  }
  try {
    const own = await within(workspaceId, hasOwnSender)
    const places = [
      { of: own ? 'codes by servers of workspaces' : 'codes', most: AT_ONCE.all },
      { of: `codes of ${workspaceId}`, most: AT_ONCE.workspace },
    ]
    return outcomeOf(await withPlaces(places, () => sendMail(workspaceId, mail)))
  } catch (error) {
    if (isOutage(error)) throw error
    // whatever is wrong with the sender, who waits for the code keeps what they wrote
    if (!isBusy(error)) logger.error({ err: error }, 'a code could not be sent')
    return 'unsent'
  }
}

function outcomeOf(sent: MailResult): Awaited<ReturnType<typeof mailed>> {
  if (sent.result === 'delivered' || sent.result === 'waiting') return sent.result
  if (sent.limit) return 'many'
  return sent.result === 'failed' ? 'unreachable' : 'unsent'
}

function paramsOf({ limit, seconds }: CodeRefusal): Record<string, string | number> {
  const { reason } = REFUSALS[limit].params
  return limit === 'soon' ? { reason, count: seconds } : { reason }
}

/** It may come again in so many seconds. */
function waiting(error: AnswersRefused, seconds: number): AnswersRefused {
  error.status = 429
  error.headers = { 'retry-after': String(seconds) }
  return error
}

/** The digits of what somebody typed: those of Arabic and of wide scripts, too, and nothing that stands between them. */
function digitsIn(text: string): string {
  const digits = text.match(/[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g) ?? []
  return digits.map((digit) => String(digit.charCodeAt(0) & 15)).join('')
}
