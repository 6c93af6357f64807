import type { NamedPerson } from './accounts.ts'
import type { Json } from '../engine/document/document.ts'
import type { Cell } from '@formwright/kit/answer'
import type { AnySettings, Option } from '@formwright/kit/field'
import type { Operator, ValueType } from '@formwright/kit/value'

/** A column of the table and of exports: one of those that a field's answer fills. */
export interface SubmissionColumn {
  /** the question */
  block: string
  /** id of the part; empty for the main one */
  part: string
  /** its head */
  label: string
  /** what the field is called; the label names the part besides */
  heading: string
  /** of its cells */
  type: 'text' | 'number' | 'boolean' | 'date' | 'time' | 'datetime'
  /** the field type of the question */
  kind: string
  /** of a section that repeats: the number says how many items it has */
  counts?: 'items'
}

export interface SubmissionRow {
  /** of the submission */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** one for each column */
  cells: Cell[]
  /** by block, those of which a cell does not say everything */
  answers: { [block: string]: Json }
}

/** How the table can be narrowed by a part of a field: as its newest version has it, with every option it ever had. */
export interface FilterField {
  /** what the part is called besides its field */
  label?: string
  /** of what is compared */
  type: ValueType
  /** how it can be compared */
  operators: readonly Operator[]
  /** what can be chosen, where it is a choice */
  options?: readonly Option[]
}

/** Whole settings of fields as versions had them, options called what they are called now: by version, then by block. */
export type VersionSettings = { [version: string]: { [block: string]: AnySettings } }

/** One page of the table. */
export interface SubmissionPage {
  /** a page of the table */
  data: {
    /** what columns, labels and fields are of */
    newest_version: number
    /** in their order; each row has a cell for each */
    columns: readonly SubmissionColumn[]
    /** by address; the same on every page, so it comes with the first only */
    fields: { [address: string]: FilterField } | null
    /** the submissions of this page, the newest first */
    rows: SubmissionRow[]
    /** of the versions that the rows answer */
    settings: VersionSettings
    /** null where it would have to be counted: of a narrowed view that has more pages */
    total: number | null
    /** only the newest were searched */
    limited: boolean
    /** where a page ends that could not be filled in the time there is for one: nothing newer is missing */
    looked_back_to: string | null
  }
  /** `?cursor=` of the next page; null where there is none */
  next_cursor: string | null
}

/** A comparison that narrows the table. */
export interface Filter {
  /** the address of what is compared */
  field: string
  op: Operator
  value?: Json
  to?: Json
  /** whose days are meant when it is compared by the time it came in; those of UTC without one */
  zone?: string
}

/** One submission in full, as the version it answered asked for it. */
export interface Submission {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** what the first question that was answered says, shortened; null when that tells nothing */
  title: string | null
  /** the one that came in next among all of the form, by id; null for the newest */
  newer: string | null
  /** the one that came in before it, by id; null for the oldest */
  older: string | null
  /** in the order of the form */
  answers: (ShownAnswer | ShownItems)[]
  /** addresses of questions that were gone on without, because their plugin failed while they were shown */
  excused: readonly string[]
  /** what has no value because its text would have been too long, as it is called; empty where rules made it, null for none */
  too_long: readonly string[] | null
  /** names of its files that are not where the server keeps its files: opening one is answered with E_FILE_LOST */
  lost_files: readonly string[]
  /** the last ones first */
  edits: readonly SubmissionEdit[]
  /** names this state: with it as `If-Match` an edit is made of exactly that, or not at all */
  etag: string
}

/** That somebody changed answers of a submission. What they were is not kept. */
export interface SubmissionEdit {
  /** when it was changed */
  edited_at: string
  /** null for whoever has no account any more */
  edited_by: NamedPerson | null
  /** what the questions are called, shortened */
  labels: readonly string[]
}

/** What a program reads of a submission: answers by the keys that fields had in the version that was answered. */
export interface KeyedSubmission {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** of the form that was filled in */
  version: number
  /** by key, or by id where a field has none; of a section that repeats an array of objects */
  answers: { [key: string]: Json }
}

/** A submission as it is now that it was edited. */
export interface EditedSubmission extends KeyedSubmission {
  /** answers to questions that its version does not ask any more */
  ignored: string[]
}

/** A submission in the bin of its form. */
export interface DeletedSubmission {
  /** names it in paths */
  id: string
  /** when it came in */
  received_at: string
  /** what the first question that was answered says, shortened; null when that tells nothing */
  title: string | null
  /** when it was deleted */
  deleted_at: string
  /** who deleted it, null where they are no more */
  deleted_by: NamedPerson | null
  /** when it goes for good, unless it is restored */
  gone_at: string
}

/** Which submissions of a form are meant, by id: up to 500. */
export interface SeveralSubmissions {
  ids: readonly string[]
}

/** What became of submissions that were to be deleted. What is in neither list was too much for one request: ask again. */
export interface DeletedTogether {
  /** those that are deleted now, by id */
  deleted: string[]
  /** those that were not there, by id: somebody else was faster */
  missing: string[]
}

/** Which submissions of a view are to be deleted. */
export interface MatchingSubmissions {
  /** those that came in by this time, to the millisecond: what comes later stays */
  until: string
  search?: string
  filter?: string
  /** `next_cursor` of the answer before */
  cursor?: string
}

/** The next submissions of a view, up to 500, that are deleted now. */
export interface DeletedMatching {
  /** by id, the newest first */
  data: string[]
  /** `cursor` of the next request; null where all are deleted */
  next_cursor: string | null
}

/** What became of submissions that were to be restored. What is in neither list took too long for one request: ask again. */
export interface RestoredTogether {
  /** those that are back, by id */
  restored: string[]
  /** those that are not, and why */
  refused: {
    /** of the submission */
    id: string
    /** `E_NOT_IN_BIN`, `E_NOT_FOUND` where its version cannot be read, or `E_USED_UP` where somebody else has by now what it had */
    code: string
    /** why, as a sentence */
    message: string
  }[]
}

/** What became of a bin that was to be emptied. */
export interface EmptiedBin {
  /** `cursor` of the next request; null where all is gone */
  next_cursor: string | null
}

/** A field as it was asked, and what was answered: null for nothing. */
export interface ShownAnswer extends ShownField {
  /** the question, as it was asked */
  label: string
  /** canonical; null where there is none */
  answer: Json | null
}

/** What is the same of a field in every item. */
export interface ShownField {
  /** the question */
  block: string
  /** by which programs know it */
  key: string | null
  /** its field type */
  kind: string
  /** those it had when it was answered */
  settings: { [name: string]: Json }
}

/** A section that repeats: its fields once, and for each item what they were called there and what was answered. */
export interface ShownItems {
  /** the section */
  block: string
  /** by which programs know it */
  key: string | null
  /** what the section is called */
  label: string
  /** so many items it has at least */
  least: number
  /** and so many at most */
  most: number
  /** what its fields are called in a new item */
  labels: string[]
  /** the questions of each item */
  fields: ShownField[]
  /** in order, each with an answer for each field */
  items: {
    /** stays the same when items change places */
    id: string
    /** by its own title, else by that of the section and its number */
    title: string
    /** what its fields are called in it, in the order of `fields` */
    labels: string[]
    /** canonical, in the order of `fields`; null where there is none */
    answers: (Json | null)[]
  }[]
}

/** A file of submissions that the server writes while one does something else. */
export interface SubmissionExport {
  /** names it in paths */
  id: string
  /** how it stands */
  status: 'waiting' | 'running' | 'done' | 'failed' | 'expired'
  /** why it failed, as a sentence */
  reason: string | null
  /** the view as it was asked for */
  search: string
  /** as it was asked for */
  filter: string
  /** how many are written */
  rows: number
  /** of the file, once it is done: a form in which a section repeats has several files in one ZIP */
  format: 'csv' | 'zip'
  /** how large it is */
  bytes: number
  /** about how many rows there were when it was asked for, where that is known */
  total: number | null
  /** when it was asked for */
  created_at: string
  /** until when it can be read; null while it is not done */
  expires_at: string | null
  /** where it is had, once it is done */
  file: string | null
}

/** What an export is asked for with. */
export interface ExportRequest {
  search?: string
  filter?: string
}

/** What many submissions say together. */
export interface FormSummary {
  /** what there is to say of each question */
  data: {
    /** how many were taken in, the newest first */
    submissions: number
    /** false where there are more than a request can take in */
    complete: boolean
    /** in the order of the form; those that are asked no more come last */
    questions: QuestionSummary[]
  }
}

/** What was answered to one question, part by part. */
export interface QuestionSummary {
  /** the question */
  block: string
  /** by which programs know it */
  key: string | null
  /** its field type */
  kind: string
  /** the question */
  label: string
  /** what the section is called in whose items it is asked, each item by itself */
  section: string | null
  /** the newest version asks it no more */
  removed: boolean
  /** how many answers there are */
  answered: number
  /** why nobody can say what they say: its kind is not installed, or failed */
  fault: string | null
  /** what an answer to it consists of, each with its figures */
  parts: {
    /** id; `''` is the main one */
    part: string
    /** what the part is called besides its question; null of the main one */
    label: string | null
    /** of its values; null where its kind does not say */
    type: ValueType | null
    /** how many answers have a value there */
    answered: number
    /** how often each was given: of choices every option that ever was, of yes and no `true` and `false` */
    counts?: {
      /** the id of the option, or what was given */
      value: string
      /** what the option is called now, or what was given */
      label: string
      /** of answers that have it */
      count: number
    }[]
    /** of numbers: what they are together */
    numbers?: {
      /** the smallest */
      min: number
      /** the largest */
      max: number
      /** their arithmetic mean */
      mean: number
    }
    /** of days, times and files: between which they lie, in the order of their texts */
    range?: {
      /** the earliest; of files the first by name */
      first: string
      /** the latest; of files the last by name */
      last: string
    }
    /** what its kind works out besides, by name */
    figures?: { [name: string]: number }
  }[]
}
