import { useRestoreSubmissions } from '../../api/submission_bin.ts'
import { sayRestored } from '../forms/bin_actions.tsx'

/** What a message offers after submissions were deleted: to have them back, also where what deleted them is gone by then. */
export function useUndoDeletion(form: { id: string; slug: string }) {
  const restore = useRestoreSubmissions(form)
  return (ids: readonly string[]) => ({
    label: 'Undo',
    click: () =>
      void restore
        .mutateAsync(ids)
        .then((outcome) =>
          sayRestored(outcome, ids.length === 1 ? 'The submission is back.' : 'The submissions are back.'),
        ),
  })
}
