import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { firstErrors } from '../../api/api_error.ts'
import { useCreateForm } from '../../api/forms.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { FormError } from '../../design/form_error.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { focusFirstError, submits, textOf } from '../accounts/form_fields.ts'
import page from '../../design/page.module.css'
import { NEW_FORM } from './new_form.ts'

/** Begins a form: a title, and straight into the editor. */
export default function CreatePage() {
  usePageTitle('New form')
  const { current } = useWorkspaces()
  const create = useCreateForm()
  const navigate = useNavigate()
  const errors = firstErrors(create.error)

  const begin = useOneAtATime(async (element: HTMLFormElement) => {
    if (!current) return
    try {
      const title = textOf(element, 'title')
      const form = await create.mutateAsync({ workspaceId: current.id, title })
      await navigate(`/forms/${form.slug}/edit`, { replace: true, state: NEW_FORM })
    } catch (error) {
      focusFirstError(element, firstErrors(error))
    }
  })

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader
        title="New form"
        words={current && `In ${current.name}. Nobody sees it until you publish it.`}
      />
      {current && !may(current.role, 'editor') ? (
        <Text>You can view forms in this workspace. Ask its owner for the editor role to make new ones.</Text>
      ) : (
        <form onSubmit={submits(begin)} noValidate>
          <Stack gap="md" maw={480}>
            {create.error && !errors.title && <FormError>{create.error.message}</FormError>}
            <TextInput
              label="Title"
              description="Respondents see it at the top of the page. You can change it at any time."
              name="title"
              autoFocus
              autoComplete="off"
              error={errors.title}
            />
            <Group gap="sm">
              <Button type="submit" loading={create.isPending} disabled={!current}>
                Create form
              </Button>
              <Button component={Link} to="/home" variant="default">
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </main>
  )
}
