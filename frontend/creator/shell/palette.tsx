import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconFileText,
  IconForms,
  IconKeyboard,
  IconLock,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { useEffect, useId, useState, type ComponentType, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useForms } from '../../api/forms.ts'
import { may, useSwitchWorkspace, useWorkspaces } from '../../api/workspaces.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { toast } from '../../design/toasts.tsx'
import { holdsWords } from '../home/forms_view.ts'
import classes from './palette.module.css'

/** Something that can be gone to or done. */
interface Choice {
  id: string
  label: string
  /** a second line */
  more?: string
  /** what else it is found by */
  words?: string
  icon: ComponentType<{ size: number; stroke: number }>
  run: () => void
}

interface Group {
  title: string
  choices: Choice[]
}

const FIND = 'Find forms, pages and actions'

/** Finds forms, pages and actions by a few letters. */
export default function Palette(props: { opened: boolean; onClose: () => void; onHelp: () => void }) {
  useReturnFocus(props.opened)
  return (
    <Modal.Root
      opened={props.opened}
      onClose={props.onClose}
      returnFocus={false}
      size={600}
      yOffset={80}
      centered={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={FIND} radius="md">
        <Finder onClose={props.onClose} onHelp={props.onHelp} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** A line to type in over what is found; the arrows go through it while the focus stays in the line. */
function Finder(props: { onClose: () => void; onHelp: () => void }) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const groups = useChoices(search, props.onHelp)
  const all = groups.flatMap((group) => group.choices)
  const chosen = all[Math.min(index, all.length - 1)]
  const optionId = (choice: Choice) => `${id}-${choice.id}`

  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function run(choice: Choice) {
    props.onClose()
    choice.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setIndex((Math.min(index, all.length - 1) + step + all.length) % all.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      run(chosen)
    }
  }

  return (
    <>
      <TextInput
        role="combobox"
        aria-label={FIND}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        placeholder={FIND}
        size="lg"
        variant="unstyled"
        classNames={{ input: classes.search }}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.list} id={`${id}-list`} role="listbox" aria-label="Found" tabIndex={-1}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes.title} aria-hidden>
              {group.title}
            </div>
            {group.choices.map((choice) => (
              <div
                key={choice.id}
                id={optionId(choice)}
                role="option"
                aria-selected={choice === chosen}
                className={classes.option}
                onMouseMove={() => setIndex(all.indexOf(choice))}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(choice)}
              >
                <choice.icon size={18} stroke={1.5} />
                <span className={classes.label}>
                  <bdi>{choice.label}</bdi>
                  {choice.more && <span className={classes.more}>{choice.more}</span>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={classes.none} role="status">
        {all.length === 0 && 'Nothing found.'}
      </p>
    </>
  )
}

/** What there is that fits what was typed. */
function useChoices(search: string, help: () => void): Group[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { list, current } = useWorkspaces()
  const forms = useForms(current?.id)
  const choose = useSwitchWorkspace()
  const { hasNextPage, isFetching, fetchNextPage } = forms

  useEffect(() => void client.invalidateQueries({ queryKey: ['forms', 'list'] }), [client])
  // A form may be on a page of the list that was not needed yet.
  useEffect(() => {
    if (search !== '' && hasNextPage && !isFetching) void fetchNextPage()
  }, [search, hasNextPage, isFetching, fetchNextPage])

  const go = (path: string) => () => void navigate(path)
  const actions: Choice[] = [
    { id: 'home', label: 'Forms', icon: IconForms, run: go('/home') },
    {
      id: 'settings',
      label: 'Settings',
      words: 'profile sessions dark appearance',
      icon: IconSettings,
      run: go('/settings/profile'),
    },
    { id: 'password', label: 'Change password', icon: IconLock, run: go('/settings/password') },
    { id: 'keys', label: 'Show keys', icon: IconKeyboard, run: help },
    ...list
      .filter((workspace) => workspace.id !== current?.id)
      .map((workspace) => ({
        id: `workspace-${workspace.id}`,
        label: `Switch to ${workspace.name}`,
        words: 'workspace',
        icon: IconSwitchHorizontal,
        run: () =>
          choose.mutate(workspace.id, { onSuccess: () => void navigate('/home'), onError: toast.failure }),
      })),
  ]
  if (may(current?.role, 'editor')) {
    actions.unshift({ id: 'new', label: 'New form', icon: IconPlus, run: go('/forms/create') })
  }
  const found: Choice[] = (forms.data?.pages ?? [])
    .flatMap((page) => page.data)
    .map((form) => ({
      id: form.id,
      label: form.title,
      more: form.slug,
      icon: IconFileText,
      run: go(`/forms/${form.slug}/${may(form.role, 'editor') ? 'edit' : 'show/submissions'}`),
    }))
  return [
    { title: 'Go and do', choices: actions },
    { title: 'Forms', choices: found },
  ]
    .map(({ title, choices }) => ({
      title,
      choices: choices.filter(({ label, more = '', words = '' }) =>
        holdsWords(`${label} ${more} ${words}`, search),
      ),
    }))
    .filter((group) => group.choices.length > 0)
}
