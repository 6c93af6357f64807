import { useRestoreForm } from '../../api/bin.ts'
import { toast } from '../../design/toasts.tsx'

/** Takes a form out of the bin and says so, also where what asked for it is gone by then; then calls `done`. */
export function useRestore(workspaceId: string, form: { id: string; title: string }, done?: () => void) {
  const restore = useRestoreForm()
  const begin = async () => {
    try {
      await restore.mutateAsync({ workspaceId, id: form.id })
      toast.success(
        <>
          “<bdi>{form.title}</bdi>” is back.
        </>,
      )
      done?.()
    } catch (error) {
      toast.failure(error)
    }
  }
  return { begin: () => void begin(), isPending: restore.isPending }
}
