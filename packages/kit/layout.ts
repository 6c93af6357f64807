import type { InferOutput } from 'valibot'
import type { BlockText } from './block_text.ts'
import type { Translate } from './control.ts'
import type { Permissions, Preset, SettingNames, SettingsProblem, SettingsSchema } from './field.ts'
import type { Lifts } from './lift.ts'

export type LayoutRole = 'content' | 'welcome' | 'page-break' | 'ending' | 'section'

/** How many items a section that repeats has. */
export interface Repeat {
  min: number
  /** up to `MOST_ITEMS` */
  max: number
}

/**
 * A layout block: something on the page that holds no answer. The engine knows five roles: `welcome` is a page by itself
 * before all others, of which a form has one at most, `page-break` begins a page, `ending` is shown after sending, `section`
 * holds blocks, `content` stands where it is.
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
  /** What keeps it from showing anything, as of a field: a picture that is not chosen yet. */
  check?(settings: InferOutput<Schema>): readonly SettingsProblem[]
  /** Endings only: the address to go to at once instead of showing the ending. Already safe. */
  redirect?(settings: InferOutput<Schema>): string | undefined
  /** Sections only: how often it repeats; undefined where it only holds its blocks together. */
  repeat?(settings: InferOutput<Schema>): Repeat | undefined
  /** Content Security Policy sources its page needs, beyond 'self'. */
  csp?(settings: InferOutput<Schema>): Readonly<Record<string, readonly string[]>>
  /** As of a field: features of the browser that its page uses. */
  permissions?(settings: InferOutput<Schema>): Permissions
}

/** Identity that gives a layout definition its types. */
export function defineLayout<Schema extends SettingsSchema>(
  definition: LayoutDefinition<Schema> & { publicSettings: SettingNames<Schema> },
): LayoutDefinition<Schema> {
  return definition
}

/** The settings of a layout definition. */
export type LayoutSettingsOf<D> = D extends LayoutDefinition<infer Schema> ? InferOutput<Schema> : never
