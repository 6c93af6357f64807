import { useState } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import { useEditor } from '../use_editor.ts'
import type { WantedMedia } from './media_place.ts'
import type { UploadState } from './uploads.ts'
import { newUpload, useUploadOf } from './use_upload.ts'

const PLACE = 'library'

/** Uploads from the library, one after the other. What is under way goes on when the library closes. */
export function useLibraryUploads(
  wanted: WantedMedia | undefined,
  onStored: (file: MediaFile) => void,
): UploadState & { failures: readonly string[]; begin: (files: File[]) => void; cancel: () => void } {
  const editor = useEditor()
  const { uploads } = editor
  const state = useUploadOf(PLACE)
  const [failures, setFailures] = useState<readonly string[]>([])
  const begin = async (files: readonly File[]) => {
    setFailures([])
    const { use = 'file', types, maxSide } = wanted ?? {}
    const place = {
      place: PLACE,
      use,
      types,
      maxSide,
      onChange: (file?: MediaFile) => file && onStored(file),
    }
    for (const file of files) {
      if ((await uploads.begin(PLACE, newUpload(editor, place, file))) === 'canceled') return
      const { failed } = uploads.get(PLACE)
      if (failed !== undefined) setFailures((before) => [...before, `${file.name}: ${failed}`])
    }
  }
  return {
    ...state,
    failures,
    begin: (files) => void begin(files),
    cancel: () => uploads.cancel(PLACE),
  }
}
