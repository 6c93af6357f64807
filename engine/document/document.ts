import type { Cover, Logo } from './cover.ts'
import type { Operator } from '@formwright/kit/value'
import type { MediaFile } from '@formwright/kit/media'
import type { RichText } from '@formwright/kit/rich/tree'

/** JSON, as documents and raw values hold it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** One side of a comparison. `field` reads the value of a block (a field or a calculation). */
export type Operand = { field: string } | { value: Json } | { param: string } | { now: true }

export interface Comparison {
  left: Operand
  op: Operator
  right?: Operand
  /** upper bound of `between` */
  to?: Operand
}

/** `formula` holds an expression with references as `{#blockId}`; it must be boolean. */
export type Condition =
  { all: Condition[] } | { any: Condition[] } | { not: Condition } | { formula: string } | Comparison

/**
 * What a block does when its condition holds. Order matters: the last matching show/hide wins, as does the last
 * matching enable/disable; of skips (read when the block's page is left) and of errors the first. `to` of a skip is the
 * id of a page-break (the page it begins) or of an ending; `message` is what an error says at its field, a text with
 * references.
 */
export type Rule =
  | { when: Condition; do: 'show' | 'hide' | 'enable' | 'disable' | 'require' }
  | { when: Condition; do: 'skip'; to: string }
  | { when: Condition; do: 'error'; message: string }

export type Width = 'full' | '3/4' | '2/3' | '1/2' | '1/3' | '1/4'
export type BlockState = 'shown' | 'hidden' | 'disabled'

/** A picture or a film with a question. */
export interface BlockMedia {
  file: MediaFile
  /** what it says to people who cannot see it; absent: it is decoration */
  alt?: string
  /** where it stands; absent: at the end of the line, where there is room */
  place?: 'start' | 'above'
}

/**
 * One item of a form. Texts may hold references `{#blockId}` (piping) and a literal `{{`. What is absent has its
 * default: `state` shown, `width` full, `required` false, no rules.
 */
export interface Block {
  /** stable, `[a-z][a-z0-9]{5,31}`, made by the client */
  id: string
  kind: string
  /** id of the section that it stands in: its blocks stand directly behind it, in order; absent at the top */
  parent?: string
  /** version of the plugin's settings shape */
  v: number
  settings: { [name: string]: Json }
  rules?: Rule[]
  // fields only
  /** short machine name, `[a-z][a-z0-9_]{0,63}`, unique in the form */
  key?: string
  label?: string
  help?: RichText
  /** the help stands below the control */
  helpBelow?: boolean
  media?: BlockMedia
  placeholder?: string
  required?: boolean
  /** no two submissions give the same answer */
  unique?: boolean
  state?: BlockState
  width?: Width
  hideLabel?: boolean
  /** canonical answer, the name of a URL parameter to take it from, or a text with references */
  default?: { value: Json } | { param: string } | { text: string }
  // endings only
  /** when this ending is shown; without one it is the fallback */
  condition?: Condition
}

/** Form settings. In the draft each group is a row of kind `settings.<group>` whose content is the group. */
export interface FormSettings {
  general: { title: string; description?: string; language: string }
  access: {
    /** ISO 8601 UTC instants */
    opensAt?: string
    closesAt?: string
    maxSubmissions?: number
    /** said in the place of our own words while the form is closed, full, or not open yet */
    closedText?: string
    fullText?: string
    earlyText?: string
  }
  appearance: {
    theme: 'default' | 'simple' | 'notion'
    size: 'sm' | 'md' | 'lg'
    radius: 'none' | 'small' | 'full'
    accent: string
    /** own colours; absent: the theme's */
    ground?: string
    ink?: string
    /** absent: as the accent */
    button?: string
    /** absent: as the device has it */
    scheme?: 'auto' | 'light' | 'dark'
    /** absent: sans */
    typeface?: 'sans' | 'serif' | 'serif-headings' | 'rounded' | 'mono'
    /** questions in capital letters */
    uppercase?: boolean
    /** the creator's own CSS, as it was written */
    css?: string
    logo?: Logo
    cover?: Cover
  }
  sending: { submitLabel?: string; progress: boolean }
}

/** What of a form's appearance can be kept as a theme: not the pictures, which are the form's own. */
export type Look = Omit<FormSettings['appearance'], 'logo' | 'cover'>

/** A form, as it is published: immutable. Blocks in order; a page-break begins a page, the first page is `start`. */
export interface FormDocument {
  format: 1
  settings: FormSettings
  blocks: Block[]
  /** keys that fields had before, still accepted by API, prefill and import */
  aliases: { [oldKey: string]: string }
}

/** The page before the first page-break. */
export const FIRST_PAGE = 'start'

/** What a form without a title is called. */
export const UNTITLED = 'Untitled form'

/** Settings of a form nobody has touched. */
export function emptySettings(title: string): FormSettings {
  return {
    general: { title, language: 'en' },
    access: {},
    appearance: { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6' },
    sending: { progress: true },
  }
}
