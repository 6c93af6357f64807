import { useCallback, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { toast } from '../../../design/toasts.tsx'
import type { EditorModel } from '../model.ts'
import { useEditor } from '../use_editor.ts'
import type { MediaPlace } from './media_place.ts'
import { scaledPicture } from './scaled_picture.ts'
import type { NewUpload, UploadState } from './uploads.ts'

/** How the upload for a setting goes. */
export function useUploadOf(place: string): UploadState {
  const { uploads } = useEditor()
  const subscribe = useCallback(
    (listener: () => void) => uploads.subscribe(place, listener),
    [uploads, place],
  )
  return useSyncExternalStore(subscribe, () => uploads.get(place))
}

/** The upload for a setting: how it goes, and what one does with it. */
export function useUpload(place: MediaPlace): UploadState & {
  begin: (file: File) => void
  cancel: () => void
} {
  const editor = useEditor()
  const { uploads } = editor
  const state = useUploadOf(place.place)
  return {
    ...state,
    begin: (file) => void uploads.begin(place.place, newUpload(editor, place, file)),
    cancel: () => uploads.cancel(place.place),
  }
}

/** A file for a setting, as `Uploads` sends it. */
export function newUpload(editor: EditorModel, place: MediaPlace, file: File): NewUpload {
  const { use, types, maxSide, onChange } = place
  return {
    file,
    send: async (chosen, sending) => {
      const sent = maxSide === undefined ? chosen : await scaledPicture(chosen, maxSide)
      const stored = await editor.upload(use, sent, sending)
      // what it is, the server says
      if (types && !types.some((beginning) => stored.type.startsWith(beginning)))
        throw new Error('This is another type of file. Choose one of those named above.')
      return stored
    },
    onDone: onChange,
    onMissed: (message) => toast.warning(message),
  }
}

/** What was pressed goes with the step it belonged to: the focus stays in the group. */
export function useFocusInside(group: RefObject<HTMLElement | null>, step: string): void {
  const inside = useRef(false)
  useLayoutEffect(() => {
    const element = group.current
    if (!element) return
    const note = () => {
      inside.current = element.contains(document.activeElement)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [group])
  useLayoutEffect(() => {
    if (inside.current && !group.current?.contains(document.activeElement))
      group.current?.querySelector('button')?.focus()
  }, [group, step])
}
