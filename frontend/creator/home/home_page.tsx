import { ActionIcon, Button, Group, Select, Skeleton, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import {
  IconChevronDown,
  IconForms,
  IconLayoutGrid,
  IconLayoutList,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useForms, useFoundForms } from '../../api/forms.ts'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import page from '../../design/page.module.css'
import { toast } from '../../design/toasts.tsx'
import { ShowMore } from '../../design/show_more.tsx'
import { Starts } from '../forms/starts.tsx'
import { useNewForm } from '../forms/use_new_form.ts'
import { FormsCards, FormsTable } from './forms_table.tsx'
import { formsToShow, isSort, SORTS } from './forms_view.ts'
import classes from './home_page.module.css'
import { useViewInAddress } from './view_in_address.ts'

type Layout = 'table' | 'cards'

/** The forms of the current workspace: search, order, table or cards. */
export default function HomePage() {
  usePageTitle('Forms')
  const { current, error: workspacesError, refetch } = useWorkspaces()
  const query = useForms(current?.id)
  const forms = query.data?.pages.flatMap((one) => one.data)
  const mayCreate = may(current?.role, 'editor')
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Forms">
        <Tooltip label="Bin">
          <ActionIcon component={Link} to="/home/bin" size={36} aria-label="Bin">
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        {mayCreate && forms && forms.length > 0 && <NewFormButton workspaceId={current?.id} />}
      </PageHeader>

      {workspacesError && <ErrorState error={workspacesError} retry={() => void refetch()} />}
      {query.error && !forms?.length && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && !workspacesError && (
        <DelayedFallback>
          <Stack gap="sm">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} h={40} />
            ))}
          </Stack>
        </DelayedFallback>
      )}

      {forms?.length === 0 && (
        <EmptyState
          title="No forms yet"
          icon={<IconForms size={40} stroke={1.5} />}
          actions={mayCreate && <Starts workspaceId={current?.id} />}
        >
          {mayCreate
            ? 'Add questions, publish, and share the link. Answers arrive here.'
            : 'Forms that others make in this workspace appear here.'}
        </EmptyState>
      )}

      {forms && forms.length > 0 && <Forms workspaceId={current?.id} />}
    </main>
  )
}

/** A blank form at once, and beside it the way to the other starts. */
function NewFormButton(props: { workspaceId: string | undefined }) {
  const { begin, isPending, error } = useNewForm(props.workspaceId)
  useEffect(() => {
    if (error) toast.failure(error)
  }, [error])
  return (
    <Button.Group>
      <Button
        leftSection={<IconPlus size={16} stroke={1.5} />}
        loading={isPending}
        onClick={() => begin('blank')}
      >
        New form
      </Button>
      <Tooltip label="Other ways to start">
        <Button
          component={Link}
          to="/forms/create"
          aria-label="Other ways to start"
          px={8}
          className={classes.otherStarts}
        >
          <IconChevronDown size={16} stroke={1.5} />
        </Button>
      </Tooltip>
    </Button.Group>
  )
}

/** Those that are searched for, in the order and shape that was chosen. */
function Forms(props: { workspaceId: string | undefined }) {
  const [{ search, sort }, show] = useViewInAddress()
  const { query, isWhole, isSettled } = useFoundForms(props.workspaceId, { search, sort })
  const [layout, setLayout] = useLocalStorage<Layout>({
    key: 'formwright-forms-layout',
    defaultValue: 'table',
  })
  const narrow = useMediaQuery('(max-width: 48em)')

  const forms = query.data?.pages.flatMap((one) => one.data) ?? []
  const shown = isWhole ? formsToShow(forms, search, sort) : forms
  const cards = narrow || layout === 'cards'
  return (
    <>
      <Group gap="sm" mb="md">
        <TextInput
          type="search"
          aria-label="Search forms"
          placeholder="Search forms"
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={search}
          onChange={(event) => show({ search: event.currentTarget.value })}
          flex="1 1 160px"
          maw={360}
        />
        <Select
          aria-label="Sort forms by"
          data={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
          value={sort}
          onChange={(value) => isSort(value) && show({ sort: value })}
          allowDeselect={false}
          w={170}
        />
        {!narrow && <LayoutSwitch layout={layout} onChange={setLayout} />}
      </Group>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {shown.length > 0 && (cards ? <FormsCards forms={shown} /> : <FormsTable forms={shown} />)}
      {shown.length === 0 && isSettled && !query.error && (
        <Text c="dimmed" py="lg" role="status">
          No forms match “{search}”.
        </Text>
      )}
      <ShowMore query={query} />
    </>
  )
}

function LayoutSwitch(props: { layout: Layout; onChange: (layout: Layout) => void }) {
  const cards = props.layout === 'cards'
  const label = cards ? 'Show as a table' : 'Show as cards'
  const Icon = cards ? IconLayoutList : IconLayoutGrid
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label} onClick={() => props.onChange(cards ? 'table' : 'cards')}>
        <Icon size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}
