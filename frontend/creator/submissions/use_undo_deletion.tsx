import { useRestoreSubmissions } from '../../api/submission_bin.ts'
import { toast } from '../../design/toasts.tsx'
import { sayRestored } from '../forms/bin_actions.tsx'

/** Fewer are back before anybody reads how far it is. */
const MANY = 500

/** What a message offers after submissions were deleted: to have them back, also where what deleted them is gone by then. */
export function useUndoDeletion(form: { id: string; slug: string }) {
  const restore = useRestoreSubmissions(form)
  return (ids: readonly string[]) => ({
    label: 'Undo',
    click: async () => {
      const words = (settled: number) =>
        `${settled.toLocaleString()} of ${ids.length.toLocaleString()} submissions are back`
      const progress = ids.length > MANY ? toast.ongoing(words(0)) : undefined
      const outcome = await restore.mutateAsync({
        ids,
        onProgress: (settled) => progress?.say(words(settled)),
      })
      progress?.end()
      sayRestored(outcome, ids.length === 1 ? 'The submission is back.' : 'The submissions are back.')
    },
  })
}
