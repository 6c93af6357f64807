import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type {
  EditedSubmission,
  VersionSettings,
  SubmissionPage,
  Filter,
  Submission,
} from '../../api_types/submissions.ts'
import { ApiError } from './api_error.ts'
import { api, withQuery } from './client.ts'
import { markDeleted } from './deleted_submissions.ts'
import { tryFourAtATime } from './four_at_a_time.ts'

/** What the table is narrowed to. */
export interface SubmissionView {
  search: string
  filters: readonly Filter[]
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

/** Answers of a submission that are to be others, by path; null for none. */
interface Edit {
  id: string
  answers: Readonly<Record<string, unknown>>
  /** under which files for it were sent */
  submission_key: string
}

/** Changes answers of a submission. Tables hear of it as of what others do. */
export function useEditSubmission(form: { slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...edit }: Edit) =>
      api.patch<Single<EditedSubmission>>(`/api/forms/${form.slug}/answers/${id}`, edit),
    onSuccess: (_, { id }) => client.invalidateQueries({ queryKey: [...oneOf(form.slug), id] }),
  })
}

/**
 * Puts submissions into the bin, four at a time, and takes them out of what is shown. `onDone` is told of each. Answers which
 * are gone, and why not the others; throws where none is.
 */
export function useDeleteSubmissions(form: { id: string; slug: string }, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const gone: string[] = []
      const { failure } = await tryFourAtATime(ids, async (id) => {
        await api.delete(`/api/forms/${form.slug}/submissions/${id}`).catch(unlessGone)
        markDeleted(client, form.id, id)
        gone.push(id)
        onDone?.()
      })
      if (gone.length === 0 && failure !== undefined) throw failure
      return { gone, failure }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['forms', 'one', form.slug] }),
  })
}

/** Somebody else was faster: it is deleted, as was asked. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
