import { useEffect, type RefObject } from 'react'
import type { EditorModel } from '../model.ts'
import { useEditor, useObserved } from '../use_editor.ts'

/** The setting of the form that a path of a problem leads to: `settings.access.closesAt`. */
export function settingAt(path: string | undefined): string | undefined {
  return /^settings\.(.+)/.exec(path ?? '')?.[1]
}

/** Shows the settings of the form and gives the focus to one of them. */
export function showSetting(editor: EditorModel, name: string): void {
  editor.selection.clear()
  editor.wantedSetting.set({ name })
}

/** Gives the focus to the setting that is wanted, within these settings of the form. */
export function useWantedSetting(panel: RefObject<HTMLElement | null>): void {
  const { wantedSetting } = useEditor()
  const wanted = useObserved(wantedSetting)
  useEffect(() => {
    if (!wanted) return
    const control = panel.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(wanted.name)}"]`)
    // of several segments the one that is chosen
    const chosen = control?.querySelector<HTMLElement>('input:checked') ?? control
    chosen?.focus({ preventScroll: true })
    control?.scrollIntoView({ block: 'center' })
  }, [panel, wanted])
  useEffect(() => () => wantedSetting.set(undefined), [wantedSetting])
}

/**
 * What marks a control as a setting of the form. The one that is wanted also takes the focus of a drawer that opens
 * with it.
 */
export function useSettingMark(name: string) {
  const wanted = useObserved(useEditor().wantedSetting)?.name === name
  return { 'data-setting': name, ...(wanted && { 'data-autofocus': true }) }
}
