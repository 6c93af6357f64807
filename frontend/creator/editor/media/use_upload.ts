import { useCallback, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import { toast } from '../../../design/toasts.tsx'
import { useEditor } from '../use_editor.ts'
import { scaledPicture } from './scaled_picture.ts'
import type { UploadState } from './uploads.ts'

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml'

/** What the dialog of the system offers. */
export function accepted(use: 'image' | 'file', types: readonly string[] = []): string | undefined {
  if (use === 'image') return PICTURES
  return types.length > 0 ? types.map((one) => (one.endsWith('/') ? `${one}*` : one)).join() : undefined
}

/** What a picture or a file is chosen for. */
export interface MediaPlace {
  /** names the setting in this form */
  place: string
  use: 'image' | 'file'
  /** of a file: beginnings of the types that it may have */
  types?: readonly string[]
  /** of a photo: so many pixels are enough */
  maxSide?: number
  /** may be called after the panel has closed: it changes its own setting as it stands by then, and nothing else */
  onChange: (file: MediaFile | undefined) => void
}

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
export function useUpload({ place, use, types, maxSide, onChange }: MediaPlace): UploadState & {
  begin: (file: File) => void
  cancel: () => void
} {
  const editor = useEditor()
  const { uploads } = editor
  const state = useUploadOf(place)
  return {
    ...state,
    begin: (file) =>
      void uploads.begin(place, {
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
      }),
    cancel: () => uploads.cancel(place),
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
