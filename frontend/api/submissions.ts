import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Cell } from '../../plugins/kit/answer.ts'
import type { Option } from '../../plugins/kit/field.ts'
import type { Operator, ValueType } from '../../plugins/kit/value.ts'
import type { Json } from '../../engine/document/document.ts'
import { ApiError } from './api_error.ts'
import { api, withQuery, type Single } from './client.ts'
import { markDeleted } from './deleted_submissions.ts'

/** A column of the table: one of those that a field's answer fills. */
export interface SubmissionColumn {
  block: string
  /** `''` is the main part */
  part: string
  label: string
  /** what the field is called; the label names the part besides */
  heading: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'time' | 'datetime'
  kind: string
}

export interface SubmissionRow {
  id: string
  received_at: string
  version: number
  cells: Cell[]
  /** by block, those of which a cell does not say everything */
  answers: { [block: string]: Json }
}

/** How the table can be narrowed by a part of a field: as its newest version has it, with every option it ever had. */
export interface FilterField {
  /** what the part is called besides its field */
  label?: string
  type: ValueType
  operators: readonly Operator[]
  options?: readonly Option[]
}

/** Whole settings of fields as versions had them, options called what they are called now: by version, then by block. */
export type VersionSettings = { [version: string]: { [block: string]: { [name: string]: Json } } }

/** One page of the table. */
export interface SubmissionPage {
  data: {
    /** what columns, labels and fields are of */
    newest_version: number
    columns: SubmissionColumn[]
    /** by address; with the first page only */
    fields: { [address: string]: FilterField } | null
    rows: SubmissionRow[]
    /** of the versions that the rows answer */
    settings: VersionSettings
    /** null where it would have to be counted: of a narrowed view that has more pages */
    total: number | null
    /** only the newest were searched */
    limited: boolean
    /** how far was looked for rows, where a page could not be filled in the time that there is for one */
    looked_back_to: string | null
  }
  next_cursor: string | null
}

/** A comparison that narrows the table. */
export interface SubmissionFilter {
  /** the address of what is compared */
  field: string
  op: Operator
  value?: Json
  to?: Json
}

/** What the table is narrowed to. */
export interface SubmissionView {
  search: string
  filters: readonly SubmissionFilter[]
}

/** One submission in full. */
export interface Submission {
  id: string
  received_at: string
  version: number
  /** those next to it among all of the form, by id */
  newer: string | null
  older: string | null
  answers: {
    block: string
    label: string
    kind: string
    settings: { [name: string]: Json }
    answer: Json | null
  }[]
}

/** A view as the server takes it. */
export function viewQuery(view: SubmissionView) {
  return {
    search: view.search,
    filter: view.filters.length > 0 ? JSON.stringify({ all: view.filters }) : undefined,
  }
}

/** Where the current view is had as a file. */
export function csvPath(slug: string, view: SubmissionView): string {
  return withQuery(`/api/forms/${slug}/submissions.csv`, viewQuery(view))
}

/** Where a file of a submission is had. */
export function filePath(slug: string, submission: string, file: string): string {
  return `/api/forms/${slug}/submissions/${submission}/files/${file}`
}

/** The settings that come with several pages. */
export function allSettings(pages: readonly SubmissionPage[]): VersionSettings {
  return Object.assign({}, ...pages.map((page) => page.data.settings))
}

/** The key of all submissions of a form that are read one by one. */
export function oneOf(slug: string): readonly string[] {
  return ['submissions', slug, 'one']
}

/** One submission in full. */
function submissionQuery(slug: string, id: string) {
  return queryOptions({
    queryKey: [...oneOf(slug), id],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.get<Single<Submission>>(`/api/forms/${slug}/submissions/${id}`, signal)).data,
  })
}

/** One submission in full; none is asked for without an id. */
export function useSubmission(slug: string, id: string | null) {
  return useQuery({ ...submissionQuery(slug, id ?? ''), enabled: id !== null })
}

/** Deletes submissions, four at a time, and takes them out of what is shown. */
export function useDeleteSubmissions(form: { id: string; slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const queue = [...ids]
      const work = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          await api.delete(`/api/forms/${form.slug}/submissions/${id}`).catch(unlessGone)
          markDeleted(client, form.id, id)
        }
      }
      await Promise.all([work(), work(), work(), work()])
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['forms', 'one', form.slug] }),
  })
}

/** Somebody else was faster: it is deleted, as was asked. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
