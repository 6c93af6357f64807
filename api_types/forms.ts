import type { FormSettings } from '../engine/document/document.ts'
import type { Operator, ValueType } from '@formwright/kit/value'
import type { Role } from './workspaces.ts'

/** A form as lists and its own page show it to a member. */
export interface Form {
  id: string
  workspace_id: string
  slug: string
  title: string
  description: string | null
  look: FormLook
  state: 'draft' | 'published' | 'closed'
  published_version: number | null
  has_unpublished_changes: boolean
  has_password: boolean
  submissions: number
  last_submission_at: string | null
  updated_at: string
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
  type: ValueType
  /** the names that lead to it in the answer; none: it is the answer */
  path: string[]
  /** the comparisons of filters, with `block` or `block.part` as their field */
  operators: Operator[]
  /** of choices */
  options?: { id: string; label: string }[]
}

/** A question of a form, for programs that answer it or look for its answers. */
export interface FormQuestion {
  /** the block, by which filters name it */
  id: string
  /** by which answers name it */
  key: string
  label: string
  required: boolean
  /** `uploaded`: files are sent before the submission that names them */
  comes: 'given' | 'uploaded' | 'computed'
  parts: QuestionPart[]
  /** of a section that repeats: what is asked in each of its items; its answer is an array of objects */
  items?: FormQuestion[]
}

/** A form in the bin of its workspace. */
export interface DeletedForm {
  id: string
  title: string
  submissions: number
  deleted_at: string
  deleted_by: { id: string; name: string } | null
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
