import { useNavigate } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { useDuplicateForm } from '../../api/forms.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { toast } from '../../design/toasts.tsx'

/** Makes another form like this one, opens it in the editor, and says what it does not have. */
export function useDuplicate(form: Pick<Form, 'slug' | 'title'>): () => void {
  const duplicate = useDuplicateForm()
  const navigate = useNavigate()
  return useOneAtATime(async () => {
    try {
      const copy = await duplicate.mutateAsync(form.slug)
      await navigate(`/forms/${copy.slug}/edit`)
      toast.success(
        <>
          This is a copy of “<bdi>{form.title}</bdi>”. Submissions and integrations were not copied.
        </>,
      )
    } catch (error) {
      toast.failure(error)
    }
  })
}
