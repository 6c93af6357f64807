import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Content } from '../../../api_types/drafts.ts'
import type { DocumentProblem } from '../../../engine/document/problems.ts'
import { settingsOf } from './blocks/block_of.ts'
import { listText, listTextAt } from './blocks/text_path.ts'
import type { Parts } from './draft/row.ts'
import type { RowView } from './draft/row_view.ts'
import type { SaveState } from './draft/store.ts'
import type { Topic } from './draft/topics.ts'
import type { EditorModel } from './model.ts'
import type { TextSource } from '../text/text_source.ts'
import type { Observable } from './observable.ts'

const NOTHING: Parts = {}

const EditorContext = createContext<EditorModel | null>(null)
export const EditorProvider = EditorContext.Provider

/** The editor this component belongs to. */
export function useEditor(): EditorModel {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This belongs inside an editor.')
  return editor
}

/** Reads something of the draft and follows one topic. */
export function useDraft<T>(topic: Topic, read: () => T): T {
  const { store } = useEditor()
  const subscribe = useCallback((listener: () => void) => store.subscribe(topic, listener), [store, topic])
  return useSyncExternalStore(subscribe, read)
}

/** One row of the draft. */
export function useRow(id: string): RowView | undefined {
  const { store } = useEditor()
  return useDraft(`row:${id}`, () => store.row(id))
}

/** Ids of the blocks, in order. */
export function useOrder(): readonly string[] {
  return useDraft('order', useEditor().store.order)
}

/** Ids of the blocks of a section (null: of those at the top), in order. */
export function useChildren(parent: string | null): readonly string[] {
  const { store } = useEditor()
  return useDraft('order', () => store.childrenOf(parent))
}

/** What the check found in one block. */
export function useProblemsOf(id: string): readonly DocumentProblem[] {
  const { store } = useEditor()
  return useDraft(`problems:${id}`, () => store.problemsOf(id))
}

/** How saving goes. */
export function useSaveState(): SaveState {
  return useDraft('status', useEditor().store.status)
}

/** The revision up to which the changes of the server are known: one's own, and those of others. */
export function useRevision(): number {
  const { store } = useEditor()
  return useDraft('revision', () => store.revision)
}

/** A group of form settings as it stands in the draft. */
export function useSettingsGroup(group: string): Content {
  const row = useRow(`settings.${group}`)
  return useMemo(() => row?.content ?? {}, [row])
}

/** What the server does not take of a group of form settings as it stands here, and why. */
export function useRefused(group: string): Parts {
  return useRow(`settings.${group}`)?.refusedParts ?? NOTHING
}

/** The language of the form. */
export function useLanguage(): string {
  return settingsOf('general', useSettingsGroup('general')).language
}

/** Whether a block is chosen, and whether it is the one whose settings are shown. */
export function useChosen(id: string): 'current' | 'chosen' | 'no' {
  const { selection } = useEditor()
  const subscribe = useCallback((listener: () => void) => selection.subscribe(id, listener), [selection, id])
  return useSyncExternalStore(subscribe, () =>
    selection.current() === id ? 'current' : selection.has(id) ? 'chosen' : 'no',
  )
}

/** The block whose settings are shown. */
export function useCurrent(): string | undefined {
  const { selection } = useEditor()
  return useSyncExternalStore(selection.subscribeAll, selection.current)
}

/** All chosen blocks. */
export function useChosenIds(): ReadonlySet<string> {
  const { selection } = useEditor()
  return useSyncExternalStore(selection.subscribeAll, selection.ids)
}

/**
 * A text of a block's lists as it is now, `drawn` where it is gone; undefined for other texts. It is followed without
 * React, which would visit all items of the list for one of them.
 */
export function useListText(id: string, path: string, drawn: string): TextSource<string> | undefined {
  const { store } = useEditor()
  return useMemo(() => {
    if (!listText(path)) return undefined
    return {
      get() {
        const row = store.row(id)
        return (row && listTextAt(row.content, path)) ?? drawn
      },
      subscribe: (listener) => store.subscribe(`text:${id}:${path}`, listener),
    }
  }, [store, id, path, drawn])
}

/** A value that tells when it changes. */
export function useObserved<T>(observed: Observable<T>): T {
  return useSyncExternalStore(observed.subscribe, observed.get)
}
