import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Form } from '../../../../api_types/forms.ts'
import { CopyField } from '../../../design/copy_field.tsx'
import { publicLink } from '../../forms/public_link.ts'
import { useQrCode } from '../../forms/qr_code.ts'
import { Versions } from '../versions/versions.tsx'
import classes from './publish.module.css'

/** What is published, with the link to take along; `justNow` takes the focus from the button that published it. */
export function Published(props: {
  form: Form
  version: number
  justNow?: boolean
  /** a dialog opened over it, or closed */
  onDialog: (open: boolean) => void
}) {
  const { justNow } = props
  const link = publicLink(props.form.slug)
  const qr = useQrCode(link)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (justNow) words.current?.focus()
  }, [justNow])
  return (
    <Stack gap="lg">
      <Text ref={words} tabIndex={-1} role="status" fw={600}>
        Version {props.version} is published.
      </Text>
      <CopyField label="Link" value={link} />
      {qr ? (
        <img src={qr} alt={`QR code of ${link}`} className={classes.qr} />
      ) : (
        <div className={classes.qr} />
      )}
      <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
        Open form
      </Button>
      <section aria-label="Versions">
        <h3 className={classes.title}>Versions</h3>
        <Versions form={props.form} changed={false} onDialog={props.onDialog} />
      </section>
    </Stack>
  )
}
