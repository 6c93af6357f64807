import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Navigate, Outlet, useLocation, useMatch, useParams } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { ApiError } from '../../api/api_error.ts'
import { useFormEvents } from '../../api/form_events.ts'
import { refreshForms, useDeletions, useForm } from '../../api/forms.ts'
import { useUnkept } from '../../api/unkept.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { useUnsaved } from '../../design/unsaved.ts'
import { ErrorView } from '../errors/error_view.tsx'
import { NotFoundPage } from '../errors/not_found_page.tsx'
import page from '../../design/page.module.css'
import { FormBar, FormBarProvider, type EditorSheet } from './form_bar.tsx'
import classes from './form_bar.module.css'

/** Everything about one form: its bar (where you are, tabs, state, actions of the page) and the page under it. */
export default function FormLayout() {
  const { slug = '' } = useParams()
  const { pathname, search } = useLocation()
  const query = useForm(slug)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const editing = useMatch('/forms/:slug/edit') !== null
  const [shown, show] = useState<{ form: string; sheet: EditorSheet }>()
  // what was open stays behind with the editor
  useEffect(() => {
    if (!editing) show(undefined)
  }, [editing])
  const deletions = useDeletions()
  const [before] = useState(deletions)
  const unsaved = useUnsaved()
  const client = useQueryClient()

  // Also one that was there a moment ago: someone may have deleted it. Who did so here is on the way elsewhere.
  const gone = query.error instanceof ApiError && query.error.status === 404
  // Nothing is told of one that is gone; asked for again it is listened to anew.
  useFormEvents(gone ? undefined : query.data?.id, ({ name }) => {
    if (name === 'form' || name === 'connected' || name === 'unheard') void refreshForms(client)
  })
  if (gone && !query.data)
    return (
      <NotFoundPage
        hint="A form that was deleted can be restored from the bin for 30 days."
        action={<OpenBin />}
      />
    )
  // what is typed and not saved stays where it is, and says itself that the form is gone
  if (gone && query.data && deletions === before && !unsaved)
    return <FormGone {...query.data} editing={editing} onRetry={() => void query.refetch()} />
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
  if (slug !== form.slug) {
    const rest = pathname.slice(`/forms/${slug}`.length)
    return <Navigate to={`/forms/${form.slug}${rest}${search}`} replace />
  }

  // nor is it another form's, to which one goes from editor to editor
  const sheet = shown?.form === form.id ? shown.sheet : undefined
  const showSheet = (next: EditorSheet | undefined) => show(next && { form: form.id, sheet: next })

  return (
    <FormBarProvider value={{ form, tools, sheet, showSheet }}>
      <div className={classes.form}>
        <FormBar editing={editing} setTools={setTools} />
        <Outlet />
      </div>
    </FormBarProvider>
  )
}

/** A form that was here a moment ago: what may have happened, what becomes of its draft, and how it comes back. */
function FormGone(props: Pick<Form, 'id' | 'title'> & { editing: boolean; onRetry: () => void }) {
  const unkept = useUnkept(props.id)
  const draft = unkept
    ? ' Your last changes are not saved, and this browser cannot keep them. Leave this page open: they are saved when the form is back.'
    : props.editing
      ? ' Changes that were not saved yet are kept in this browser, and saved when you open the form again.'
      : ''
  return (
    <ErrorView
      title="This form is gone"
      message={
        <>
          “<bdi>{props.title}</bdi>” was deleted, or you may not open it any more. For 30 days it can be
          restored from the bin.{draft}
        </>
      }
      action={
        <Group justify="center">
          <Button variant="default" onClick={props.onRetry}>
            Try again
          </Button>
          <OpenBin />
        </Group>
      }
    />
  )
}

function OpenBin() {
  return (
    <Button component={Link} to="/home/bin" variant="default">
      Open the bin
    </Button>
  )
}
