import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { PERMISSIONS } from '@formwright/kit/field'
import type { Form } from '../../../api_types/forms.ts'
import { may } from '../../api/workspaces.ts'
import { CopyField } from '../../design/copy_field.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { FormMiniature } from '../forms/form_miniature.tsx'
import { publicLink } from '../forms/public_link.ts'
import { useQrCode } from '../forms/qr_code.ts'
import page from '../../design/page.module.css'
import classes from './share_page.module.css'

/** What the link is good for, as the form stands. */
const WHO: Record<Form['state'], string> = {
  draft: 'It stays the same when you publish.',
  published: 'Anyone who has it can answer.',
  closed: 'It stays the same when you reopen the form.',
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
      <Stack gap="xl" maw={880}>
        {form.state === 'draft' && (
          <Alert color="amber" variant="light" title="Publish first">
            This form is a draft. Its link does not work yet.
            {may(form.role, 'editor') && (
              <>
                {' '}
                <Anchor component={Link} to={`/forms/${form.slug}/edit`} underline="always">
                  Open editor
                </Anchor>
              </>
            )}
          </Alert>
        )}
        {form.state === 'closed' && (
          <Alert color="red" variant="light" title="Closed">
            The page says that the form is closed.
            {may(form.role, 'editor') && ' Reopen it to take answers again.'}
          </Alert>
        )}
        <section className={classes.ways}>
          <Stack gap="lg">
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
            <CopyField
              label="Embed"
              description="Paste this into a page of your own. The form appears there."
              value={embedding(link, form.title)}
            />
          </Stack>
          <QrCode qr={qr} link={link} name={form.slug} />
        </section>
        <SharedCard form={form} />
      </Stack>
    </main>
  )
}

/** What the other page hands on: photos are taken and films played in the frame, too. The form's own page says what it uses. */
const HANDED_ON: readonly (typeof PERMISSIONS)[number][] = [
  'autoplay',
  'camera',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'microphone',
  'picture-in-picture',
]

/** The form as a frame of another page. */
function embedding(link: string, title: string): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const allow = HANDED_ON.join('; ')
  return `<iframe src="${link}" title="${name}" allow="${allow}" width="100%" height="720" style="border:0" loading="lazy"></iframe>`
}

/** `qr` is not there until it is drawn; its place is. */
function QrCode(props: { qr: string | undefined; link: string; name: string }) {
  return (
    <section aria-labelledby="qr">
      <Title order={2} size="h4" id="qr" mb="xs">
        QR code
      </Title>
      {props.qr ? (
        <img src={props.qr} alt={`QR code of ${props.link}`} className={classes.qr} />
      ) : (
        <div className={classes.qr} />
      )}
      <Button
        component="a"
        href={props.qr}
        download={`${props.name}.svg`}
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} />}
      >
        Download SVG
      </Button>
    </section>
  )
}

/** The link as chats and social networks show it: they read the title and the description of the page. */
function SharedCard(props: { form: Form }) {
  const { form } = props
  return (
    <section aria-labelledby="shared">
      <Title order={2} size="h4" id="shared" mb="xs">
        When it is shared
      </Title>
      <div className={classes.card}>
        <FormMiniature look={form.look} />
        <div className={classes.cardText}>
          <Text size="xs" c="dimmed">
            {window.location.host}
          </Text>
          <Text fw={500} dir="auto">
            {form.title}
          </Text>
          <Text c="dimmed" lineClamp={2} dir="auto">
            {form.description ?? form.title}
          </Text>
        </div>
      </div>
      {may(form.role, 'editor') && (
        <Text c="dimmed" mt="xs">
          Change title and description on the form itself, then publish.
        </Text>
      )}
    </section>
  )
}
