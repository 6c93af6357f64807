import { Anchor, Button, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlug, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import type { Integration } from '../../../api_types/integrations.ts'
import { useFormEvents } from '../../api/form_events.ts'
import { useIntegrations, useRefreshIntegrations } from '../../api/integrations.ts'
import { may } from '../../api/workspaces.ts'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import page from '../../design/page.module.css'
import { AddIntegration } from './add_integration.tsx'
import { IntegrationDetail } from './integration_detail.tsx'
import { IntegrationStateBadge } from './integration_state_badge.tsx'
import classes from './integrations_page.module.css'
import { OnSwitch } from './on_switch.tsx'

/** Who is told about submissions: the list of receivers, or one of them with its log. */
export default function IntegrationsPage() {
  const form = useCurrentForm()
  usePageTitle(`Integrations · ${form.title}`)
  const allowed = may(form.role, 'editor')
  const query = useIntegrations(form.slug, allowed)
  const [params] = useSearchParams()
  const [adding, setAdding] = useState<string | null>(null)
  const refresh = useRefreshIntegrations(form.slug)
  useFormEvents(allowed ? form.id : undefined, (event) => {
    if (['deliveries', 'connected', 'unheard'].includes(event.name)) refresh()
  })

  const chosen = query.data?.find((one) => one.id === params.get('integration'))
  if (chosen) return <IntegrationDetail key={chosen.id} form={form} integration={chosen} />

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Integrations" words="Submissions go on to other services within a second.">
        {query.data && query.data.length > 0 && <AddButton onAdd={setAdding} />}
      </PageHeader>
      {!allowed && (
        <Text>Integrations are for editors of this workspace. Ask its owner for the editor role.</Text>
      )}
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && allowed && !query.error && (
        <DelayedFallback>
          <Stack gap="sm">
            <Skeleton h={56} />
            <Skeleton h={56} />
          </Stack>
        </DelayedFallback>
      )}
      {query.data?.length === 0 && (
        <EmptyState
          title="No integrations yet"
          icon={<IconPlug size={40} stroke={1.5} />}
          actions={<AddButton onAdd={setAdding} />}
        >
          A webhook posts every submission to an address of yours, signed so that you can trust it. What
          cannot be delivered is tried again for three days.
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <ul className={classes.list}>
          {query.data.map((integration) => (
            <Item key={integration.id} form={form} integration={integration} />
          ))}
        </ul>
      )}
      {adding !== null && <AddIntegration form={form} kind={adding} onClose={() => setAdding(null)} />}
    </main>
  )
}

/** One button when there is one kind, else a menu of kinds. */
function AddButton(props: { onAdd: (kind: string) => void }) {
  const list = Object.keys(kinds)
  const icon = <IconPlus size={16} stroke={1.5} />
  const only = list.length === 1 ? list[0] : undefined
  if (only !== undefined) {
    return (
      <Button leftSection={icon} onClick={() => props.onAdd(only)}>
        Add {(kinds[only]?.texts.name ?? only).toLowerCase()}
      </Button>
    )
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button leftSection={icon}>Add integration</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.map((kind) => (
          <Menu.Item key={kind} onClick={() => props.onAdd(kind)}>
            {kinds[kind]?.texts.name ?? kind}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const icon = kinds[integration.kind]?.icon
  return (
    <li className={classes.item}>
      {icon && <img src={icon} alt="" className={classes.icon} />}
      <div className={classes.words}>
        <Anchor component={Link} to={`?integration=${integration.id}`} c="var(--mantine-color-text)" fw={550}>
          {integration.name}
        </Anchor>
        <div className={classes.summary}>{integration.summary || kinds[integration.kind]?.texts.name}</div>
      </div>
      <IntegrationStateBadge integration={integration} />
      <OnSwitch slug={form.slug} integration={integration} aria-label={`${integration.name} is on`} />
    </li>
  )
}
