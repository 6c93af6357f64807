import type { Upload } from '../../../plugins/kit/control.ts'
import { problemText } from '../problem_text.ts'
import type { Visit } from '../visit.ts'
import { Device, type Draft, type Pending } from './device.ts'
import type { PageRaws } from './entries.ts'
import { ask, enter, type Refused, send, waitBefore } from './send.ts'

/** What stood in the page when the script came: what the server had put there, and what stood there by then. */
export interface Found {
  server: PageRaws
  typed: PageRaws
}

/** Another submission key. `crypto.randomUUID` is not there without https, where a form may well be answered. */
function another(key: string): string {
  return key.slice(0, 24) + Math.random().toString(16).slice(2, 14).padEnd(12, '0')
}

/** How long a page that was just turned to takes no press of the pointer, in ms (as `settle` in page.css). */
const SETTLED = 400

/** Takes over the page: from here on turns, sending, files and drafts are the script's business. */
export async function begin(visit: Visit, form: HTMLFormElement, found: Found): Promise<void> {
  const { data } = visit
  const { form: published, slug } = data
  const server = data.preview ? `/forms/${slug}/preview` : `/api/forms/${slug}`
  const keyInput = form.elements.namedItem('_key')
  const startedOn = data.startedOn ?? new Date().toISOString().slice(0, 10)
  let key = keyInput instanceof HTMLInputElement ? keyInput.value : ''
  const path = [visit.state.page]
  let pending: Pending | undefined
  let tries = 0
  let turnedAt = -Infinity
  /** what is gone on with once the password was given */
  let unlocked: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const uploads = new Set<Promise<unknown>>()
  const secret = new Set(published.blocks.filter((block) => block.secret).map((block) => block.id))
  const device = data.unkept || data.preview ? undefined : new Device(data.id, published.version)

  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

  function takeKey(next: string): void {
    key = next
    if (keyInput instanceof HTMLInputElement) keyInput.value = next
  }

  function keep(): void {
    const raws = Object.entries(visit.response.raws()).filter(([path]) => !secret.has(path))
    device?.keep({
      key,
      page: visit.state.page,
      raws: Object.fromEntries(raws),
      startedOn,
      savedAt: Date.now(),
      // A request with a secret in it is not kept either: it lives as long as the page.
      ...(pending && secret.size === 0 && { pending }),
    })
  }

  function restore(draft: Draft): void {
    takeKey(draft.key)
    for (const [block, raw] of Object.entries(draft.raws)) {
      if (visit.blocks.has(block) && differs(visit.response.field(block)?.raw, raw)) visit.set(block, raw)
    }
    const known = visit.response.pages().includes(draft.page)
    const page = known ? draft.page : visit.state.page
    history.replaceState({ page }, '')
    visit.update({
      page,
      notice: { key: `notice.restored${secret.size > 0 ? '.secret' : ''}` },
      restart: true,
    })
  }

  function show(page: string, how: 'push' | 'none'): void {
    if (path.includes(page)) path.length = path.indexOf(page)
    path.push(page)
    if (how === 'push') history.pushState({ page }, '')
    const pages = visit.response.pages()
    const announced = visit.t('page.changed', { page: pages.indexOf(page) + 1, pages: pages.length })
    visit.update({
      page,
      flagged: new Set(),
      told: [],
      notice: undefined,
      restart: undefined,
      announced,
      focus: { on: 'page' },
    })
    scrollTo(0, 0)
    turnedAt = performance.now()
    keep()
  }

  function pageOf(block: string | undefined): string | undefined {
    return visit.response
      .pages()
      .find((page) => block !== undefined && visit.response.blocksOf(page).includes(block))
  }

  /** True when something of this page, or of all pages, must be put right first; it is shown. */
  function stopped(page?: string): boolean {
    const problems = visit.response.problems(page)
    const first = problems[0]
    if (!first) return false
    const at = page ?? pageOf(first.block)
    if (at !== undefined && at !== visit.state.page) show(at, 'push')
    visit.flag(visit.response.problems(visit.state.page))
    return true
  }

  /** Files that are on their way when the person goes on are waited for. */
  async function uploaded(): Promise<void> {
    if (uploads.size === 0) return
    visit.update({ phase: 'sending', announced: visit.t('sending') })
    while (uploads.size > 0) await Promise.allSettled(uploads)
    visit.update({ phase: 'filling', announced: '' })
  }

  async function next(): Promise<void> {
    await uploaded()
    if (stopped(visit.state.page)) return
    let turn = visit.response.turn(visit.state.page)
    if (turn.to === 'server') {
      visit.update({ phase: 'sending' })
      const asked = await ask(server, question())
      visit.update({ phase: 'filling' })
      if (asked && 'code' in asked) return refuse(asked)
      visit.update({ notice: asked ? undefined : { key: 'notice.unreached' } })
      if (!asked) return
      if (asked.serverState) visit.response.applyServerState(asked.serverState)
      turn = asked.turn
    }
    if (turn.to === 'page') return show(turn.page, 'push')
    if (stopped()) return
    if (data.preview) {
      visit.update({ phase: 'sending' })
      const asked = await ask(server, question())
      return visit.update({ phase: 'filling', ...(await import('./preview.ts')).previewOf(asked) })
    }
    pending = { key, body: JSON.stringify(answers()) }
    tries = 0
    keep()
    void post()
  }

  async function back(): Promise<void> {
    await uploaded()
    const pages = visit.response.pages()
    const before =
      pages[pages.indexOf(visit.state.page) - 1] ?? path.findLast((page) => page !== visit.state.page)
    if (before !== undefined) show(before, 'push')
  }

  /** What is sent: canonical answers, and null for what the person emptied, so that no default comes back. */
  function answers(): object {
    const sent: Record<string, unknown> = {}
    for (const block of published.blocks) {
      const field = block.family === 'field' ? visit.response.field(block.id) : undefined
      if (!field?.relevant || field.disabled || block.labelling === 'none') continue
      if (field.answer !== undefined) sent[block.id] = field.answer
      else if (field.touched) sent[block.id] = null
    }
    return {
      ...common(),
      submission_key: key,
      answers: sent,
      context: { started_on: startedOn, params: data.params },
    }
  }

  function question(): object {
    return { ...common(), page: visit.state.page, raws: visit.response.raws(), params: data.params }
  }

  function common(): object {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return { version: published.version, time_zone: timeZone, locale: visit.locale }
  }

  async function post(): Promise<void> {
    clearTimeout(timer)
    if (!pending || visit.state.phase === 'sending') return
    visit.update({ phase: 'sending', announced: visit.t('sending') })
    const reply = await send(slug, pending.body)
    if (reply.result === 'unknown') {
      const kept = device?.keeps && secret.size === 0 ? '' : '.unkept'
      const key = `notice.${reply.offline ? 'offline' : 'retrying'}${kept}`
      visit.update({ phase: 'waiting', notice: { key } })
      timer = setTimeout(() => void post(), Math.max(reply.after, waitBefore(tries++)))
      return
    }
    pending = undefined
    if (reply.result === 'taken') {
      await device?.clear()
      if (reply.ending.redirect !== undefined) return location.assign(reply.ending.redirect)
      visit.changed = undefined
      history.replaceState({ page: visit.state.page, sent: true }, '')
      visit.update({
        phase: 'sent',
        ending: reply.ending,
        notice: undefined,
        focus: { on: 'ending' },
        announced: '',
      })
      scrollTo(0, 0)
      return
    }
    visit.update({ phase: 'filling' })
    if (reply.result === 'refused') return refuse(reply)
    keep()
    // The server judges by the same rules; what only it can know (a file that is gone) is shown as it says.
    if (stopped()) return
    const page = pageOf(reply.problems[0]?.block)
    if (page !== undefined && page !== visit.state.page) show(page, 'push')
    visit.flag(reply.problems)
  }

  /** Says why nothing was taken. Whatever it was, everything stays as it is. */
  function refuse({ code, message }: Refused): void {
    keep()
    if (code === 'E_PASSWORD') return askPassword(() => void next())
    const reused = code === 'E_KEY_REUSED'
    if (reused) takeKey(another(key))
    const reason = data.texts[`refused.${code}`] ?? message
    const notice = reused ? { key: 'notice.conflict' } : { key: 'notice.refused', params: { reason } }
    visit.update({ notice, focus: { on: 'notice' } })
    keep()
  }

  /** The form has a password that is new to this page: it is asked for here. */
  function askPassword(then: () => void, key = 'refused.E_PASSWORD'): void {
    unlocked = then
    visit.update({ notice: { key, password: true }, focus: { on: 'password' } })
  }

  async function givePassword(): Promise<void> {
    const input = document.getElementById('password')
    if (!(input instanceof HTMLInputElement) || input.value === '' || !unlocked) return
    const result = await enter(slug, input.value)
    if (result !== 'entered') return askPassword(unlocked, `password.${result}`)
    visit.update({ notice: undefined })
    unlocked()
  }

  async function restart(): Promise<void> {
    await device?.clear(true)
    visit.changed = undefined
    location.replace(`/forms/${slug}${location.search}`)
  }

  // The second press of two that turned the page takes the focus away from where the page put it.
  addEventListener('mousedown', (event) => {
    if (event.detail > 1 && event.timeStamp - turnedAt < SETTLED) event.preventDefault()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (visit.state.phase === 'sending' || visit.state.phase === 'sent') return
    // The person presses Send again while the page waits for the server: try now, with the same answers.
    if (pending) return void post()
    const go = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'next'
    if (go === 'back') void back()
    else if (go === 'next' || go === 'send') void next()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.id === 'password')
      void givePassword()
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'file')
      event.preventDefault()
  })
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest<HTMLElement>('[data-to]')
    if (link) {
      event.preventDefault()
      visit.update({ focus: { on: link.dataset.to ?? '' } })
    }
    if (event.target.closest('[data-do=restart]')) void restart()
    if (event.target.closest('[data-do=password]')) void givePassword()
  })
  addEventListener('popstate', (event) => {
    const state: { page?: string } | null = event.state
    const page = state?.page ?? data.page
    if (visit.state.phase === 'filling' && visit.response.relevant(page)) show(page, 'none')
  })
  addEventListener('online', () => pending && void post())

  visit.upload = (block) => {
    const address = () => `${server}/files?block=${block}&key=${key}&version=${published.version}`
    const send: Upload = async (...file) => {
      const { uploader } = await import('./upload.ts').catch(() =>
        Promise.reject(new Error(visit.t('upload.offline'))),
      )
      const t = visit.kindT(visit.blocks.get(block)?.kind ?? '')
      const locked = () => askPassword(() => undefined)
      return uploader(address, visit.t, (problem) => problemText(problem, t), locked)(...file)
    }
    return (...file) => {
      const sent = send(...file)
      const done = () => uploads.delete(sent)
      uploads.add(sent)
      sent.then(done, done)
      return sent
    }
  }

  history.replaceState({ page: visit.state.page }, '')
  // A visit that the server keeps takes up what was typed in this very one.
  const draft = await device?.read(data.raws && key)
  if (draft) {
    restore(draft)
    pending = draft.pending
  }
  // What was typed before the script came is newer than anything kept.
  for (const [block, raw] of Object.entries(found.typed)) {
    if (differs(raw, found.server[block])) visit.set(block, raw)
  }
  visit.changed = keep
  visit.seed = key
  visit.update({})
  for (const block of visit.response.blocksOf(visit.state.page)) visit.tell(block)
  document.documentElement.dataset.live = 'yes'
  if (pending) void post()
}
