import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import app from '@adonisjs/core/services/app'
import { devServers } from '#app/http/frontend'
import { busy } from '#app/http/load_shedding'
import { putMainThreadFirst } from '#app/http/thread_priority'
import type { LeftOut } from '#app/plugins/left_out'
import { plugins } from '#app/plugins/registry'
import type { DrawnPage } from '#app/respond/page/drawn_page'
import type { MemberFault } from '#engine/faults'
import type { PublicForm } from '#engine/plan/public_form'
import type { StartOptions } from '#engine/response/start'
import type { FormView, PageData, StateView } from '../../../frontend/respondent/view.ts'

/** A form of which the page's data is longer takes too long to be drawn beside other requests, in characters. */
const LONGEST_BESIDE = 100_000
/** Memory of the thread; a page that does not fit in is not drawn. */
const MOST_MEGABYTES = 512
/** Without work for so long the thread ends. */
const IDLE_MS = 60_000
/** So many forms the thread knows, as JSON. */
const FORMS_KNOWN = 4

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
  resolve(drawn: DrawnPage): void
  reject(error: unknown): void
}

/** A thread that draws pages, one after the other, as long as there are some. */
class DrawingThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  /** goes with that of the thread, which is asked in the same order */
  readonly #known = new LRUCache<number, true>({ max: FORMS_KNOWN })
  #asked = 0
  #idle: NodeJS.Timeout | undefined

  constructor(readonly ended: () => void) {
    const workerData: Beginning = {
      root: app.makePath(),
      leftOut: plugins.unusable().map(({ folder, reason }) => ({ folder, reason })),
      renderer: app.makePath('dist/ssr/server.js'),
      formsKnown: FORMS_KNOWN,
    }
    this.#worker = new Worker(new URL('./drawing_thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
    this.#worker.unref()
    this.#worker.on('online', putMainThreadFirst)
    this.#worker.on('message', (said: Said) => this.#hear(said))
    this.#worker.on('error', () => this.#end())
    this.#worker.on('exit', () => this.#end())
  }

  draw(number: number, form: () => string, view: ApartView): Promise<DrawnPage> {
    const known = this.#known.get(number)
    if (!known) this.#known.set(number, true)
    return this.ask({ number, view, ...(!known && { form: form() }) })
  }

  ask(what: AskedForm | { state: StateView }): Promise<DrawnPage> {
    clearTimeout(this.#idle)
    const id = this.#asked++
    const asked: Asked = { id, ...what }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage(asked)
    })
  }

  #hear(said: Said): void {
    if ('fault' in said) return plugins.report(said.fault)
    const waiting = this.#waiting.get(said.id)
    this.#waiting.delete(said.id)
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
    if ('drawn' in said) {
      const { head, tail, ...drawn } = said.drawn
      waiting?.resolve({ ...drawn, head: Buffer.from(head.buffer), tail: Buffer.from(tail.buffer) })
    } else waiting?.reject(said.error)
  }

  #end(): void {
    this.ended()
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.values()) reject(busy())
    this.#waiting.clear()
    void this.#worker.terminate()
  }
}

let thread: DrawingThread | undefined

/** A number of each form that was asked for, and whether it is large. */
const seen = new WeakMap<PublicForm, { number: number; large: boolean }>()
let forms = 0

function seenAs(form: PublicForm): { number: number; large: boolean } {
  const before = seen.get(form)
  if (before) return before
  const now = { number: forms++, large: charactersDrawn(form) > LONGEST_BESIDE }
  seen.set(form, now)
  return now
}

/** With what stands in sections that repeat as often as it may. */
function charactersDrawn({ blocks }: PublicForm): number {
  const items = new Map(blocks.map(({ id, section }) => [id, section?.repeat?.max ?? 1]))
  return blocks.reduce((sum, block) => {
    return sum + JSON.stringify(block).length * (items.get(block.parent ?? '') ?? 1)
  }, 0)
}

/** Whether pages of this form take so long to be drawn that they are drawn apart. */
export function isDrawnApart(form: PublicForm): boolean {
  // while developing, sources change
  return !devServers() && seenAs(form).large
}

/**
 * Draws a page in a thread of its own, so that others are served meanwhile. 503 where the thread ends before, as when it
 * runs out of memory.
 */
export function drawApart(
  form: PublicForm,
  view: Omit<FormView, 'response'>,
  options: StartOptions,
): Promise<DrawnPage> {
  const { data, ...rest } = view
  const { form: ofPage, ...ofVisit } = data
  const apart = { ...rest, data: ofVisit, options }
  return theThread().draw(seenAs(form).number, () => JSON.stringify(ofPage), apart)
}

/** The same for a page that is no form. */
export function drawStateApart(state: StateView): Promise<DrawnPage> {
  return theThread().ask({ state })
}

function theThread(): DrawingThread {
  const own = (thread ??= new DrawingThread(() => {
    if (thread === own) thread = undefined
  }))
  return own
}
