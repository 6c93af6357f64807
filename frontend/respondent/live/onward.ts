import type { BlockProblem } from '../../../engine/response/response.ts'
import type { EndingView } from '../view.ts'
import type { Visit } from '../visit.ts'
import { questionBody, submissionBody } from './bodies.ts'
import { keep } from './drafts.ts'
import { dress } from './dress.ts'
import { flag } from './flags.ts'
import { uploaded } from './uploads.ts'
import { pageOf, show, stopped } from './pages.ts'
import { endingTitle } from './remarks.ts'
import { ask, type Refusal, send, waitBefore } from './send.ts'
import { type Stay, takeKey } from './stay.ts'

/** Another submission key. `crypto.randomUUID` is not there without https, where a form may well be answered. */
function another(key: string): string {
  return key.slice(0, 24) + Math.random().toString(16).slice(2, 14).padEnd(12, '0')
}

/** Goes on: to the next page, or the answers are sent. */
export async function next(stay: Stay): Promise<void> {
  const { visit, server } = stay
  await uploaded(stay)
  if (stopped(stay, visit.state.page)) return
  let turn = visit.response.turn(visit.state.page)
  if (turn.to === 'server') {
    visit.update({ phase: 'sending' })
    const asked = await ask(server, questionBody(stay))
    visit.update({ phase: 'filling' })
    if (asked && 'code' in asked) return refuse(stay, asked)
    visit.update({ notice: asked ? undefined : { key: 'notice.unreached' } })
    if (!asked) return
    if (asked.serverState) visit.response.applyServerState(asked.serverState)
    turn = asked.turn
  }
  if (turn.to === 'page') return show(stay, turn.page, 'push')
  if (stopped(stay)) return
  if (visit.data.preview) return preview(stay)
  stay.pending = { key: stay.key, body: JSON.stringify(submissionBody(stay)) }
  keep(stay)
  void post(stay)
}

/** What a preview shows in place of sending: the ending that these answers lead to, as the server would choose it. */
async function preview(stay: Stay): Promise<void> {
  const { visit, server } = stay
  visit.update({ phase: 'sending' })
  const dressed = dress(visit)
  const asked = await ask(server, questionBody(stay))
  if (!asked || !('ending' in asked) || !asked.ending) {
    visit.update({ phase: 'filling', notice: { key: 'notice.unreached' }, focus: { on: 'notice' } })
    return
  }
  await dressed
  showEnding(visit, asked.ending)
}

function showEnding(visit: Visit, ending: EndingView): void {
  document.title = endingTitle(ending, visit.t, document.title)
  visit.update({ phase: 'sent', ending, notice: undefined, focus: { on: 'ending' }, announced: '' })
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what is pending, again and again until the server has spoken. */
export async function post(stay: Stay, tries = 0): Promise<void> {
  const { visit, slug, pending, device, secret } = stay
  clearTimeout(timer)
  if (!pending || visit.state.phase === 'sending') return
  // who waits is not told again each time it is tried
  visit.update({ phase: 'sending', announced: tries ? '' : visit.t('sending') })
  const dressed = dress(visit)
  const reply = await send(slug, pending.body)
  if (reply.result === 'unknown') {
    const kept = device?.keeps && !secret ? '' : '.unkept'
    const key = `notice.${reply.offline ? 'offline' : 'retrying'}${kept}`
    visit.update({ phase: 'waiting', announced: '', notice: { key } })
    timer = setTimeout(() => void post(stay, tries + 1), Math.max(reply.after, waitBefore(tries)))
    return
  }
  stay.pending = undefined
  if (reply.result === 'taken') return end(stay, reply.ending, dressed)
  visit.update({ phase: 'filling', announced: '' })
  if (reply.result === 'refused') void refuse(stay, reply)
  else mend(stay, reply.problems)
}

async function end({ visit, device }: Stay, ending: EndingView, dressed: Promise<unknown>): Promise<void> {
  // What is typed from here on is no answer any more.
  visit.changed = undefined
  await device?.clear()
  if (ending.redirect !== undefined) {
    // A browser may bring the page back as it was left: as one that is being sent.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    return location.assign(ending.redirect)
  }
  await dressed
  showEnding(visit, ending)
  scrollTo(0, 0)
}

/** The server judges by the same rules; what only it can know (a file that is gone) is shown as it says. */
function mend(stay: Stay, problems: readonly BlockProblem[]): void {
  const { visit } = stay
  keep(stay)
  for (const { block, params } of problems) {
    const left = visit.data.left?.[block]
    if (left && params?.usedUp) left[params.usedUp] = 0
  }
  if (stopped(stay)) return
  const page = pageOf(stay, problems[0]?.block)
  if (page !== undefined && page !== visit.state.page) show(stay, page, 'push')
  flag(visit, problems)
}

/** Says why nothing was taken, by what is loaded for that. Whatever it was, everything stays as it is. */
async function refuse(stay: Stay, refusal: Refusal): Promise<void> {
  if (refusal.code === 'E_KEY_REUSED') takeKey(stay, another(stay.key))
  keep(stay)
  const loaded = await import('./refused.ts').catch(() => undefined)
  if (loaded) return loaded.sayRefused(stay, refusal, () => void next(stay))
  const notice = {
    key: 'notice.refused',
    params: { reason: stay.visit.data.texts[`refused.${refusal.code}`] ?? refusal.message },
  }
  stay.visit.update({ notice, focus: { on: 'notice' } })
}
