import type { Cover, Logo } from './cover.ts'
import type { Operator } from '@formwright/kit/value'
import type { MediaFile } from '@formwright/kit/media'
import type { RichText } from '@formwright/kit/rich/tree'

/** JSON, as documents and raw values hold it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** One side of a comparison. `field` reads the value of a block (a field or a calculation). */
export type Operand =
  | {
      /** the address of a block, or of a part of its answer */
      field: string
    }
  | {
      /** as it is written here */
      value: Json
    }
  | {
      /** the name of a URL parameter of the visit */
      param: string
    }
  | {
      /** today, or this moment: whatever the other side is */
      now: true
    }

export interface Comparison {
  /** what is compared */
  left: Operand
  /** how: which there are depends on the type of the left side */
  op: Operator
  /** with what; absent where the operator needs nothing */
  right?: Operand
  /** upper bound of `between` */
  to?: Operand
}

/** `formula` holds an expression with references as `{#blockId}`; it must be boolean. */
export type Condition =
  | {
      /** each of them holds; of none that is so */
      all: Condition[]
    }
  | {
      /** one of them holds at least */
      any: Condition[]
    }
  | {
      /** it does not hold */
      not: Condition
    }
  | {
      /** is true */
      formula: string
    }
  | Comparison

/**
 * What a block does when its condition holds. Order matters: the last matching show/hide wins, as does the last
 * matching enable/disable; of skips (read when the block's page is left) and of errors the first. `to` of a skip is the
 * id of a page-break (the page it begins) or of an ending; `message` is what an error says at its field, a text with
 * references.
 */
export type Rule =
  | {
      /** when it does so */
      when: Condition
      /** what the block does: be seen or not, be open or closed to answers, ask for one */
      do: 'show' | 'hide' | 'enable' | 'disable' | 'require'
    }
  | {
      /** when it does so, read when the block's page is left */
      when: Condition
      /** leads elsewhere than to the next page */
      do: 'skip'
      /** the id of a page-break, for the page that it begins, or of an ending */
      to: string
    }
  | {
      /** when it does so */
      when: Condition
      /** refuses the answer */
      do: 'error'
      /** what is said at the field, a text with references */
      message: string
    }

export type Width = 'full' | '3/4' | '2/3' | '1/2' | '1/3' | '1/4'
export type BlockState = 'shown' | 'hidden' | 'disabled'

/** A picture or a film with a question. */
export interface BlockMedia {
  /** the picture or film */
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
  /** the field type or layout block: the folder of its plugin */
  kind: string
  /** id of the section that it stands in: its blocks stand directly behind it, in order; absent at the top */
  parent?: string
  /** version of the plugin's settings shape */
  v: number
  /** what its kind can be set to, by name */
  settings: { [name: string]: Json }
  /** what it does when conditions hold, in order */
  rules?: Rule[]
  // fields only
  /** short machine name, `[a-z][a-z0-9_]{0,63}`, unique in the form */
  key?: string
  /** the question, a text with references */
  label?: string
  /** what is said with it */
  help?: RichText
  /** the help stands below the control */
  helpBelow?: boolean
  /** what is seen with it */
  media?: BlockMedia
  /** what stands in its empty control */
  placeholder?: string
  /** it must be answered */
  required?: boolean
  /** no two submissions give the same answer */
  unique?: boolean
  /** how it begins, before any rule */
  state?: BlockState
  /** of the line that it stands in */
  width?: Width
  /** the label is there for those alone who have it read to them */
  hideLabel?: boolean
  /** canonical answer, the name of a URL parameter to take it from, or a text with references */
  default?:
    | {
        /** a canonical answer */
        value: Json
      }
    | {
        /** the name of the URL parameter that it is taken from */
        param: string
      }
    | {
        /** a text with references */
        text: string
      }
  // endings only
  /** when this ending is shown; without one it is the fallback */
  condition?: Condition
}

/** Form settings. In the draft each group is a row of kind `settings.<group>` whose content is the group. */
export interface FormSettings {
  /** what it is called, what it says of itself, its language */
  general: {
    /** what it is called */
    title: string
    /** stands below the title */
    description?: string
    /** of its texts, and of the words of the house on its page (BCP 47) */
    language: string
  }
  /** from when to when, and how many may answer */
  access: {
    /** from when it takes submissions, an ISO 8601 instant in UTC; absent: as soon as it is published */
    opensAt?: string
    /** until when it takes submissions, an ISO 8601 instant in UTC; absent: for ever */
    closesAt?: string
    /** so many it takes; absent: any number */
    maxSubmissions?: number
    /** said in the place of our own words while the form is closed */
    closedText?: string
    /** said while it has as many submissions as it takes */
    fullText?: string
    /** said while it is not open yet */
    earlyText?: string
  }
  /** what its page looks like */
  appearance: {
    /** what all the rest is a change of */
    theme: 'default' | 'simple' | 'notion'
    /** of texts and controls */
    size: 'sm' | 'md' | 'lg'
    /** how round corners are */
    radius: 'none' | 'small' | 'full'
    /** the color of what is chosen and pressed, `#rrggbb` */
    accent: string
    /** the color of the page, `#rrggbb`; absent: the theme's */
    ground?: string
    /** the color of texts, `#rrggbb`; absent: the theme's */
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
    /** the mark of whoever asks */
    logo?: Logo
    /** what stands over the form */
    cover?: Cover
  }
  /** how it is sent */
  sending: {
    /** what the button says that sends it; absent: our own word */
    submitLabel?: string
    /** whether people see how far they are */
    progress: boolean
  }
}

/** What of a form's appearance can be kept as a theme: not the pictures, which are the form's own. */
export type Look = Omit<FormSettings['appearance'], 'logo' | 'cover'>

/** A form, as it is published: immutable. Blocks in order; a page-break begins a page, the first page is `start`. */
export interface FormDocument {
  /** of this document: 1 */
  format: 1
  /** what belongs to the whole form */
  settings: FormSettings
  /** in order; those of a section stand directly behind it */
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
