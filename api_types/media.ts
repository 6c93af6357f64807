import type { MediaFile } from '@formwright/kit/media'
import type { Page } from './answer.ts'

/** A media file of a form, for who chooses among them. */
export interface LibraryFile extends MediaFile {
  id: string
  /** a published version of the form shows it */
  in_versions: boolean
  /** another form of the workspace shows it */
  elsewhere: boolean
}

/** What the workspace of a form stores of media files, and may store. */
export interface MediaRoom {
  bytes: number
  files: number
  max_bytes: number
  max_files: number
}

/** Media files that were uploaded into a form, or that it shows, newest first. */
export interface MediaLibrary extends Page<LibraryFile> {
  room: MediaRoom
}
