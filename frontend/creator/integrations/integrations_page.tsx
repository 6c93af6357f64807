import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import type { Integration } from '../../../api_types/integrations.ts'
import { useFormEvents } from '../../api/form_events.ts'
import { useIntegrations, useRefreshIntegrations } from '../../api/integrations.ts'
import { unusableQuery } from '../../api/plugins.ts'
import { may } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import page from '../../design/page.module.css'
import rows from '../../design/rows.module.css'
import { whyUnusable } from '../plugins/unusable.ts'
import { AddIntegration } from './add_integration.tsx'
import { deliveryCount } from './delivery_count.ts'
import { Ended } from './ended.tsx'
import { eventName } from './event_names.ts'
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
  // a flood of deliveries is read now and then, not with each
  const refresh = useThrottledCallback(useRefreshIntegrations(form.slug), 500)
  useFormEvents(allowed ? form.id : undefined, (event) => {
    if (['deliveries', 'connected', 'unheard'].includes(event.name)) refresh()
  })

  const chosen = query.data?.find((one) => one.id === params.get('integration'))
  if (chosen) return <IntegrationDetail key={chosen.id} form={form} integration={chosen} />

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Integrations" words="Send submissions to other services within a second." />
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
      {allowed && <Ended form={form} />}
      {query.data && query.data.length > 0 && (
        <ul className={`${rows.list} ${classes.list}`}>
          {query.data.map((integration) => (
            <Item key={integration.id} form={form} integration={integration} />
          ))}
        </ul>
      )}
      {query.data && <Kinds onAdd={setAdding} />}
      {adding !== null && <AddIntegration form={form} kind={adding} onClose={() => setAdding(null)} />}
    </main>
  )
}

/** What can be added, a row each. */
function Kinds(props: { onAdd: (kind: string) => void }) {
  const { data: unusable = [] } = useQuery(unusableQuery)
  const out = new Map(unusable.flatMap((one) => (one.family === 'integrations' ? [[one.kind, one]] : [])))
  // what programs add by themselves is not for people to add
  const added = Object.keys(kinds).filter((kind) => !kinds[kind]?.definition.subscription)
  const shown = new Set([...added, ...out.keys()])
  return (
    <section aria-labelledby="kinds">
      <Title order={2} size="h4" id="kinds" mb="xs">
        Add an integration
      </Title>
      <ul className={`${rows.list} ${classes.list}`}>
        {[...shown].map((kind) => {
          const { texts = {}, icon } = kinds[kind] ?? {}
          const plugin = out.get(kind)
          return (
            <li key={kind} className={`${rows.item} ${classes.item}`}>
              {icon && <img src={icon} alt="" className={rows.icon} />}
              <div className={`${rows.words} ${classes.words}`}>
                <Text fw={500}>{texts.name ?? kind}</Text>
                <Text c="dimmed">{plugin ? whyUnusable(plugin) : texts.description}</Text>
              </div>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.5} />}
                aria-label={`Add ${texts.name ?? kind}`}
                disabled={plugin !== undefined}
                onClick={() => props.onAdd(kind)}
              >
                Add
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** "Delivered 2 minutes ago · 24 delivered, 3 failed in the last 24 hours · 8 waiting"; nothing where nothing was. */
function Figures({ integration }: { integration: Integration }) {
  const { last_delivered_at: last, last_day, waiting_deliveries: waiting } = integration
  const parts = [
    ...(last_day.delivered > 0 ? [`${deliveryCount(last_day.delivered)} delivered`] : []),
    ...(last_day.failed > 0 ? [`${deliveryCount(last_day.failed)} failed`] : []),
    ...(last_day.unsure > 0 ? [`${deliveryCount(last_day.unsure)} without an answer`] : []),
  ]
  if (!last && parts.length === 0 && waiting === 0) return null
  return (
    <div className={`${classes.delivered} fw-numbers`}>
      {last && (
        <span>
          Delivered <Ago at={last} />
        </span>
      )}
      {parts.length > 0 && <span>{parts.join(', ')} in the last 24 hours</span>}
      {waiting > 0 && <span>{deliveryCount(waiting)} waiting</span>}
    </div>
  )
}

function Item(props: { form: Form; integration: Integration }) {
  const { form, integration } = props
  const { icon, texts = {}, definition } = kinds[integration.kind] ?? {}
  const added = `Added by ${texts.name} · ${integration.events.map(eventName).join(', ')}`
  const summary = definition?.subscription ? added : integration.summary || texts.name
  return (
    <li className={`${rows.item} ${classes.item}`}>
      {icon && <img src={icon} alt="" className={rows.icon} />}
      <div className={`${rows.words} ${classes.words}`}>
        <Anchor component={Link} to={`?integration=${integration.id}`} c="var(--mantine-color-text)" fw={500}>
          {integration.name}
        </Anchor>
        <div className={classes.summary}>{summary}</div>
        <Figures integration={integration} />
      </div>
      <IntegrationStateBadge integration={integration} />
      <OnSwitch slug={form.slug} integration={integration} aria-label={`${integration.name} is on`} />
    </li>
  )
}
