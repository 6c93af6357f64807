import { Anchor, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, Navigate, Outlet, useLocation, useMatch, useParams } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { ApiError } from '../../api/api_error.ts'
import { draftQuery } from '../../api/draft.ts'
import { useDeletions, useForm } from '../../api/forms.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { NotFoundPage } from '../errors/not_found_page.tsx'
import page from '../../design/page.module.css'
import { PageTabs } from '../../design/page_tabs.tsx'
import { FormBarProvider } from './form_bar.tsx'
import classes from './form_layout.module.css'
import { FormStateBadge } from './form_state_badge.tsx'

/** Everything about one form: its bar (where you are, tabs, state, actions of the page) and the page under it. */
export default function FormLayout() {
  const { slug = '' } = useParams()
  const { pathname } = useLocation()
  const query = useForm(slug)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const bar = useHeight()
  const deletions = useDeletions()
  const [before] = useState(deletions)

  // Also one that was there a moment ago: someone may have deleted it. Who did so here is on the way elsewhere.
  const gone = query.error instanceof ApiError && query.error.status === 404
  if (gone && !(query.data && deletions > before)) return <NotFoundPage />
  if (query.error && !query.data) {
    return (
      <main id="main" tabIndex={-1} className={page.page}>
        <PageHeader title="This form cannot be shown" />
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </main>
    )
  }
  if (!query.data) {
    return (
      <DelayedFallback>
        <main id="main" tabIndex={-1}>
          <VisuallyHidden component="h1">Loading</VisuallyHidden>
          <Skeleton h={20} w={320} m="md" />
        </main>
      </DelayedFallback>
    )
  }
  const form = query.data
  // An older address of the form, or its id: the page is at the current one.
  if (slug !== form.slug) return <Navigate to={pathname.replace(slug, form.slug)} replace />

  return (
    <FormBarProvider value={{ form, actions }}>
      <div style={{ '--fw-form-bar-height': `${bar.height}px` }}>
        <section className={classes.bar} ref={bar.ref} aria-label="This form">
          <Crumbs form={form} />
          <Tabs form={form} />
          <div className={classes.actions} ref={setActions} />
        </section>
        <Outlet />
      </div>
    </FormBarProvider>
  )
}

/** The height of an element as it is drawn. Pages that fill the screen need to know what stands above them. */
function useHeight() {
  const [height, setHeight] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, height }
}

function Crumbs(props: { form: Form }) {
  const { list } = useWorkspaces()
  const workspace = list.find((one) => one.id === props.form.workspace_id)
  const narrow = useMediaQuery('(max-width: 87.5em)', false, { getInitialValueInEffect: false })
  return (
    <nav className={classes.crumbs} aria-label="Breadcrumb">
      <Anchor component={Link} to="/home" c="dimmed" className={`${classes.crumb} ${classes.workspace}`}>
        {workspace?.name ?? 'Forms'}
      </Anchor>
      <Text c="dimmed" aria-hidden className={classes.workspace}>
        /
      </Text>
      <Text fw={600} className={classes.crumb} dir="auto" aria-current="page" title={props.form.title}>
        {props.form.title}
      </Text>
      <FormStateBadge form={props.form} short={narrow} />
    </nav>
  )
}

const TABS = [
  ['edit', 'Edit'],
  ['show/submissions', 'Submissions'],
  ['show/integrations', 'Integrations'],
  ['show/share', 'Share'],
] as const

function Tabs(props: { form: Form }) {
  const { id, slug } = props.form
  const client = useQueryClient()
  const editing = useMatch('/forms/:slug/edit') !== null
  return (
    <PageTabs
      label="Pages of this form"
      tabs={TABS.map(([path, name]) => [`/forms/${slug}/${path}`, name])}
      className={classes.tabs}
      // Who points at a link may follow it. Of all pages the editor waits longest for the server.
      onPoint={(to) => {
        if (!editing && to.endsWith('/edit')) void client.prefetchQuery(draftQuery(id))
      }}
    />
  )
}
