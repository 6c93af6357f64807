import { useMatch, useNavigate } from 'react-router'
import type { Workspace } from '../../../api_types/workspaces.ts'
import { useKnownForm } from '../../api/forms.ts'
import { useSwitchWorkspace, useWorkspaces } from '../../api/workspaces.ts'
import { toast } from '../../design/toasts.tsx'

/** The address of the form that is open, if one is. */
export function useOpenSlug(): string | undefined {
  const slug = useMatch('/forms/:slug/*')?.params.slug
  return slug === 'create' ? undefined : slug
}

/** Where the person is: in the workspace of the open form, else in the one they chose last; and the ways elsewhere. */
export function usePlace() {
  const { list, current } = useWorkspaces()
  const form = useKnownForm(useOpenSlug())
  const choose = useSwitchWorkspace()
  const navigate = useNavigate()
  const here = list.find((workspace) => workspace.id === form?.workspace_id) ?? current

  /** Leads to a page of a workspace, which is the chosen one from then on. */
  async function goTo(workspace: Workspace, path: string) {
    try {
      if (workspace.id !== current?.id) await choose.mutateAsync(workspace.id)
      await navigate(path)
    } catch (error) {
      toast.failure(error)
    }
  }

  return { list, here, chosen: here?.id === current?.id, goTo }
}
