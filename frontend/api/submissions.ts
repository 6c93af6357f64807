import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type {
  DeletedMatching,
  DeletedTogether,
  EditedSubmission,
  MatchingSubmissions,
  SeveralSubmissions,
  VersionSettings,
  SubmissionPage,
  Filter,
  Submission,
} from '../../api_types/submissions.ts'
import { api, withQuery } from './client.ts'
import { markDeleted } from './deleted_submissions.ts'
import { inChunks } from './in_chunks.ts'

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

/** Reads a submission as it is at this moment. */
export function useReadSubmission(form: { slug: string }) {
  const client = useQueryClient()
  return (id: string) => client.fetchQuery({ ...submissionQuery(form.slug, id), staleTime: 0 })
}

/** Answers of a submission that are to be others, by path; null for none. */
interface Edit {
  id: string
  /** of the submission as it was read: of another state nothing is changed */
  etag: string
  answers: Readonly<Record<string, unknown>>
  /** under which files for it were sent */
  submission_key: string
}

/** Changes answers of a submission. Tables hear of it as of what others do. */
export function useEditSubmission(form: { slug: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, etag: match, ...edit }: Edit) =>
      api.patch<Single<EditedSubmission>>(`/api/forms/${form.slug}/answers/${id}`, edit, { match }),
    onSuccess: (_, { id }) => client.invalidateQueries({ queryKey: [...oneOf(form.slug), id] }),
  })
}

/** Submissions that are to be deleted: these, or those of a view that came in by a time. */
type AskedDeletion = { ids: readonly string[] } | MatchingDeletion

/** All of a view that came in by a time: what comes later stays. */
interface MatchingDeletion {
  view: SubmissionView
  until: string
}

/** How a deletion of many is followed, and ended. */
interface Following {
  /** told how many are gone */
  onProgress: (gone: number) => void
  /** asked before each request */
  isWanted: () => boolean
}

/**
 * Puts submissions into the bin, many in one request, and takes them out of what is shown. Answers which are gone, of how
 * many somebody else had deleted before, whether it was stopped, and why it ended early if it did; throws where nothing was
 * done.
 */
export function useDeleteSubmissions(form: { id: string; slug: string }, following?: Following) {
  const client = useQueryClient()
  const path = `/api/forms/${form.slug}/deletions`
  return useMutation({
    mutationFn: async (asked: AskedDeletion) => {
      const gone: string[] = []
      let missing = 0
      let stopped = false
      let failure: unknown
      const note = (data: DeletedTogether): readonly string[] => {
        const all = [...data.deleted, ...data.missing]
        for (const id of all) markDeleted(client, form.id, id)
        gone.push(...data.deleted)
        missing += data.missing.length
        following?.onProgress(gone.length + missing)
        return all
      }
      const these = async (ids: readonly string[]) =>
        note((await api.post<Single<DeletedTogether>>(path, { ids } satisfies SeveralSubmissions)).data)
      const matching = async ({ view, until }: MatchingDeletion) => {
        let cursor: string | null | undefined
        while (cursor !== null && (following?.isWanted() ?? true)) {
          const body: MatchingSubmissions = { until, ...viewQuery(view), cursor }
          const page: DeletedMatching = await api.post(`${path}/matching`, body)
          note({ deleted: page.data, missing: [] })
          cursor = page.next_cursor
        }
        return cursor === null
      }
      try {
        const whole = 'ids' in asked ? inChunks(asked.ids, these, following?.isWanted) : matching(asked)
        stopped = !(await whole)
      } catch (error) {
        if (gone.length + missing === 0) throw error
        failure = error
      }
      return { gone, missing, stopped, failure }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['forms', 'one', form.slug] }),
  })
}
