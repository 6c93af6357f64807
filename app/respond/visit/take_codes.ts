import type { FileReference } from '@formwright/kit/answer'
import { CODE, type Confirmation, confirmationIn } from '@formwright/kit/confirmation'
import type { ShownForm } from '#app/respond/page/form_page'
import { AnswersRefused } from '#app/respond/request/errors'
import { blockAt } from '#app/respond/submission/addresses'
import { fieldOf } from '#app/respond/submission/blocks'
import type { Post } from '#app/respond/visit/read_post'
import { blockProblem } from '#engine/response/block_problem'
import { SENT_IN_PREVIEW } from '../../../frontend/respondent/preview_code.ts'

/** What buttons post, with the address of a field after it: send me a code, and take the one that I typed. */
const SEND = 'code:'
const CHECK = 'confirm:'
/** Codes of one post that are looked at. */
const MOST = 50

/** What codes are sent and taken by. Both throw `AnswersRefused`. */
export interface Codes {
  send(path: string, answer: unknown): Promise<Confirmation>
  take(path: string, answer: unknown, typed: { sent: string; code: string }): Promise<Confirmation>
}

/** The address of the field whose code a press is about. */
export function codeOf(go: string): string | undefined {
  const verb = [SEND, CHECK].find((one) => go.startsWith(one))
  return verb && go.slice(verb.length)
}

/**
 * Does what a posted page asks for in codes, before it is judged: sends one, or makes proofs of those that were typed. What
 * comes of it is put into the post, as if its page had held it; what is wrong is a problem of the post.
 */
export async function takeCodes(post: Post, { document }: ShownForm, codes: Codes): Promise<void> {
  const asked = post.go.startsWith(SEND) ? post.go.slice(SEND.length) : undefined
  const checks = post.go.startsWith(CHECK) ? post.go.slice(CHECK.length) : undefined
  const onward = post.go === 'next' || post.go === 'send'
  let looked = 0
  for (const [path, entries] of post.entries) {
    const { sent, code } = confirmationIn(entries)
    const typed = onward ? code !== undefined && sent !== undefined : path === checks
    if ((path !== asked && !typed) || (looked += 1) > MOST) continue
    const block = blockAt(document, path)
    const field = block && fieldOf(block)
    if (!block || field?.confirms === undefined) continue
    const answer = field.fromForm(entries)
    try {
      const made =
        path === asked
          ? await codes.send(path, answer)
          : await codes.take(path, answer, { sent: sent ?? '', code: code ?? '' })
      put(entries, made)
    } catch (error) {
      if (!(error instanceof AnswersRefused)) throw error
      post.problems.push(...error.problems)
    }
  }
}

function put(entries: Record<string, (string | FileReference)[]>, { to, sent, proof }: Confirmation): void {
  for (const [name, value] of Object.entries({ to, sent, proof })) entries[name] = value ? [value] : []
  entries[CODE] = []
}

/** Codes of a preview: no mail is sent, and any six digits are right. What they prove is believed by no form. */
export function previewCodes({ document }: ShownForm): Codes {
  const addressIn = (path: string, answer: unknown): string => {
    const block = blockAt(document, path)
    const field = block && fieldOf(block)
    const context = { locale: 'en', source: 'data', now: Date.now() } as const
    const { answer: address, problems = [] } = field?.parse(answer, context) ?? {}
    if (block && typeof address === 'string' && problems.length === 0) return address
    const [problem = { code: 'required' } as const] = problems
    throw new AnswersRefused(block ? [blockProblem(block.id, problem, path)] : [], document)
  }
  return {
    send: async (path, answer) => ({ to: addressIn(path, answer), sent: SENT_IN_PREVIEW }),
    async take(path, answer, { code }) {
      const to = addressIn(path, answer)
      const right = (code.match(/\p{Nd}/gu)?.length ?? 0) === 6
      if (right) return { to, sent: SENT_IN_PREVIEW, proof: SENT_IN_PREVIEW }
      const problem = { code: 'not-accepted', part: CODE, params: { reason: 'code-wrong' } } as const
      const block = path.slice(path.lastIndexOf('.') + 1)
      throw new AnswersRefused([blockProblem(block, problem, path)], document)
    },
  }
}
