import { Anchor, Box, Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { CopyField } from '../../design/copy_field.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { publicLink } from '../forms/public_link.ts'

/** Before the first answer: how answers come to be here. */
export function NoSubmissions(props: { form: Form }) {
  const { form } = props
  const icon = <IconInbox size={40} stroke={1.5} />
  if (form.state === 'draft') {
    return (
      <EmptyState
        title="No submissions yet"
        icon={icon}
        actions={
          <Button component={Link} to={`/forms/${form.slug}/edit`}>
            Open editor
          </Button>
        }
      >
        Publish the form, then share its link. Answers appear here as they are sent.
      </EmptyState>
    )
  }
  const link = publicLink(form.slug)
  return (
    <EmptyState
      title="No submissions yet"
      icon={icon}
      actions={
        <>
          <Box w="min(440px, 80vw)">
            <CopyField label="Link" value={link} />
          </Box>
          <Anchor href={link} target="_blank" rel="noreferrer">
            Open page
          </Anchor>
        </>
      }
    >
      {form.state === 'closed'
        ? 'This form is closed, so nobody can answer it.'
        : 'Share the link. Answers appear here as they are sent.'}
    </EmptyState>
  )
}
