import type { LayoutRole, Repeat } from '@formwright/kit/layout'
import type { RichText } from '@formwright/kit/rich/tree'
import type { BrowserPlan } from './plan.ts'
import type { BlockMedia, FormSettings, Json, Width } from '../document/document.ts'

/** A block as a respondent's browser may know it. Label and texts come resolved from the response. */
export interface PublicBlock {
  id: string
  kind: string
  /** the section that it stands in */
  parent?: string
  family: 'field' | LayoutRole
  settings: { [name: string]: Json }
  /** fields only: what its references bring comes from the response, like the texts */
  help?: RichText
  helpBelow?: boolean
  media?: BlockMedia
  placeholder?: string
  width?: Width
  hideLabel?: boolean
  /** fields only: how the kind wants to be labelled with these settings, and whether its answer may stay on the device */
  labelling?: 'control' | 'group' | 'none'
  secret?: boolean
  /** fields only: a code is asked for that confirms its answer */
  confirms?: true
  /** fields only: no plain input can stand in for the control */
  untyped?: true
  /** it must be answered, and cannot be asked: what the page posts in place of an answer */
  unasked?: string
  /** fields only: false where it is computed and not meant to be seen */
  displayed?: boolean
  /** names of the texts to ask the response for; of a field those that are not as they stand in its settings */
  texts?: readonly string[]
  /**
   * page breaks and welcomes only: the name of the text that is its page's title, what stands on the buttons to it and back
   * from it, and on the one that starts the form
   */
  page?: { title?: string; next?: string; back?: string; start?: string }
  /** sections only: how often it repeats, the names of the texts that are its title and that of an item, what adds one */
  section?: { repeat?: Repeat; title?: string; itemTitle?: string; add?: string }
}

/** Everything a respondent's browser may know of a published form, made by allow-list from document and registry. */
export interface PublicForm {
  format: 1
  version: number
  general: { title: string; description?: string; language: string }
  appearance: PublicLook
  sending: FormSettings['sending']
  blocks: PublicBlock[]
  plan: BrowserPlan
}

/** How a form looks. The creator's CSS is none of it before it was made harmless. */
export type PublicLook = Omit<FormSettings['appearance'], 'css'> & {
  /** the creator's CSS, as a page may carry it */
  styles?: string
}
