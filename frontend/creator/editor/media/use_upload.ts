import { useCallback, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { toast } from '../../../design/toasts.tsx'
import type { MediaFile } from '@formwright/kit/media'
import type { Sending } from '../../../api/client.ts'
import type { EditorModel } from '../model.ts'
import { useEditor } from '../use_editor.ts'
import { PAGE_SIDE, sideOf, type MediaPlace } from './media_place.ts'
import { isLarger, scaledPicture } from './scaled_picture.ts'
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
  return {
    file,
    send: async (chosen, sending) => {
      const stored = await sendFitting(editor, place, chosen, sending)
      keepLarger(editor, place, chosen).catch(() => undefined)
      return stored
    },
    onDone: place.onChange,
    onMissed: (message) => toast.warning(message),
  }
}

/** Stores a file for a setting: a photo as large as it is needed there. */
export async function sendFitting(
  editor: EditorModel,
  place: MediaPlace,
  file: File,
  sending: Sending,
): Promise<MediaFile> {
  const { use, types } = place
  const side = sideOf(place)
  const stored = await editor.upload(
    use,
    side === undefined ? file : await scaledPicture(file, side),
    sending,
  )
  // what it is, the server says
  if (types && !types.some((beginning) => stored.type.startsWith(beginning)))
    throw new Error('This is another type of file. Choose one of those named above.')
  return stored
}

/**
 * A photo that is small where it was chosen for can be wanted large elsewhere: the library has it so, too. Nobody waits
 * for that, and where it does not go well the small one is there all the same.
 */
async function keepLarger(editor: EditorModel, place: MediaPlace, file: File): Promise<void> {
  const side = sideOf(place) ?? Infinity
  if (side >= PAGE_SIDE || !(await isLarger(file, side))) return
  const unwatched: Sending = { onProgress: () => {}, signal: new AbortController().signal }
  await editor.upload(place.use, await scaledPicture(file, PAGE_SIDE), unwatched)
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
