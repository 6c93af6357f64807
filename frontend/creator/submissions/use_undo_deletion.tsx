import { useRestoreSubmissions } from '../../api/submission_bin.ts'
import { toast } from '../../design/toasts.tsx'

/** What a message offers after submissions were deleted: to have them back, also where what deleted them is gone by then. */
export function useUndoDeletion(form: { id: string; slug: string }) {
  const restore = useRestoreSubmissions(form)
  return (ids: readonly string[]) => ({
    label: 'Undo',
    click: () => {
      const back = ids.length === 1 ? 'The submission is back.' : 'The submissions are back.'
      void restore.mutateAsync(ids).then(() => toast.success(back), toast.failure)
    },
  })
}
