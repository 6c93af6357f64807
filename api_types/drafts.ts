import type { Json } from '../engine/document/document.ts'
import type { DocumentProblem } from '../engine/document/problems.ts'

/** What a row holds: a block without id and kind, or a group of form settings. */
export type Content = { [name: string]: Json }

/** One row of a draft: a block, or a group of form settings (kind `settings.<group>`). */
export interface DraftRow {
  /** of the block */
  block_id: string
  /** the field type or layout block */
  kind: string
  /** the change that made it what it is */
  revision: number
  /** the section that it stands in; null at the top */
  parent: string | null
  /** among the blocks of the same section, or of the top */
  position: string
  /** null once removed */
  content: Content | null
}

/**
 * One change of a draft. `base` is the revision on which its author made it. Without a `parent` the block stands at the
 * top.
 */
export type DraftOp =
  | {
      /** makes a block, or makes it anew */
      op: 'put'
      /** of the block; a new one has an id of the client's making */
      block_id: string
      /** the field type or layout block, or `settings.<group>` */
      kind: string
      /** the section that it is to stand in; null at the top */
      parent?: string | null
      /** among the blocks of the same section, or of the top: they are sorted by it, as text */
      position: string
      /** all of the block, as it is to be */
      content: Content
      /** the revision that its author saw, where it is not that of the whole request: is the block newer, the change is refused */
      base?: number
    }
  | {
      /** removes a block */
      op: 'remove'
      /** of the block */
      block_id: string
      /** as of `put` */
      base?: number
    }
  | {
      /** puts a block elsewhere */
      op: 'move'
      /** of the block */
      block_id: string
      /** the section that it is to stand in; null at the top */
      parent?: string | null
      /** among the blocks of the same section, or of the top */
      position: string
      /** as of `put` */
      base?: number
    }

/** A draft, or what changed in it since a revision. */
export interface Draft {
  /** counts the changes of the draft */
  revision: number
  /** the blocks */
  rows: DraftRow[]
  /** what keeps it from being published, and warnings */
  problems: DocumentProblem[]
  /** keys that published fields have had, with the ids of these fields; comes with all of a draft */
  former_keys?: Record<string, string>
  /** what removed blocks were called, by id; comes with all of a draft */
  former_names?: Record<string, string>
}

/** What became of a save; `rows` are those that others changed. */
export interface DraftSaved extends Draft {
  /** ids of the blocks whose change was made */
  applied: string[]
  /** changes that were not made, because somebody else had changed the block since their base */
  refused: {
    /** as it was sent */
    op: DraftOp
    /** the block as it is; null where it is gone */
    current: DraftRow | null
  }[]
}

/** A block by what a person knows it by. */
export interface NamedBlock {
  /** of the block */
  block_id: string
  /** what it is called in the form */
  label: string
}

/** What of something differs, as creators call that, and its words where it has some; long ones are shortened. */
export interface ChangedPart {
  /** what it is called */
  name: string
  /** what it said; an empty text for nothing */
  before?: string
  /** what it says; an empty text for nothing */
  after?: string
}

/** A block that differs, and what of it. */
export interface ChangedBlock extends NamedBlock {
  /** what of it is different */
  parts: ChangedPart[]
}

/** A group of settings of a form that differs, and what of it. */
export interface ChangedSettings {
  /** `general`, `access`, `appearance` or `sending`; `order` when blocks only changed places */
  group: string
  /** what of it is different; nothing of `order` */
  parts: ChangedPart[]
}

/** What publishing would change, against the version that is published now; everything is new without one. */
export interface Changes {
  /** blocks that are new */
  added: NamedBlock[]
  /** blocks that are different */
  changed: ChangedBlock[]
  /** blocks that are gone */
  removed: NamedBlock[]
  /** groups of settings that differ */
  settings: ChangedSettings[]
}

/** What publishing would do, and what stands in its way. */
export interface Check {
  /** of the draft that was checked */
  revision: number
  /** the number of the version that would be made */
  version: number
  /** what keeps it from being published, and warnings */
  problems: DocumentProblem[]
  /** how it differs from what is published */
  changes: Changes
}

/** What publishing made, and of which revision of the draft. */
export interface Publication {
  /** the number of the version that was made */
  version: number
  /** of the draft it was made of */
  revision: number
}

/** What the scripts and styles of a form's public page weigh, in bytes as they travel (gzip). */
export interface PageWeight {
  /** of the scripts and styles that every visitor loads */
  bytes: number
  /** what of that each kind of block adds, and what comes only once a question of it is used; heaviest first */
  kinds: {
    /** the field type or layout block */
    kind: string
    /** what it adds to what every visitor loads */
    bytes: number
    /** what comes once a question of it is used */
    later: number
  }[]
}
