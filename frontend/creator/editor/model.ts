import type { MediaFile } from '@formwright/kit/media'
import type { Integration } from '../../../api_types/integrations.ts'
import type { Sending } from '../../api/client.ts'
import type { Kinds } from './blocks/kinds.ts'
import type { InsertionPoint } from './blocks/insertion_point.ts'
import type { Saver } from './draft/saver.ts'
import type { DraftStore } from './draft/store.ts'
import type { WantedMedia } from './media/media_place.ts'
import { Uploads } from './media/uploads.ts'
import { Observable } from './observable.ts'
import { Selection } from './selection.ts'
import type { WrittenNote } from './versions/written_note.ts'

/** A text of the page that is to take the caret once it is there. */
export interface WantedFocus {
  /** absent: a text of the form itself */
  block?: string
  /** absent: the block's first text */
  path?: string
  caret: 'start' | 'end' | 'all'
}

/** Where the line for adding stands. */
export interface AddRequest extends InsertionPoint {
  /** the block it stands behind is a question without words: what is chosen takes its place */
  instead?: boolean
}

/** A block that is moved with the arrow keys until it is dropped. */
export interface LiftedBlock {
  id: string
  from: InsertionPoint
  /** how wide every block was */
  widths: ReadonlyMap<string, string>
}

/**
 * A setting that is to take the focus once it is there: of the form (`access.closesAt`), or of a block by its path in it
 * (`settings.formula`, `rules.1.when`).
 */
export interface WantedSetting {
  name: string
  block?: string
}

/** Everything one open editor works with. The same object for as long as the editor is open. */
export class EditorModel {
  readonly store: DraftStore
  readonly kinds: Kinds
  readonly selection = new Selection()
  readonly uploads = new Uploads()
  /** where the line for adding stands, while it is asked for */
  readonly adding = new Observable<AddRequest | undefined>(undefined)
  readonly wantedFocus = new Observable<WantedFocus | undefined>(undefined)
  readonly wantedSetting = new Observable<WantedSetting | undefined>(undefined)
  /** the media library, while it is open: for a setting, or to look through */
  readonly library = new Observable<WantedMedia | 'all' | undefined>(undefined)
  /** what was written of the version that is to be published: closing the sheet does not lose it */
  readonly note = new Observable('')
  /** what is being written of versions that were published, by their numbers: closing the sheet does not lose it either */
  readonly versionNotes = new Observable<ReadonlyMap<number, WrittenNote>>(new Map())
  readonly lifted = new Observable<LiftedBlock | undefined>(undefined)
  /** said to assistive technology */
  readonly announcement = new Observable('')
  /** whether the form was ever published: from then on keys stay as they are when labels change */
  readonly published: () => boolean
  /** the integrations of the form as they are now; none when they cannot be known soon */
  readonly integrations: () => Promise<readonly Integration[]>
  /** stores a picture or a file for this form */
  readonly upload: (use: 'image' | 'file', file: File, sending: Sending) => Promise<MediaFile>
  /** the question that a new form began with, until something else is added */
  firstQuestion: string | undefined
  saver: Saver | undefined

  /** Says something to assistive technology, also when it was the same a moment ago. */
  announce(words: string): void {
    this.announcement.set(this.announcement.get() === words ? `${words}\u00a0` : words)
  }

  constructor(parts: {
    store: DraftStore
    kinds: Kinds
    published?: () => boolean
    integrations?: () => Promise<readonly Integration[]>
    upload: EditorModel['upload']
  }) {
    this.store = parts.store
    this.kinds = parts.kinds
    this.published = parts.published ?? (() => false)
    this.integrations = parts.integrations ?? (() => Promise.resolve([]))
    this.upload = parts.upload
  }
}
