import { useNavigate } from 'react-router'
import { useCreateForm } from '../../api/forms.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { newForm } from './new_form.ts'

/** How a form begins: with nothing, with pasted lines as questions, or with the blocks of the example. */
export type Start = 'blank' | 'example' | { questions: string }

/**
 * Makes a form in a workspace and opens the editor, in place of this page when `replace`: Back is not to make it once
 * more. The error of the last try stays until the next one.
 */
export function useNewForm(workspaceId: string | undefined, options: { replace?: boolean } = {}) {
  const create = useCreateForm()
  const navigate = useNavigate()
  const begin = useOneAtATime(async (start: Start) => {
    if (workspaceId === undefined) return
    try {
      const form = await create.mutateAsync({ workspaceId, ...(start === 'example' && { example: true }) })
      const state = newForm(typeof start === 'object' ? start : undefined)
      await navigate(`/forms/${form.slug}/edit`, { state, ...options })
    } catch {
      // said by whoever offers it
    }
  })
  return { begin, isPending: create.isPending, error: create.error }
}
