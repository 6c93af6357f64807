import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { may } from '../../api/workspaces.ts'
import { CopyField } from '../../design/copy_field.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { publicLink } from '../forms/public_link.ts'
import { useQrCode } from '../forms/qr_code.ts'
import page from '../../design/page.module.css'
import classes from './share_page.module.css'

/** What the link is good for, as the form stands. */
const WHO: Record<Form['state'], string> = {
  draft: 'It stays the same when you publish.',
  published: 'Anyone who has it can answer.',
  closed: 'It stays the same when you open the form again.',
}

/** How respondents get to the form: its link, and the link as a QR code. */
export default function SharePage() {
  const form = useCurrentForm()
  usePageTitle(`Share · ${form.title}`)
  const link = publicLink(form.slug)
  const qr = useQrCode(link)

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Share" />
      <Stack gap="lg" maw={640}>
        {form.state === 'draft' && (
          <Alert color="amber" variant="light" title="Publish first">
            This form is a draft: its address shows nothing yet.
            {may(form.role, 'editor') && (
              <>
                {' '}
                <Anchor component={Link} to={`/forms/${form.slug}/edit`} underline="always">
                  Go to the editor
                </Anchor>
              </>
            )}
          </Alert>
        )}
        {form.state === 'closed' && (
          <Alert color="red" variant="light" title="Closed">
            The page says that the form is closed and takes no answers. Open it again in the editor.
          </Alert>
        )}
        <CopyField label="Link" description={WHO[form.state]} value={link} />
        <Group gap="sm">
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.5} />}
          >
            Open page
          </Button>
        </Group>
        {qr && (
          <section aria-labelledby="qr">
            <Title order={2} id="qr" mb="xs">
              QR code
            </Title>
            <Text c="dimmed" mb="md">
              For posters and slides. It holds the link and stays valid when you publish again.
            </Text>
            <img src={qr} alt={`QR code of ${link}`} className={classes.qr} />
            <Button
              component="a"
              href={qr}
              download={`${form.slug}.svg`}
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} />}
            >
              Download SVG
            </Button>
          </section>
        )}
      </Stack>
    </main>
  )
}
