import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { toast } from '../../../design/toasts.tsx'
import { isSettingsKind } from '../draft/row.ts'
import type { Step } from '../draft/history.ts'
import type { EditorModel } from '../model.ts'
import { same } from '../draft/same.ts'
import { isObject } from '../blocks/json.ts'
import { blockElement, focusBlock, focusTextOf } from '../page/focus.ts'
import { showSetting } from '../panel/wanted_setting.ts'

/** Who asks for undo: keys take the focus to what changed, a button keeps it, to be pressed again. */
type From = 'keys' | 'button'

/** Takes the newest step back and shows where; says so when a newer change, as someone else's, stands in the way. */
export function undo(editor: EditorModel, from: From = 'keys'): void {
  const { store } = editor
  const outcome = replay(editor, store.newestStep(), store.undo, from)
  if (outcome === 'done') editor.announce('Undone.')
  if (outcome === 'skipped')
    toast.warning('This step was not undone: it would overwrite a newer change, such as someone else’s.')
}

/** Makes the step undone last again and shows where. */
export function redo(editor: EditorModel, from: From = 'keys'): void {
  const { store } = editor
  const outcome = replay(editor, store.nextStep(), store.redo, from)
  if (outcome === 'done') editor.announce('Done again.')
  if (outcome === 'skipped')
    toast.warning('This step was not repeated: it would overwrite a newer change, such as someone else’s.')
}

function replay<T>(editor: EditorModel, step: Step | undefined, work: () => T, from: From): T {
  const { store } = editor
  const ids = step?.ops.map(({ id }) => id) ?? []
  const before = new Map(ids.map((id) => [id, store.row(id)]))
  const place = Math.min(...ids.map((id) => store.order().indexOf(id)).filter((index) => index >= 0))
  const focus = new Focus()
  const outcome = work()
  const changed = ids.filter((id) => store.row(id) !== before.get(id))
  // with the next frame it is drawn
  requestAnimationFrame(() => {
    if (changed.length > 0 && !focus.seesChange())
      show(editor, changed, { before: (id) => before.get(id)?.content ?? {}, take: from === 'keys', focus })
    if (focus.lost()) focusNear(editor, place)
  })
  return outcome
}

/** What had the focus before a step. */
class Focus {
  #element = document.activeElement
  #drawer = this.#element?.closest<HTMLElement>('[role=dialog]')
  #value = valueOf(this.#element)

  /** Whether the step changed what stands there: then it is seen already. */
  seesChange(): boolean {
    return document.activeElement === this.#element && valueOf(this.#element) !== this.#value
  }

  /** Whether what had the focus went with the step. Settings of another block may stand in the same drawer. */
  lost(): boolean {
    const { activeElement } = document
    // a button whose last step this was is disabled now
    if (activeElement !== document.body && !activeElement?.matches(':disabled')) return false
    this.#drawer?.focus()
    return !this.#drawer?.contains(document.activeElement)
  }

  /** Whether it lies over the page. */
  inDrawer(): boolean {
    return this.#drawer?.isConnected === true
  }
}

function valueOf(element: Element | null): string | boolean | null {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
    return element.checked
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
    return element.value
  return element instanceof HTMLElement && element.isContentEditable ? element.textContent : null
}

interface Shown {
  before: (id: string) => Content
  take: boolean
  focus: Focus
}

/** Chooses what changed and brings it into view; the caret goes to the text that did. */
function show(editor: EditorModel, changed: readonly string[], { before, take, focus }: Shown): void {
  const { store, selection } = editor
  const group = changed.find(isSettingsKind)
  if (group !== undefined) {
    const [name] = changedNames(before(group), store.row(group)?.content ?? {})
    const path = `${group.replace('settings.', '')}.${name}`
    const text = document.querySelector<HTMLElement>(`[data-page] [data-text="${CSS.escape(path)}"]`)
    if (!text || focus.inDrawer()) showSetting(editor, path)
    else if (take) focusTextOf(text, 'end')
    else text.scrollIntoView({ block: 'nearest' })
    return
  }
  const there = store.order().filter((id) => changed.includes(id))
  const last = there.at(-1)
  if (last === undefined) return
  selection.several(there)
  if (!take || focus.inDrawer()) return blockElement(last)?.scrollIntoView({ block: 'nearest' })
  const path = there.length === 1 ? changedText(before(last), store.row(last)?.content ?? {}) : undefined
  const text =
    path === undefined
      ? undefined
      : blockElement(last)?.querySelector<HTMLElement>(`[data-text="${CSS.escape(path)}"]`)
  if (text) focusTextOf(text, 'end')
  else focusBlock(last)
}

/** The path of the text of a block that a step changed; undefined when it changed something else, or all of it. */
function changedText(before: Content, after: Content): string | undefined {
  const [name] = changedNames(before, after).filter((one) => one !== 'key')
  if (name !== 'settings') return Object.keys(before).length === 0 ? undefined : name
  return changedPath(before.settings, after.settings)
}

function changedPath(before: Json | undefined, after: Json | undefined): string | undefined {
  if (!isObject(before) || !isObject(after)) return undefined
  const [name] = changedNames(before, after)
  if (name === undefined) return undefined
  const [old, now] = [before[name], after[name]]
  if (!Array.isArray(old) || !Array.isArray(now)) return name
  // of a list's items the one that is there before and after, and says something else
  for (const item of now) {
    const was = isObject(item) ? old.find((one) => isObject(one) && one.id === item.id) : undefined
    if (!isObject(item) || !isObject(was) || same(was, item)) continue
    return `${name}.${String(item.id)}.${changedNames(was, item)[0]}`
  }
  return undefined
}

function changedNames(before: { [name: string]: unknown }, after: { [name: string]: unknown }): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (name) => !same(before[name], after[name]),
  )
}

/** Where the block that had the focus went with a step, the focus goes to the one before it. */
function focusNear(editor: EditorModel, place: number): void {
  const { store, selection } = editor
  const order = store.order()
  const near = order[Math.min(Math.max(0, place - 1), order.length - 1)]
  const current = selection.current() ?? near
  if (current === undefined) return
  selection.only(current)
  focusBlock(current)
}
