import type { FormSettings } from '../engine/document/document.ts'
import type { Operator, ValueType } from '@formwright/kit/value'
import type { NamedPerson } from './accounts.ts'
import type { Role } from './workspaces.ts'

/** A form as lists and its own page show it to a member. */
export interface Form {
  /** names it in paths */
  id: string
  /** the workspace it is of */
  workspace_id: string
  /** its address, which names it in paths, too */
  slug: string
  /** what it is called */
  title: string
  /** what it says of itself, null where it says nothing */
  description: string | null
  /** the colors of its page */
  look: FormLook
  /** `draft` was never published, or is not any more; `closed` takes no submissions */
  state: 'draft' | 'published' | 'closed'
  /** the version that people see, null while there is none */
  published_version: number | null
  /** whether the draft differs from what is published */
  has_unpublished_changes: boolean
  /** whether people must enter a password */
  has_password: boolean
  /** how many there are */
  submissions: number
  /** when the newest came in, null where there is none */
  last_submission_at: string | null
  /** when it was changed last */
  updated_at: string
  /** when it was made */
  created_at: string
  /** the asking person's role in the form's workspace */
  role: Role
}

/** A value in the answer to a question. */
export interface QuestionPart {
  /** `''` is the answer itself */
  id: string
  /** null of the answer itself */
  label: string | null
  /** of its values */
  type: ValueType
  /** the names that lead to it in the answer; none: it is the answer */
  path: string[]
  /** the comparisons of filters, with `block` or `block.part` as their field */
  operators: Operator[]
  /** of choices */
  options?: {
    /** what an answer holds */
    id: string
    /** what people choose by */
    label: string
  }[]
}

/** A question of a form, for programs that answer it or look for its answers. */
export interface FormQuestion {
  /** the block, by which filters name it */
  id: string
  /** by which answers name it */
  key: string
  /** the question */
  label: string
  /** whether it must be answered */
  required: boolean
  /** `uploaded`: files are sent before the submission that names them */
  comes: 'given' | 'uploaded' | 'computed'
  /** what an answer to it consists of */
  parts: QuestionPart[]
  /** of a section that repeats: what is asked in each of its items; its answer is an array of objects */
  items?: FormQuestion[]
}

/** A form in the bin of its workspace. */
export interface DeletedForm {
  /** names it in paths */
  id: string
  /** its address, which it gets back */
  slug: string
  /** what it was called */
  title: string
  /** how many are deleted with it */
  submissions: number
  /** when it was deleted */
  deleted_at: string
  /** who deleted it, null where they are no more */
  deleted_by: NamedPerson | null
  /** when it goes for good, unless it is restored */
  gone_at: string
}

/** What of a form's appearance its miniature in lists shows. */
export type FormLook = Pick<FormSettings['appearance'], 'theme' | 'accent' | 'ground' | 'ink' | 'button'>

/** What an event of a form carries beside the form's id, by the event's name: ids only. */
export interface FormEventData {
  draft: { revision: number; by: string }
  form: object
  /** `deleted` is the id of a submission that is gone, `restored` of one that is back, `edited` of one that is another now; with `gone`, some left the bin for good */
  submissions: { deleted?: string; restored?: string; edited?: string; gone?: true }
  deliveries: object
  /** the server was deaf to its other nodes for a while */
  missed: object
}
