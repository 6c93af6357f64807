import type { ComponentType } from 'react'
import type { Cell, FileReference } from './answer.ts'
import type { Problem } from './problem.ts'
import type { RichText } from './rich/tree.ts'

/** A text of the plugin or the core in the page's language; `params` fill `{name}`, `count` chooses the plural. */
export type Translate = (key: string, params?: Record<string, string | number>) => string

/**
 * Draws a text the creator wrote: plain on the public page, the in-place editor on the canvas.
 * `path` says which text of the block: `label`, `help`, or a path into the settings (`options.<id>.label`, `text`). A
 * caption that is empty is drawn on the canvas only.
 */
export type TextComponent = ComponentType<{
  path: string
  value: string
  as?: 'span' | 'div' | 'p' | 'h2' | 'h3' | 'figcaption'
}>

/**
 * Draws a rich text the creator wrote: as elements on the public page, the in-place editor on the canvas. `texts` is what the
 * engine resolved for the block: what the references of the text bring is in it.
 */
export type RichComponent = ComponentType<{
  path: string
  text: RichText
  texts: Readonly<Record<string, string>>
}>

/**
 * Sends one file; resolves to the stored file, rejects with a sentence the respondent can read. Where the file itself is
 * refused, so that sending it again cannot help, the error's `cause` is `E_ANSWERS`.
 */
export type Upload = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<FileReference>

/**
 * What a field's control is given. It always renders real named inputs from `raw`, in both modes, so that a plain post
 * carries the same answer. It may use what `preact` and `preact/hooks` have (docs/decisions.md: Preact). Ids come from
 * `id`, not from `useId`; no portals, no `style`.
 */
export interface ControlProps<S, A, R> {
  block: { id: string; settings: S; required: boolean; placeholder?: string }
  /** `f.<block>`; parts are `${name}.<part>` */
  name: string
  /** id of the control (or of the group); parts are `${id}-<part>` */
  id: string
  raw: R | undefined
  answer: A | undefined
  problems: readonly Problem[]
  /** ids of help and message, for aria-describedby */
  describedBy: string | undefined
  disabled: boolean
  /** BCP 47, the respondent's own: the one that `parse` is given. */
  locale: string
  set(raw: R): void
  /** Absent without JavaScript. On the canvas it is there, and nobody can choose a file. */
  upload?: Upload
  /** How many are left of each value that it `limits`, as of a moment ago. What decides is the claim. */
  left?: Readonly<Record<string, number>>
  /**
   * Of this visit alone and the same for as long as it lasts, for what is drawn differently for each person. Absent until
   * the page is live: the HTML that a server keeps is everybody's.
   */
  seed?: string
  /** Without JavaScript: the id of the part that has the focus when the page comes, or what its button posts as `_go`. */
  focus?: string
  /**
   * What the references of rich texts in its settings bring (`piped` of `rich/resolve.ts`). Plain texts and the placeholder
   * come with answers filled in already.
   */
  texts: Readonly<Record<string, string>>
  t: Translate
  Text: TextComponent
}

/**
 * What `live.tsx` is given: the same, once it has taken the place of what `respond.tsx` drew; `raw` is what stands there,
 * half typed or not. It may use all of React and any library of it. Without it, or if it cannot be loaded, `respond.tsx`
 * stays.
 */
export type LiveProps<S, A, R> = Omit<ControlProps<S, A, R>, 'Text' | 'focus'>

/** What a layout block's component is given. `texts`: what the engine resolved, plain texts by their names. */
export interface LayoutProps<S> {
  block: { id: string; settings: S }
  /** The first of its kind in the form: pictures of the others can wait until they are seen. */
  first?: boolean
  texts: Readonly<Record<string, string>>
  t: Translate
  Text: TextComponent
  Rich: RichComponent
}

/** What a plugin's own part of the settings panel is given. */
export interface EditProps<S> {
  block: { id: string; settings: S }
  /** Merges into the settings; undefined removes. */
  change(settings: Partial<S>): void
  /** Fields that may be referred to, for formula editors: shown and typed as `{key}`, stored as `{#id}`. */
  references: readonly { id: string; key: string; label: string }[]
  /** Problems of this block's settings, from the check. */
  problems: readonly { code: string; path?: string; message: string }[]
  t: Translate
  /** The plugin's texts in the language of the form, for words that become part of it. */
  words: Translate
}

/** How one answer is shown to the creator: `Cell` in one line of a table (see `CellProps`), `Answer` in full. */
export interface ResultProps<S, A> {
  answer: A
  settings: S
  /** Address of a stored file of this submission. */
  fileUrl(id: string): string
  t: Translate
}

/** What a cell of the table is given besides. A kind with several columns draws the part that is named. */
export interface CellProps<S, A> extends ResultProps<S, A> {
  /** id of the part; `''` is the main one */
  part: string
  /** what an export has there; where that is null, the table draws nothing and does not ask */
  value: NonNullable<Cell>
}
