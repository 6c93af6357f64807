import { getDefaultZIndex, Kbd } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconFileText,
  IconForms,
  IconKey,
  IconKeyboard,
  IconLock,
  IconMail,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '../../api/accounts.ts'
import { useFoundForms } from '../../api/forms.ts'
import { may } from '../../api/workspaces.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { useOfferedCommands, type Command } from '../forms/commands.ts'
import { holdsWords } from '../home/forms_view.ts'
import classes from './palette.module.css'
import { useOpenSlug, usePlace } from './place.ts'

/** Something that can be gone to or done. */
interface Choice extends Command {
  /** a second line */
  more?: string
}

interface Group {
  title: string
  choices: Choice[]
}

const FIND = 'Search forms, pages, and actions'

/** Of the other forms, those changed last, until somebody searches: what can be done here comes first. */
const MOST_OTHERS = 5

const [store, spotlight] = createSpotlight()

/** Finds forms, pages and actions by a few letters. */
export default function Palette(props: { opened: boolean; onClose: () => void; onHelp: () => void }) {
  const { opened } = props
  useReturnFocus(opened)
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={props.onClose}
      returnFocus={false}
      centered={false}
      radius="md"
      zIndex={getDefaultZIndex('modal')}
      overlayProps={{}}
      transitionProps={{ duration: 120 }}
      attributes={{ content: { 'aria-label': FIND } }}
    >
      <Finder onHelp={props.onHelp} />
    </Spotlight.Root>
  )
}

/** A line to type in over what is found; the arrows go through it while the focus stays in the line. */
function Finder(props: { onHelp: () => void }) {
  const id = useId()
  const { query, selected } = useSpotlight(store)
  const groups = useChoices(query, props.onHelp)
  const all = groups.flatMap((group) => group.choices)
  const chosen = all[Math.min(selected, all.length - 1)]
  const optionId = (choice: Choice) => `${id}-${choice.id}`
  const choose = (index: number) => store.setState({ ...store.getState(), selected: index })
  // Spotlight marks what is chosen in the page and tells nobody; screen readers hear it from here
  const follow = () => queueMicrotask(() => choose(store.getState().selected))

  // one is always chosen, also when forms come later than what was typed
  const first = all.length > 0 && !chosen
  useEffect(() => {
    if (first) choose(0)
  }, [first])

  return (
    <>
      <Spotlight.Search
        role="combobox"
        aria-label={FIND}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        placeholder={FIND}
        classNames={{ input: classes.search }}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        onChange={follow}
        onKeyDown={follow}
      />
      <Spotlight.ActionsList id={`${id}-list`} role="listbox" aria-label="Found" className={classes.list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup
            key={group.title}
            role="group"
            aria-label={group.title}
            label={group.title}
            className={classes.group}
          >
            {group.choices.map((choice) => (
              <Spotlight.Action
                key={choice.id}
                role="option"
                aria-selected={choice === chosen}
                data-selected={choice === chosen || undefined}
                className={classes.option}
                onMouseMove={() => choose(all.indexOf(choice))}
                onClick={choice.run}
                // the component keeps an id to itself
                renderRoot={(root) => <button {...root} id={optionId(choice)} />}
              >
                <choice.icon size={18} stroke={1.5} />
                <span className={classes.label}>
                  <bdi>{choice.label}</bdi>
                  {choice.more && <span className={classes.more}>{choice.more}</span>}
                </span>
                {choice.keys && <Kbd className={classes.keys}>{choice.keys}</Kbd>}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <Spotlight.Empty role="status" className={classes.none}>
        {all.length === 0 && 'Nothing found.'}
      </Spotlight.Empty>
    </>
  )
}

/** The pages of the settings. */
function settingsChoices(go: (path: string) => () => void, isOperator: boolean): Choice[] {
  return [
    {
      id: 'settings',
      label: 'Settings',
      words: 'profile sessions dark appearance',
      icon: IconSettings,
      run: go('/settings/profile'),
    },
    { id: 'password', label: 'Change password', icon: IconLock, run: go('/settings/password') },
    {
      id: 'workspace-settings',
      label: 'Workspace settings',
      words: 'mail smtp sender server',
      icon: IconSettings,
      run: go('/settings/workspace'),
    },
    {
      id: 'access-tokens',
      label: 'Access tokens',
      words: 'settings api bearer',
      icon: IconKey,
      run: go('/settings/access-tokens'),
    },
    ...(isOperator
      ? [
          {
            id: 'instance-mail',
            label: 'Mail of this server',
            words: 'settings instance smtp operator admin',
            icon: IconMail,
            run: go('/settings/admin/mail'),
          },
        ]
      : []),
  ]
}

/** What there is that fits what was typed. */
function useChoices(search: string, help: () => void): Group[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { list, here, goTo } = usePlace()
  const slug = useOpenSlug()
  const user = useUser()
  const commands = useOfferedCommands()
  const { query: forms } = useFoundForms(here?.id, { search, sort: 'changed' })

  useEffect(() => void client.invalidateQueries({ queryKey: ['forms', 'list'] }), [client])

  const go = (path: string) => () => void navigate(path)
  const goHere = (path: string) => () => void (here ? goTo(here, path) : navigate(path))
  const actions: Choice[] = [
    { id: 'home', label: 'Forms', icon: IconForms, run: goHere('/home') },
    ...settingsChoices(go, user?.is_operator === true),
    { id: 'keys', label: 'Keyboard', keys: '?', icon: IconKeyboard, run: help },
    ...list
      .filter((workspace) => workspace.id !== here?.id)
      .map((workspace) => ({
        id: `workspace-${workspace.id}`,
        label: `Switch to ${workspace.name}`,
        words: 'workspace',
        icon: IconSwitchHorizontal,
        run: () => void goTo(workspace, '/home'),
      })),
  ]
  if (may(here?.role, 'editor')) {
    actions.unshift({ id: 'new', label: 'New form', icon: IconPlus, run: goHere('/forms/create') })
  }
  const found: Choice[] = (forms.data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter((form) => form.slug !== slug)
    .slice(0, search === '' && commands.length > 0 ? MOST_OTHERS : undefined)
    .map((form) => ({
      id: form.id,
      label: form.title,
      more: form.slug,
      icon: IconFileText,
      run: go(`/forms/${form.slug}/${may(form.role, 'editor') ? 'edit' : 'show/submissions'}`),
    }))
  const elsewhere = { title: 'Actions', choices: actions }
  const others = { title: commands.length > 0 ? 'Other forms' : 'Forms', choices: found }
  const mine: Group = {
    title: 'This form',
    choices: commands.map((command) => ({ ...command, id: `form-${command.id}` })),
  }
  return (commands.length > 0 ? [mine, others, elsewhere] : [elsewhere, others])
    .map(({ title, choices }) => ({
      title,
      choices: choices.filter(({ label, more = '', words = '' }) =>
        holdsWords(`${label} ${more} ${words}`, search),
      ),
    }))
    .filter((group) => group.choices.length > 0)
}
