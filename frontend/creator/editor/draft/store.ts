import type { DraftRow } from '../../../../api_types/drafts.ts'
import type { TakenKeys } from '../../../../engine/document/keys.ts'
import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import { changedTexts } from './changed_texts.ts'
import {
  acknowledged,
  applied,
  asItStands,
  entryOf,
  isDirty,
  outgoing,
  reconcile,
  refusalOf,
  resolved,
  sameState,
  type Entry,
} from './entry.ts'
import { History, type Step } from './history.ts'
import { KeyIndex } from './key_index.ts'
import { Outline } from './outline.ts'
import { ProblemIndex } from './problem_index.ts'
import type { Op, Parts, RowState, WireOp } from './row.ts'
import { refusedParts, viewOf, type RowView } from './row_view.ts'
import { Topics, type Topic } from './topics.ts'

/** How the last save went. */
export type SaveState =
  | { state: 'saved'; at: number | undefined }
  | { state: 'saving' }
  /** `kept`: on the device, so that the page may go */
  | { state: 'offline'; kept: boolean }
  /** `rows`: only these could not be saved; without them nothing can be */
  | { state: 'failed'; message: string; rows?: readonly string[] }

/** What survives a reload: rows with changes the server has not confirmed. */
export type KeptEntry = Pick<Entry, 'id' | 'server' | 'revision' | 'local' | 'sent' | 'clash'>

/** A change on its way, and the state it leads to. */
export interface OutgoingOps {
  op: WireOp
  state: RowState
}

/**
 * The draft in this browser. Changes apply at once; a saver (see `saver.ts`) carries them to the server. Listeners
 * subscribe to a single row, so that typing in one block of 500 touches one component.
 */
export class DraftStore {
  #entries = new Map<string, Entry>()
  #views = new Map<string, RowView>()
  #outline: Outline
  #orderStale = false
  /** entries that may hold what the server does not, or wait for somebody */
  #open = new Set<string>()
  #keys = new KeyIndex()
  #namesVersion = 0
  #settingsVersion = 0
  #widthsVersion = 0
  #problems = new ProblemIndex()
  #history = new History()
  #replays = 0
  #status: SaveState = { state: 'saved', at: undefined }
  #topics = new Topics()
  #changeListeners = new Set<() => void>()
  #now: () => number
  /** every change of the server up to here is known */
  revision = 0
  /** what fields were called that are no longer part of the draft */
  readonly formerLabels = new Map<string, string>()

  /** `isSection`: of a kind, whether its blocks hold others. */
  constructor(now: () => number, isSection: (kind: string) => boolean) {
    this.#now = now
    this.#outline = new Outline(isSection)
  }

  // ---- reading ----

  /** Ids of the blocks of the page, those of a section directly behind it. The same array until the order changes. */
  order = (): readonly string[] => this.#placed().order

  /** The section that a block stands in, for the page; null at the top. */
  parentOf = (id: string): string | null => this.#placed().parentOf(id)

  /** Ids of the blocks of a section (null: of those at the top), in order. The same array until they change. */
  childrenOf = (parent: string | null): readonly string[] => this.#placed().childrenOf(parent)

  /** The rows of a section (null: those at the top), in order. */
  siblings(parent: string | null): RowView[] {
    return this.childrenOf(parent).flatMap((id) => this.#views.get(id) ?? [])
  }

  /** One row, or undefined when it is not (or no longer) part of the draft. */
  row = (id: string): RowView | undefined => this.#views.get(id)

  /** All rows of the page, in order. */
  rows(): RowView[] {
    return this.order().flatMap((id) => this.#views.get(id) ?? [])
  }

  /** Whether this row was part of the draft and is not any more. */
  removed = (id: string): boolean => {
    const entry = this.#entries.get(id)
    return entry !== undefined && entry.local.content === null && !entry.clash
  }

  /** The key of a block, while it is part of the draft and has one. */
  keyOf = (id: string): string | undefined => {
    const key = this.#views.get(id)?.content.key
    return typeof key === 'string' ? key : undefined
  }

  /** The block that has this key. */
  idOf = (key: string): string | undefined => this.#keys.idOf(key)

  /** Grows whenever a key or a label changed. */
  namesVersion = (): number => this.#namesVersion

  /** Grows whenever the settings of a block changed. */
  settingsVersion = (): number => this.#settingsVersion

  /** Grows whenever the width of a block changed. */
  widthsVersion = (): number => this.#widthsVersion

  /** The keys that a block may not have: other blocks have them, or had them when they were published. */
  keysBesides(block?: string): TakenKeys {
    return this.#keys.besides(block)
  }

  /** Keys that fields have had in published versions, with the ids of these fields. */
  set formerKeys(keys: Readonly<Record<string, string>>) {
    this.#keys.former = keys
  }

  /** The draft was published: its keys are its fields' for good. */
  published(): void {
    this.#keys.published()
  }

  /** What the check found, as of the last save. */
  problems = (): readonly DocumentProblem[] => this.#problems.all

  /** What the check found in one block. */
  problemsOf = (id: string): readonly DocumentProblem[] => this.#problems.of(id)

  status = (): SaveState => this.#status
  canUndo = (): boolean => this.#history.canUndo
  canRedo = (): boolean => this.#history.canRedo
  /** The step that would be undone next. */
  newestStep = (): Step | undefined => this.#history.newest
  /** The step that would be made again next. */
  nextStep = (): Step | undefined => this.#history.next
  /** Grows whenever a step was undone or made again. */
  replays = (): number => this.#replays

  /** Calls back after each change of the topic. */
  subscribe(topic: Topic, listener: () => void): () => void {
    return this.#topics.subscribe(topic, listener)
  }

  /** Whether somebody follows a topic. */
  isFollowed = (topic: Topic): boolean => this.#topics.isFollowed(topic)

  /** Calls back after each change made here (not those that came from the server). */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener)
    return () => this.#changeListeners.delete(listener)
  }

  // ---- changing ----

  /** Applies operations at once. Those with the same tag within 300 ms are one step of undo. */
  apply(ops: readonly Op[], options: { tag?: string } = {}): void {
    if (ops.length === 0) return
    const step = this.#inverseOf(ops, options.tag)
    this.#applyRaw(ops)
    this.#history.record(step)
    this.#topics.touch('history')
    this.#changed()
  }

  /** Takes back the newest step; `skipped` when that would overwrite what somebody else did to one of its rows. */
  undo = (): 'done' | 'skipped' | 'nothing' => {
    const step = this.#history.takeUndo()
    return this.#replay(step, (inverse) => this.#history.undone(inverse))
  }

  /** Makes the step undone last again. */
  redo = (): 'done' | 'skipped' | 'nothing' => {
    const step = this.#history.takeRedo()
    return this.#replay(step, (inverse) => this.#history.redone(inverse))
  }

  /** Ends a clash by keeping one of both. */
  resolve(id: string, keep: 'mine' | 'theirs'): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#set(resolved(entry, keep))
    this.#changed()
  }

  /** Gives up a change that the server does not take: the row is again what the server holds. Can be undone. */
  drop(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry || refusalOf(entry) === undefined) return
    const { server } = entry
    if (server === null || server.content === null) this.apply([{ op: 'remove', id }])
    else this.apply([{ op: 'put', id, ...server, content: server.content }])
  }

  // ---- for the saver ----

  /** Rows the server does not take as they are, in the order they were made. */
  refused(): string[] {
    return this.#openEntries().flatMap((entry) => (refusalOf(entry) === undefined ? [] : entry.id))
  }

  /** Rows that someone else changed, too, and of which nobody has chosen one yet. */
  clashes(): string[] {
    return this.#openEntries().flatMap((entry) => (entry.clash ? entry.id : []))
  }

  /** Notes that the server will never take this state of a row. */
  refuse(id: string, state: RowState, reason: string, parts?: Parts): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#set({ ...entry, refused: { state, reason, parts } })
    this.#topics.emit()
  }

  /** Forgets what the server refused: all of it is worth another try. */
  forgive(): void {
    for (const { refused, ...entry } of this.#openEntries()) if (refused) this.#set(entry)
    this.#topics.emit()
  }

  /** The operations that would bring the server to what stands here. */
  outgoing(): OutgoingOps[] {
    const list: OutgoingOps[] = []
    for (const entry of this.#openEntries()) {
      const op = outgoing(entry)
      if (op) list.push({ op, state: entry.local })
    }
    return list
  }

  /** Notes that these states are on their way: from now on the server may hold any of them. */
  sending(list: readonly OutgoingOps[]): void {
    for (const { op, state } of list) {
      const entry = this.#entries.get(op.block_id)
      if (entry) this.#keep({ ...entry, sent: [...entry.sent, state] })
    }
  }

  /** The server said for certain that it took none of them. */
  notTaken(list: readonly OutgoingOps[]): void {
    for (const { op } of list) {
      const entry = this.#entries.get(op.block_id)
      if (entry) this.#keep({ ...entry, sent: entry.sent.slice(0, -1) })
    }
  }

  /** The server took this state of a row: nobody changed it again up to `revision`. */
  taken({ op, state }: OutgoingOps, revision: number): void {
    const entry = this.#entries.get(op.block_id)
    if (!entry) return
    this.#set(acknowledged(entry, state, revision))
    this.#topics.emit()
  }

  /** Takes in rows of the server and, with them, its revision and problems. */
  merge(rows: readonly DraftRow[], revision: number, problems?: readonly DocumentProblem[]): void {
    for (const row of rows) {
      const entry = this.#entries.get(row.block_id)
      this.#set(entry ? reconcile(entry, row) : entryOf(row))
    }
    if (revision > this.revision) {
      this.revision = revision
      this.#topics.touch('revision')
    }
    if (problems) for (const topic of this.#problems.change(problems)) this.#topics.touch(topic)
    this.#topics.emit()
  }

  /** Takes over changes kept from before a reload, on top of what the server holds now. */
  adopt(kept: readonly KeptEntry[]): void {
    // also where the server turns out to have all of it: who left it unsaved is told that it is saved
    if (kept.length > 0) this.setStatus({ state: 'saving' })
    for (const old of kept) {
      const current = this.#entries.get(old.id)
      const before: Entry = { ...old, foreign: 0 }
      const now = current?.server
        ? reconcile(before, { block_id: old.id, revision: current.revision, ...current.server })
        : { ...before, clash: false }
      this.#set(now)
    }
    this.#changed()
  }

  /**
   * Goes on with the steps of the store that held this draft until a moment ago. Rows that are other than they were
   * there were changed by others: steps before that are skipped.
   */
  continueHistory(before: DraftStore): void {
    for (const entry of [...this.#entries.values()]) {
      const old = before.#entries.get(entry.id)
      const changed = !old || !sameState(old.local, entry.local)
      this.#set({ ...entry, foreign: (old?.foreign ?? 0) + Number(changed) })
    }
    this.#history = before.#history
    this.#topics.touch('history')
    this.#topics.emit()
  }

  /** What must not be lost when the page goes away now. */
  unconfirmed(): KeptEntry[] {
    const list: KeptEntry[] = []
    for (const entry of this.#openEntries()) {
      if (!isDirty(entry) && !entry.clash) continue
      const { id, server, revision, local, sent, clash } = entry
      list.push({ id, server, revision, local, sent, clash })
    }
    return list
  }

  /** Says how saving goes. */
  setStatus(status: SaveState): void {
    const before = this.#status
    if (status.state === 'saving' && before.state === 'saving') return
    if (status.state === 'offline' && before.state === 'offline' && status.kept === before.kept) return
    this.#status = status
    this.#topics.touch('status')
    this.#topics.emit()
  }

  // ---- inside ----

  #placed(): Outline {
    if (this.#orderStale) {
      this.#orderStale = false
      this.#outline.read(this.#views.values())
    }
    return this.#outline
  }

  /** The step that takes operations back that are about to be applied. */
  #inverseOf(ops: readonly Op[], tag?: string): Step {
    const entries = new Map(ops.map(({ id }) => [id, this.#entries.get(id)]))
    const foreign = new Map([...entries].map(([id, entry]) => [id, entry?.foreign ?? 0]))
    return { ops: [...entries].map(([id, entry]) => asItStands(id, entry)), foreign, tag, at: this.#now() }
  }

  #replay(step: Step | undefined, keep: (inverse: Step) => void): 'done' | 'skipped' | 'nothing' {
    if (!step) return 'nothing'
    this.#topics.touch('history')
    for (const [id, foreign] of step.foreign) {
      const entry = this.#entries.get(id)
      if (entry?.clash || (entry?.foreign ?? 0) !== foreign) {
        this.#topics.emit()
        return 'skipped'
      }
    }
    const inverse = this.#inverseOf(step.ops)
    this.#replays += 1
    this.#applyRaw(step.ops)
    keep(inverse)
    this.#changed()
    return 'done'
  }

  #applyRaw(ops: readonly Op[]): void {
    for (const op of ops) {
      const entry = applied(op, this.#entries.get(op.id))
      if (entry) this.#set(entry)
    }
  }

  #set(entry: Entry): void {
    const before = this.#entries.get(entry.id)
    if (before === entry) return
    this.#keep(entry)
    const asBefore =
      before !== undefined &&
      before.local === entry.local &&
      before.clash === entry.clash &&
      refusalOf(before) === refusalOf(entry) &&
      refusedParts(before) === refusedParts(entry)
    if (asBefore && !entry.clash) return
    const old = this.#views.get(entry.id)
    const view = viewOf(entry)
    if (view) this.#views.set(entry.id, view)
    else {
      this.#views.delete(entry.id)
      const label = old?.content.label
      if (typeof label === 'string') this.formerLabels.set(entry.id, label)
    }
    if (old?.position !== view?.position || old?.parent !== view?.parent || old?.kind !== view?.kind) {
      this.#orderStale = true
      this.#topics.touch('order')
    }
    if (this.#keys.change(entry.id, old?.content, view?.content)) {
      this.#namesVersion += 1
      this.#topics.touch('keys')
      for (const id of this.#keys.calledLike(entry.id)) this.#topics.touch(`name:${id}`)
    }
    if (old?.content.width !== view?.content.width) {
      this.#widthsVersion += 1
      this.#topics.touch('widths')
    }
    if (old?.content.required !== view?.content.required) this.#topics.touch('required')
    if (old?.content.settings !== view?.content.settings) {
      this.#settingsVersion += 1
      this.#topics.touch('settings')
      for (const path of changedTexts(old?.content.settings, view?.content.settings).paths)
        this.#topics.touch(`text:${entry.id}:${path}`)
    }
    this.#topics.touch(`row:${entry.id}`)
  }

  /** Notes an entry, and whether anything of it is still to be done. */
  #keep(entry: Entry): void {
    this.#entries.set(entry.id, entry)
    const settled = entry.local === entry.server && entry.sent.length === 0
    const open = entry.clash || entry.refused !== undefined || (!settled && isDirty(entry))
    if (open) this.#open.add(entry.id)
    else this.#open.delete(entry.id)
  }

  #openEntries(): Entry[] {
    return [...this.#open].flatMap((id) => this.#entries.get(id) ?? [])
  }

  #changed(): void {
    this.#topics.emit()
    for (const listener of [...this.#changeListeners]) listener()
  }
}
