import type { FormSettings, Json } from '../../engine/document/document.ts'
import type { PublicForm } from '../../engine/plan/public_form.ts'
import type { BlockProblem, LiveResponse, Path, ServerState } from '../../engine/response/response.ts'
import type { Texts } from './translate.ts'

// What the server hands to the page's renderer, and the renderer to the page's script. Types only: both sides read it.

/** What of a form its page hands to the script. Title, description and look are drawn by the server, once and for all. */
export interface PageForm extends Pick<PublicForm, 'version' | 'sending' | 'blocks' | 'plan'> {
  language: string
  /** what its ending looks like hangs on it */
  theme: FormSettings['appearance']['theme']
}

/** Raw values of the fields of a page by address, as its inputs hold them. */
export type PageRaws = Readonly<Record<Path, unknown>>

/** Everything the page's script needs, as JSON in the page. Nothing in it belongs to one visit, except for a session. */
export interface PageData {
  form: PageForm
  /** of the form: it stays when the slug changes */
  id: string
  slug: string
  texts: Texts
  /** texts of the kinds used, by kind */
  kindTexts: Readonly<Record<string, Texts>>
  page: string
  /** ISO calendar day on which the visit began */
  startedOn?: string
  /** when it was drawn, where the form looks at the time; the server draws for UTC */
  now?: number
  /** URL parameters that fields of this form take their defaults from */
  params?: Readonly<Record<string, string>>
  /** how many are left of what fields limit, by block and value, as far as the page knows */
  left?: Readonly<Record<string, Record<string, number>>>
  /** raw values of the session so far */
  raws?: PageRaws
  /** what the server says of that which depends on what only it knows */
  serverState?: ServerState
  /** what the server shows besides the blocks, so that the script draws the same */
  shown?: { problems?: readonly BlockProblem[]; notice?: Notice }
  /** answers must not be kept on the device: the form has a password */
  unkept?: true
  /** the draft, shown to its members: nothing is sent */
  preview?: true
  /** with it: how what a plugin of each kind threw is told to creators, before the error's own words */
  faultWords?: Readonly<Record<string, string>>
  /** blocks that could not be drawn, with what creators are told of it in a preview */
  broken?: Readonly<Record<string, string>>
}

/** A sentence over the form. `count` chooses its plural. */
export interface Notice {
  key: string
  params?: Readonly<Record<string, string | number>>
  /** files that were not kept, and why */
  refused?: readonly BlockProblem[]
}

/** One page of a form to draw. */
export interface FormView {
  data: PageData
  /** what is drawn around the form */
  look: Pick<PublicForm, 'general' | 'appearance'>
  response: LiveResponse
  /** BCP 47, of numbers and dates that controls show: that of the respondent, who posts them as they are */
  locale: string
  /** problems to show: of the page that was just refused */
  problems: readonly BlockProblem[]
  notice?: Notice
  /** where to put the focus: a block, a control by its id, the button of a file by what it posts, `notice` or `page` */
  focus?: string
  /** where a plain post goes */
  action: string
  /** present where anybody may fill in the form, and this is its address */
  link?: LinkPreview
  /** a field of this page takes files: the post is multipart, and hidden inputs come before them */
  takesFiles: boolean
  /** comes back with a plain post: what a visit that is stored nowhere holds so far */
  carried?: string
  /** of a preview by itself: the page says that it is one */
  banner?: true
  /** kinds that never came to an end, with what is said of that: their blocks are drawn plainly */
  stopped?: Readonly<Record<string, string>>
  assets: PageAssets
}

/** Addresses of script and style. */
export interface PageAssets {
  script?: string
  /** tells times in the reader's zone, on a page without the other script */
  ownZone?: string
  styles: readonly string[]
}

/** What is shown after sending. Texts are resolved; `block` is absent for the built-in ending. */
export interface EndingView {
  block?: { id: string; kind: string; settings: { [name: string]: Json } }
  texts: Readonly<Record<string, string>>
  /** where to go instead */
  redirect?: string
}

/** The look and the language of a page that is not a form. */
export interface PlainLook {
  title: string
  /** for search engines and previews of links */
  description?: string
  language: string
  appearance: PublicForm['appearance']
  assets: PageAssets
  link?: LinkPreview
}

/** What services that show links are told of a form besides its title and description. Addresses are whole. */
export interface LinkPreview {
  url?: string
  image?: { src: string; size?: { width: number; height: number } }
}

/** Something a person wrote. `question` is absent where it may not be said, `answer` where it is secret. */
export interface WrittenAnswer {
  question?: string
  answer?: string
  secret?: true
}

/** A post of a page, carried by another page. */
export interface PostedAgain {
  action: string
  entries: readonly (readonly [name: string, value: string])[]
  /** the button that was pressed */
  go: string
}

/** A page that says why there is no form to fill in. */
export interface StateView extends PlainLook {
  /** what the form says of it itself */
  own?: string
  state: 'password' | 'early' | 'closed' | 'full' | 'missing' | 'gone' | 'changed' | 'away' | 'unready'
  /** of the password */
  problem?: 'wrong' | 'slow'
  /** what the person had written, to be copied */
  written?: readonly WrittenAnswer[]
  /** they had chosen files, which were not taken */
  dropped?: boolean
  /** the post that was refused, to be sent again; where a password is asked for, with it */
  again?: PostedAgain
  /** ISO instant at which it opens or closed, for `early` and `closed` */
  at?: string
  /** what keeps a draft from being shown, for `unready` */
  reasons?: readonly string[]
  /** where "Start over" leads */
  restart?: string
  /** it says that it is a preview */
  banner?: true
}

/** An HTML document in two parts: the key of a visit goes between them. A page without a key has all in `head`. */
export interface RenderedPage {
  head: string
  tail: string
  /** the text of every <style> in it, for the hash in the policy */
  styles: readonly string[]
  /** what plugins threw while it was drawn */
  faults?: readonly { kind: string; error: unknown }[]
}

/** What is shown after sending. */
export interface SentView extends PlainLook {
  ending: EndingView
  /** it says that it is a preview */
  banner?: true
  /** in a preview: how what a plugin of each kind threw is told to creators */
  faultWords?: PageData['faultWords']
}

/** What the renderer's bundle offers to the server. */
export interface Renderer {
  /** those that every page exists in */
  languages: readonly string[]
  form(view: FormView): Promise<RenderedPage>
  ending(view: SentView): Promise<RenderedPage>
  state(view: StateView): Promise<RenderedPage>
  /** Core texts of a language, those of sections and codes where there are some, and those of the kinds named. */
  texts(
    language: string,
    kinds: readonly string[],
    besides: { sections: boolean; codes: boolean },
  ): Promise<{ texts: Texts; kindTexts: Record<string, Texts> }>
  /** Problems in words, each of a kind: in the first of the languages that exists, else in the other one. */
  problems(
    languages: readonly string[],
    other: string,
    told: readonly { kind: string; problem: BlockProblem }[],
  ): Promise<string[]>
}
