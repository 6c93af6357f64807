import type { Single } from '../../api_types/answer.ts'
import type { MediaFile } from '@formwright/kit/media'
import { sendFile, type Sending, withQuery } from './client.ts'

/** Stores a picture or a file of the creator, to be shown by this form. */
export async function uploadMedia(
  form: string,
  use: 'image' | 'file',
  file: File,
  sending: Sending,
): Promise<MediaFile> {
  const path = withQuery(`/api/forms/${form}/media`, { use, name: file.name || 'pasted' })
  const { data } = await sendFile<Single<MediaFile>>(path, file, sending)
  return data
}
