import type { InferOutput } from 'valibot'
import type { Translate } from './control.ts'
import type { Preset, SettingNames, SettingsSchema } from './field.ts'
import type { Lifts } from './lift.ts'

/** A text that a creator writes into the settings of a block. */
export interface BlockText {
  /** the setting */
  path: string
  /** `rich` ones are trees (`richText` in `rich/setting.ts`) */
  kind: 'plain' | 'rich'
  /**
   * Answers may stand in it (`{#blockId}`): the engine puts them in, and the component is given what comes of it; of a rich
   * text each answer by itself (`piped` in `rich/to_text.ts`).
   */
  piping: boolean
  /**
   * What a page does with it. Of page breaks `title` is what the page that begins here is called, `next` stands on the
   * button that leads to it, `back` on the one that leads back from it. Of sections `title` stands above its blocks,
   * `item-title` above those of one item, with references to fields of that item, and `add` on the button that adds one.
   */
  role?: 'title' | 'next' | 'back' | 'item-title' | 'add'
}

export type LayoutRole = 'content' | 'page-break' | 'ending' | 'section'

/** How many items a section that repeats has. */
export interface Repeat {
  min: number
  /** up to `MOST_ITEMS` */
  max: number
}

/**
 * A layout block: something on the page that holds no answer. The engine knows four roles: `page-break` begins a
 * page, `ending` is shown after sending, `section` holds blocks, `content` stands where it is.
 */
export interface LayoutDefinition<Schema extends SettingsSchema = SettingsSchema> {
  kind: string
  version: number
  role: LayoutRole
  settings: Schema
  presets: readonly Preset[]
  lifts?: Lifts
  /** The texts that a creator writes into it, in the order in which they are read. */
  texts(settings: InferOutput<Schema>): readonly BlockText[]
  /** Settings the browser of a respondent may know; those that `texts` names always travel. */
  publicSettings: readonly string[]
  /**
   * Settings of a new block that are words, in the language of its form: `t` reads the plugin's texts `start.…`. They
   * are laid over the defaults, under a preset's own.
   */
  start?(t: Translate): Partial<InferOutput<Schema>>
  /** Endings only: the address to go to at once instead of showing the ending. Already safe. */
  redirect?(settings: InferOutput<Schema>): string | undefined
  /** Sections only: how often it repeats; undefined where it only holds its blocks together. */
  repeat?(settings: InferOutput<Schema>): Repeat | undefined
  csp?(settings: InferOutput<Schema>): Readonly<Record<string, readonly string[]>>
}

/** Identity that gives a layout definition its types. */
export function defineLayout<Schema extends SettingsSchema>(
  definition: LayoutDefinition<Schema> & { publicSettings: SettingNames<Schema> },
): LayoutDefinition<Schema> {
  return definition
}

/** The settings of a layout definition. */
export type LayoutSettingsOf<D> = D extends LayoutDefinition<infer Schema> ? InferOutput<Schema> : never
