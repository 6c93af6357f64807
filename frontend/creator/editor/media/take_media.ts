import type { LibraryFile } from '../../../../api_types/media.ts'
import type { EditorModel } from '../model.ts'
import type { WantedMedia } from './media_place.ts'
import { scalable } from './scaled_picture.ts'
import { newUpload } from './use_upload.ts'

/** Takes a file of the library for a setting. A photo that is larger than needed there is stored once more, as small as that. */
export function takeMedia(editor: EditorModel, wanted: WantedMedia, file: LibraryFile): void {
  const { id: _id, in_versions: _versions, elsewhere: _elsewhere, ...media } = file
  const { src, name, type, width = 0, height = 0 } = media
  const { place, maxSide = Infinity } = wanted
  if (!scalable(type) || Math.max(width, height) <= maxSide) return wanted.onChange(media)
  const upload = newUpload(editor, wanted, new File([], name, { type }))
  void editor.uploads.begin(place, {
    ...upload,
    send: async (_file, sending) => {
      const answer = await fetch(src, { signal: sending.signal })
      if (!answer.ok) throw new Error('This file is no longer there. Choose another.')
      return upload.send(new File([await answer.blob()], name, { type }), sending)
    },
  })
}
