import { useEffect, type RefObject } from 'react'
import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import { insertionPointAtEnd } from '../blocks/insertion_point.ts'
import { takesReferences } from '../blocks/references.ts'
import type { EditorModel } from '../model.ts'
import { useEditor, useObserved } from '../use_editor.ts'

/** The setting of the form that a path of a problem leads to: `settings.access.closesAt`. */
export function settingAt(path: string | undefined): string | undefined {
  return /^settings\.(.+)/.exec(path ?? '')?.[1]
}

/** Texts of the form itself: they stand on the page, not among its settings. */
const ON_PAGE: ReadonlySet<string> = new Set(['general.title', 'general.description', 'sending.submitLabel'])

/** Shows the settings of the form and gives the focus to one of them, or to the text on the page that it is. */
export function showSetting(editor: EditorModel, name: string): void {
  editor.selection.clear()
  if (ON_PAGE.has(name)) editor.wantedFocus.set({ path: name, caret: 'end' })
  else editor.wantedSetting.set({ name })
}

/** What leads to where a problem is mended: its text on the page, its setting, or the line to add what is missing. */
export function leadTo(
  { block, path = '', code }: DocumentProblem,
  editor: EditorModel,
): (() => void) | undefined {
  const row = block === undefined ? undefined : editor.store.row(block)
  if (row !== undefined) {
    const text = path.replace(/^settings\./, '')
    const onPage = takesReferences(editor.kinds, row.kind, text, row.content)
    return () => {
      editor.selection.only(row.id)
      if (path === '' || path === 'settings' || onPage) {
        editor.wantedFocus.set({ block: row.id, caret: 'end', ...(onPage && { path: text }) })
      } else editor.wantedSetting.set({ block: row.id, name: path })
    }
  }
  const setting = block === undefined ? settingAt(path) : undefined
  if (setting !== undefined) return () => showSetting(editor, setting)
  if (code === 'no-fields') return () => editor.adding.set(insertionPointAtEnd(editor))
  return undefined
}

/** The setting of this block that is wanted, as long as it has not taken the focus. */
export function useWantedOf(block: string): string | undefined {
  const wanted = useObserved(useEditor().wantedSetting)
  return wanted?.block === block ? wanted.name : undefined
}

const TRIES = 60

/**
 * Gives the focus to a setting of a block as soon as its tab is drawn: the control that stands for its path, or for the
 * longest part of it. What is on no tab is on the page: the block's text takes the focus then.
 */
export function useFocusOf(panel: RefObject<HTMLElement | null>, block: string, tab: string | null): void {
  const editor = useEditor()
  const name = useWantedOf(block)
  useEffect(() => {
    if (name === undefined || tab !== tabOf(name)) return
    let tries = 0
    let frame = 0
    const attempt = () => {
      const control = controlFor(panel.current, name)
      tries += 1
      if (control === undefined && tries < TRIES) {
        frame = requestAnimationFrame(attempt)
        return
      }
      editor.wantedSetting.set(undefined)
      if (control === undefined) return editor.wantedFocus.set({ block, caret: 'end' })
      control.closest('details')?.setAttribute('open', '')
      // a drawer that is only opening gives the focus itself
      control.dataset.autofocus = 'true'
      control.focus({ preventScroll: true })
      control.scrollIntoView({ block: 'center' })
    }
    attempt()
    return () => cancelAnimationFrame(frame)
  }, [editor, panel, block, name, tab])
}

/** The tab of a block's settings that a path leads to. */
export function tabOf(path: string): string {
  return /^(rules|condition)\b/.test(path) ? 'rules' : 'content'
}

const CONTROL =
  'input:not([type="hidden"], [type="file"]), select, textarea, [contenteditable="true"], button:not([role="toolbar"] *)'

function controlFor(panel: HTMLElement | null, path: string): HTMLElement | undefined {
  for (let parts = path.split('.'); parts.length > 0; parts = parts.slice(0, -1)) {
    const marked = panel?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(parts.join('.'))}"]`)
    const control = controlIn(marked)
    if (control) return control
  }
  return undefined
}

/** What of a setting takes the focus. */
function controlIn(marked: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return marked?.matches(CONTROL) ? marked : marked?.querySelector<HTMLElement>(CONTROL)
}

/** Gives the focus to the setting that is wanted, within these settings of the form. */
export function useWantedSetting(panel: RefObject<HTMLElement | null>): void {
  const { wantedSetting } = useEditor()
  const wanted = useObserved(wantedSetting)
  useEffect(() => {
    if (!wanted || wanted.block !== undefined) return
    const control = panel.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(wanted.name)}"]`)
    // of several segments the one that is chosen; a file's place takes the focus with its first button
    const chosen = control?.querySelector<HTMLElement>('input:checked') ?? controlIn(control)
    chosen?.focus({ preventScroll: true })
    control?.scrollIntoView({ block: 'center' })
  }, [panel, wanted])
  useEffect(
    () => () => {
      // what a block's own settings wait for is theirs
      if (wantedSetting.get()?.block === undefined) wantedSetting.set(undefined)
    },
    [wantedSetting],
  )
}

/**
 * What marks a control as a setting of the form. The one that is wanted also takes the focus of a drawer that opens
 * with it.
 */
export function useSettingMark(name: string) {
  const setting = useObserved(useEditor().wantedSetting)
  const wanted = setting?.block === undefined && setting?.name === name
  return { 'data-setting': name, ...(wanted && { 'data-autofocus': true }) }
}
