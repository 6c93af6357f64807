import { Button, Text, Tooltip } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { draftQuery } from '../../api/draft.ts'
import { may } from '../../api/workspaces.ts'
import { PageTabs } from '../../design/page_tabs.tsx'
import { FormActions } from './form_actions.tsx'
import classes from './form_bar.module.css'
import { FormState, hasNews } from './form_state.tsx'

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
  const { form, showSheet } = useFormBar()
  const navigate = useNavigate()
  const show = (sheet: EditorSheet) => {
    showSheet(sheet)
    if (!props.editing) void navigate(`/forms/${form.slug}/edit`)
  }
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

const TABS = [
  ['edit', 'Edit'],
  ['show/submissions', 'Submissions'],
  ['show/integrations', 'Integrations'],
  ['show/share', 'Share'],
] as const

function Tabs(props: { form: Form; editing: boolean }) {
  const { id, slug } = props.form
  const client = useQueryClient()
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
