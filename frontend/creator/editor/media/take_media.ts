import type { LibraryFile } from '../../../../api_types/media.ts'
import type { EditorModel } from '../model.ts'
import { sideOf, type WantedMedia } from './media_place.ts'
import { scalable } from './scaled_picture.ts'
import { newUpload, sendFitting } from './use_upload.ts'

/**
 * Takes a file of the library for a setting. A photo that is larger than needed there, or as a camera wrote it, is stored
 * once more: as small as that, and without where it was taken.
 */
export function takeMedia(editor: EditorModel, wanted: WantedMedia, file: LibraryFile): void {
  const { id: _id, in_versions: _versions, elsewhere: _elsewhere, ...media } = file
  const { src, name, type, width = 0, height = 0 } = media
  const { place } = wanted
  const side = sideOf(wanted)
  const fits = Math.max(width, height) <= (side ?? Infinity) && (side === undefined || type !== 'image/jpeg')
  if (!scalable(type) || fits) return wanted.onChange(media)
  const upload = newUpload(editor, wanted, new File([], name, { type }))
  void editor.uploads.begin(place, {
    ...upload,
    send: async (_file, sending) => {
      const answer = await fetch(src, { signal: sending.signal })
      if (!answer.ok) throw new Error('This file is no longer there. Choose another.')
      return sendFitting(editor, wanted, new File([await answer.blob()], name, { type }), sending)
    },
  })
}
