import type { MediaFile } from '@formwright/kit/media'
import type { Page } from './answer.ts'

/** A media file of a form, for who chooses among them. */
export interface LibraryFile extends MediaFile {
  /** names it in documents */
  id: string
  /** a published version of the form shows it */
  in_versions: boolean
  /** another form of the workspace shows it */
  elsewhere: boolean
}

/** What the workspace of a form stores of media files, and may store. */
export interface MediaRoom {
  /** that are taken */
  bytes: number
  /** that there are */
  files: number
  /** that may be taken */
  max_bytes: number
  /** that there may be */
  max_files: number
}

/** Media files that were uploaded into a form, or that it shows, newest first. */
export interface MediaLibrary extends Page<LibraryFile> {
  /** how much of it is taken */
  room: MediaRoom
}
