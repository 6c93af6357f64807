import { Button, Stack, Text } from '@mantine/core'
import type { Form } from '../../../api/forms.ts'
import { CopyField } from '../../../design/copy_field.tsx'
import { publicLink } from '../../forms/public_link.ts'
import { QrCode } from './qr_code.tsx'

/** After publishing: the link to take along. */
export function Published(props: { form: Form; version: number }) {
  const link = publicLink(props.form.slug)
  return (
    <Stack gap="lg">
      <Text role="status" fw={600}>
        Version {props.version} is published.
      </Text>
      <CopyField label="Link" value={link} />
      <QrCode link={link} />
      <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
        Open the form
      </Button>
    </Stack>
  )
}
