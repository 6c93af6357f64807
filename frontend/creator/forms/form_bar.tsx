import { Button, Text, Tooltip } from '@mantine/core'
import {
  IconExternalLink,
  IconEye,
  IconHistory,
  IconInbox,
  IconLink,
  IconPencil,
  IconPlug,
  IconSend,
  IconShare,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { draftQuery } from '../../api/draft.ts'
import { may } from '../../api/workspaces.ts'
import { PageTabs } from '../../design/page_tabs.tsx'
import { toast } from '../../design/toasts.tsx'
import { useOfferCommands, type Command } from './commands.ts'
import { useEdited } from './edited.ts'
import { FormActions } from './form_actions.tsx'
import classes from './form_bar.module.css'
import { FormState, hasNews } from './form_state.tsx'
import { publicLink } from './public_link.ts'

/** What is opened from the bar and belongs to the editor, which alone knows what was just typed. */
export type EditorSheet = 'preview' | 'publish'

/** What the pages of one form share. */
interface FormBarValue {
  form: Form
  /** the place in the bar for what the page does */
  tools: HTMLElement | null
  sheet: EditorSheet | undefined
  showSheet: (sheet: EditorSheet | undefined) => void
}

const FormBarContext = createContext<FormBarValue | null>(null)
export const FormBarProvider = FormBarContext.Provider

function useFormBar(): FormBarValue {
  const value = useContext(FormBarContext)
  if (!value) throw new Error('This belongs under the layout of one form.')
  return value
}

/** The form whose pages these are. */
export function useCurrentForm(): Form {
  return useFormBar().form
}

/** What the person opened from the bar, and how it closes. */
export function useEditorSheet(): { sheet: EditorSheet | undefined; close: () => void } {
  const { sheet, showSheet } = useFormBar()
  return { sheet, close: () => showSheet(undefined) }
}

/** Shows its content in the form's bar, before what is there on every page, for as long as it is mounted. */
export function FormBarTools(props: { children: ReactNode }) {
  const { tools } = useFormBar()
  return tools && createPortal(props.children, tools)
}

/** One line over every page of a form: its name and state, the pages, and what can be done with it. It holds still. */
export function FormBar(props: { editing: boolean; setTools: (place: HTMLElement | null) => void }) {
  const { form: known, showSheet } = useFormBar()
  // at once, not only when the server has said so
  const edited = useEdited(known.id)
  const form = edited ? { ...known, has_unpublished_changes: true } : known
  const navigate = useNavigate()
  const show = (sheet: EditorSheet) => {
    showSheet(sheet)
    if (!props.editing) void navigate(`/forms/${form.slug}/edit`)
  }
  useOfferCommands('form', [
    ...(may(form.role, 'editor') ? [publishing(form, () => show('publish'))] : []),
    { id: 'preview', label: 'Preview', icon: IconEye, run: () => show('preview') },
    ...(form.state === 'draft' ? [] : linkCommands(form)),
  ])
  return (
    <section className={classes.bar} aria-label="This form">
      <div className={classes.line}>
        <div className={classes.name}>
          <Text fw={600} className={classes.title} dir="auto" title={form.title}>
            {form.title}
          </Text>
          <FormState form={form} />
        </div>
        <Tabs form={form} editing={props.editing} />
        <div className={classes.end}>
          <div className={classes.tools} ref={props.setTools} />
          <Tooltip label="See the form as respondents will">
            <Button
              variant="default"
              className={classes.preview}
              leftSection={<IconEye size={16} stroke={1.5} />}
              onClick={() => show('preview')}
            >
              Preview
            </Button>
          </Tooltip>
          {may(form.role, 'editor') && (
            <>
              <Button
                variant={hasNews(form) ? 'filled' : 'default'}
                className={classes.publish}
                onClick={() => show('publish')}
              >
                {form.state === 'published' && !hasNews(form) ? 'Published' : 'Publish'}
              </Button>
              <FormActions form={form} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** What the sheet for publishing is opened for. */
function publishing(form: Form, run: () => void): Command {
  return hasNews(form)
    ? { id: 'publish', label: 'Publish', words: 'versions restore', icon: IconSend, run }
    : { id: 'versions', label: 'Versions', words: 'published restore history', icon: IconHistory, run }
}

function linkCommands({ slug }: Form): Command[] {
  const link = publicLink(slug)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success('Link copied.')
    } catch {
      toast.error(`The link could not be copied. It is ${link}`)
    }
  }
  return [
    { id: 'copy-link', label: 'Copy link', words: 'share address', icon: IconLink, run: () => void copy() },
    {
      id: 'open',
      label: 'Open the form in a new tab',
      words: 'view public page',
      icon: IconExternalLink,
      run: () => void window.open(link, '_blank', 'noreferrer'),
    },
  ]
}

const TABS = [
  ['edit', 'Edit', IconPencil],
  ['show/submissions', 'Submissions', IconInbox],
  ['show/integrations', 'Integrations', IconPlug],
  ['show/share', 'Share', IconShare],
] as const

function Tabs(props: { form: Form; editing: boolean }) {
  const { id, slug } = props.form
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useOfferCommands(
    'tabs',
    TABS.filter(([path]) => pathname !== `/forms/${slug}/${path}`).map(([path, label, icon]) => ({
      id: path,
      label,
      words: path === 'show/share' ? 'go to embed qr code' : 'go to',
      icon,
      run: () => void navigate(`/forms/${slug}/${path}`),
    })),
  )
  return (
    <PageTabs
      label="Pages of this form"
      tabs={TABS.map(([path, name]) => [`/forms/${slug}/${path}`, name])}
      className={classes.tabs}
      // Who points at a link may follow it. Of all pages the editor waits longest for the server.
      onPoint={(to) => {
        if (!props.editing && to.endsWith('/edit')) void client.prefetchQuery(draftQuery(id))
      }}
    />
  )
}
