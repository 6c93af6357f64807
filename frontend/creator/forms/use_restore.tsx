import { useRestoreForm } from '../../api/bin.ts'
import { toast } from '../../design/toasts.tsx'

/** Takes a form out of the bin and says so, also where what asked for it is gone by then. */
export function useRestore(workspaceId: string, form: { id: string; title: string }) {
  const restore = useRestoreForm()
  return () =>
    void restore.mutateAsync({ workspaceId, id: form.id }).then(
      () =>
        toast.success(
          <>
            “<bdi>{form.title}</bdi>” is back.
          </>,
        ),
      toast.failure,
    )
}
