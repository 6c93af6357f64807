import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import app from '@adonisjs/core/services/app'
import { bytesDrawn } from '#app/forms/large_pages'
import type { PublishedForm } from '#app/forms/versions'
import { devServers } from '#app/http/frontend'
import { busy } from '#app/http/load_shedding'
import { putMainThreadFirst } from '#app/http/thread_priority'
import { filesOnStack } from '#app/http/thread_stack'
import type { LeftOut } from '#app/plugins/left_out'
import { ownerOfFile } from '#app/plugins/owner_of_file'
import { plugins } from '#app/plugins/registry'
import { noteStall, STALLS_FILE, tooOftenStalled } from '#app/plugins/stalls'
import type { DrawnPage } from '#app/respond/page/drawn_page'
import { fieldOf } from '#app/respond/submission/blocks'
import type { MemberFault } from '#engine/faults'
import type { PublicForm } from '#engine/plan/public_form'
import type { StartOptions } from '#engine/response/start'
import env from '#start/env'
import type { FormView, PageData, StateView } from '../../../frontend/respondent/view.ts'

/**
 * A form of which the page's data is longer, in characters, takes too long to be drawn beside other requests, or of which there
 * are so many choices to be drawn (`bytesDrawn`).
 */
const LONGEST_BESIDE = 100_000
/** Memory of the thread; a page that does not fit in is not drawn. */
const MOST_MEGABYTES = 512
/** Without work for so long the thread ends. */
const IDLE_MS = 60_000
/** So many forms the thread knows, as JSON. */
const FORMS_KNOWN = 4
/**
 * A page takes no longer, in milliseconds that the thread has worked: it gives way to others, so that what passes meanwhile says
 * nothing. Of what fits into its memory the largest tried took a third of this, as the first page of a new thread on two busy
 * cores (100 tables of 2,000 choices, 37 MB, 6 s); what does not fit ended it after 13 s. It is looked after so often.
 */
const LONGEST_MS = 20_000
const LOOK_MS = 1_000

const SCRIPT = new URL('./drawing_thread.ts', import.meta.url)

/** A view of a page as it goes to the thread: the form by its number, the response by what it begins with. */
export interface ApartView extends Omit<FormView, 'data' | 'response'> {
  data: Omit<PageData, 'form'>
  options: StartOptions
}

/** A page of a form: `form` where the thread may not know the one of this number. */
export interface AskedForm {
  number: number
  form?: string
  view: ApartView
}

/** What the thread is asked: a page of a form, or one that is none. */
export type Asked = { id: number } & (AskedForm | { state: StateView })

/** A page on its way from the thread: bytes go over as they are, a text would be copied and encoded in this one. */
export interface PageInBytes extends Omit<DrawnPage, 'head' | 'tail'> {
  head: Uint8Array<ArrayBuffer>
  tail: Uint8Array<ArrayBuffer>
}

/** What the thread says: a page, why there is none, or what a plugin threw. */
export type Said =
  { id: number; drawn: PageInBytes } | { id: number; error: unknown } | { fault: MemberFault }

/** What the thread begins with: where plugins and the renderer are, and how many forms it remembers. */
export interface Beginning {
  root: string
  /** plugins that are not in use here either */
  leftOut: readonly LeftOut[]
  renderer: string
  formsKnown: number
}

interface Waiting {
  resolve(drawn: DrawnPage | PromiseLike<DrawnPage>): void
  reject(error: unknown): void
  /** asks another thread */
  again(): Promise<DrawnPage>
}

/** Where a thread finds what it draws with, and how long it may take for a page. */
export interface Drawing extends Pick<Beginning, 'root' | 'renderer'> {
  longest: number
}

/** A thread that draws pages, one after the other, as long as there are some. */
export class DrawingThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  /** goes with that of the thread, which is asked in the same order */
  readonly #known = new LRUCache<number, true>({ max: FORMS_KNOWN })
  readonly #longest: number
  #asked = 0
  #idle: NodeJS.Timeout | undefined
  #look: NodeJS.Timeout | undefined
  /** the page that is being drawn since the thread had worked for so long, in milliseconds */
  #at = { id: -1, since: 0 }

  constructor(
    { root, renderer, longest }: Drawing,
    readonly ended: () => void,
  ) {
    const workerData: Beginning = {
      root,
      leftOut: plugins.unusable().map(({ folder, reason }) => ({ folder, reason })),
      renderer,
      formsKnown: FORMS_KNOWN,
    }
    this.#longest = longest
    this.#worker = new Worker(SCRIPT, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
    this.#worker.unref()
    this.#worker.on('online', putMainThreadFirst)
    this.#worker.on('message', (said: Said) => this.#hear(said))
    this.#worker.on('error', () => this.#end())
    this.#worker.on('exit', () => this.#end())
  }

  /** `again` asks for the same where this thread ends before it has begun with it. */
  draw(
    number: number,
    form: () => string,
    view: ApartView,
    again: () => Promise<DrawnPage>,
  ): Promise<DrawnPage> {
    const known = this.#known.get(number)
    if (!known) this.#known.set(number, true)
    return this.ask({ number, view, ...(!known && { form: form() }) }, again)
  }

  /** The same of whatever is to be drawn. */
  ask(what: AskedForm | { state: StateView }, again: () => Promise<DrawnPage>): Promise<DrawnPage> {
    clearTimeout(this.#idle)
    this.#keepLooking()
    const id = this.#asked++
    const asked: Asked = { id, ...what }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, again })
      this.#worker.postMessage(asked)
    })
  }

  #hear(said: Said): void {
    if ('fault' in said) return plugins.report(said.fault)
    const waiting = this.#waiting.get(said.id)
    this.#waiting.delete(said.id)
    if (this.#waiting.size === 0) this.#rest()
    if ('drawn' in said) {
      const { head, tail, ...drawn } = said.drawn
      waiting?.resolve({ ...drawn, head: Buffer.from(head.buffer), tail: Buffer.from(tail.buffer) })
    } else waiting?.reject(said.error)
  }

  #keepLooking(): void {
    this.#look ??= setInterval(() => void this.#lookAfter(), LOOK_MS).unref()
  }

  #lookNoMore(): void {
    clearInterval(this.#look)
    this.#look = undefined
  }

  #rest(): void {
    this.#lookNoMore()
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
  }

  /** Ends the thread where it has worked at one page for too long, and says for which plugin. */
  async #lookAfter(): Promise<void> {
    const [id] = this.#waiting.keys()
    const used = await this.#worker.cpuUsage().catch(() => undefined)
    if (id === undefined || !used || !this.#waiting.has(id)) return
    const worked = (used.user + used.system) / 1_000
    if (this.#at.id !== id) this.#at = { id, since: worked }
    if (worked - this.#at.since < this.#longest) return
    this.#lookNoMore()
    const files = await filesOnStack(SCRIPT.href)
    // it came to an end at last
    if (!this.#waiting.has(id)) return this.#keepLooking()
    const [plugin] = files.flatMap((file) => ownerOfFile(plugins.installed(), file) ?? [])
    if (plugin) {
      const away = `for ${Math.round(this.#longest / 1000)} seconds, in which no other large page was drawn`
      const error = new Error(`it kept the thread that draws large pages ${away}. Correct or remove it.`)
      plugins.report({ kind: plugin.kind, member: 'respond', error })
      noteStall(stallsFile(), plugin, undefined)
    }
    this.#end()
  }

  /** The page that it was at is not drawn; the others are drawn by another thread. */
  #end(): void {
    this.ended()
    clearTimeout(this.#idle)
    this.#lookNoMore()
    const [first, ...others] = this.#waiting.values()
    this.#waiting.clear()
    first?.reject(busy())
    for (const { resolve, again } of others) resolve(again())
    void this.#worker.terminate()
  }
}

function stallsFile(): string {
  return join(env.get('STORAGE_DIR'), STALLS_FILE)
}

let thread: DrawingThread | undefined

/** What is looked at of a form. */
type DrawnForm = Pick<PublishedForm, 'document' | 'publicForm'>

/** A number of each form that was asked for, and whether it is large. */
const seen = new WeakMap<PublicForm, { number: number; large: boolean }>()
let forms = 0

function seenAs(form: DrawnForm): { number: number; large: boolean } {
  const before = seen.get(form.publicForm)
  if (before) return before
  const now = { number: forms++, large: charactersDrawn(form) > LONGEST_BESIDE }
  seen.set(form.publicForm, now)
  return now
}

/** With what stands in sections that repeat as often as it may. */
function charactersDrawn({ document, publicForm: { blocks } }: DrawnForm): number {
  const items = new Map(blocks.map(({ id, section }) => [id, section?.repeat?.max ?? 1]))
  const fields = new Map(document.blocks.map((block) => [block.id, fieldOf(block)]))
  return blocks.reduce((sum, block) => {
    const own = bytesDrawn(JSON.stringify(block).length, fields.get(block.id))
    return sum + own * (items.get(block.parent ?? '') ?? 1)
  }, 0)
}

/** Whether pages of this form take so long to be drawn that they are drawn apart. */
export function isDrawnApart(form: DrawnForm): boolean {
  // while developing, sources change
  return !devServers() && seenAs(form).large
}

/**
 * Draws a page in a thread of its own, so that others are served meanwhile. 503 where the thread ends before, as when it
 * runs out of memory, or never comes to an end.
 */
export function drawApart(
  form: DrawnForm,
  view: Omit<FormView, 'response'>,
  options: StartOptions,
): Promise<DrawnPage> {
  const { data, ...rest } = view
  const { form: ofPage, ...ofVisit } = data
  const apart = { ...rest, data: ofVisit, options, stopped: stoppedKinds() }
  const again = () => drawApart(form, view, options)
  return theThread().draw(seenAs(form).number, () => JSON.stringify(ofPage), apart, again)
}

/** The same for a page that is no form. */
export function drawStateApart(state: StateView): Promise<DrawnPage> {
  return theThread().ask({ state }, () => drawStateApart(state))
}

/**
 * Kinds for which a server or a thread had to be ended too often, with what creators are told: their blocks are drawn plainly,
 * and the next start leaves them out.
 */
function stoppedKinds(): Record<string, string> {
  const stalled = new Set(tooOftenStalled(stallsFile()).map(({ folder }) => folder))
  return Object.fromEntries(
    plugins
      .installed()
      .filter(({ folder }) => stalled.has(folder))
      .map(({ kind }) => [kind, 'it did not come to an end, several times.']),
  )
}

function theThread(): DrawingThread {
  const own = (thread ??= new DrawingThread(
    { root: app.makePath(), renderer: app.makePath('dist/ssr/server.js'), longest: LONGEST_MS },
    () => {
      if (thread === own) thread = undefined
    },
  ))
  return own
}
