import { Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SettingEntry } from '@formwright/kit/settings_form'
import type { IntegrationChoice } from '../../../api_types/integrations.ts'
import { type AskedChoice, useChoices, useNewChoice } from '../../api/connections.ts'
import { toast } from '../../design/toasts.tsx'

/** The entries of the list that are no choices; ids of services hold no such characters. */
const CREATE = '\u0000create'
const FURTHER = '\u0000further'

interface Chosen {
  id: string
  label: string
}

/** A setting that is chosen of what its service offers: looked for there while one types, page by page. */
export function ChoiceField(props: {
  slug: string
  entry: SettingEntry
  asked: Omit<AskedChoice, 'name'>
  /** the connection and the choices that come before: what is offered, and made, is theirs */
  within: readonly unknown[]
  value: unknown
  /** what something new is called if nobody says how */
  newName: string
  /** false where nobody can be asked yet */
  enabled: boolean
  error?: string
  onChange: (value: Chosen) => void
}) {
  const { entry, slug } = props
  const chosen = chosenIn(props.value)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [cursor, setCursor] = useState<string>()
  // what was chosen stands in the box, and is nothing to look for
  const search = typed === chosen.label ? '' : typed.trim()
  const [settled] = useDebouncedValue(search, 300)
  const asked = { ...props.asked, name: entry.name }
  const offered = useOffered(slug, asked, { search: settled, cursor }, props.enabled && opened)
  const create = useNewChoice(slug)
  const newName = search === '' ? props.newName : search
  // what is changed beside it while something is made stays
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))

  const make = async () => {
    try {
      const made = await create.mutateAsync({ ...asked, label: newName })
      if (!('choice' in made)) return toast.failure(new Error(made.reason))
      const { id, label } = made.choice
      if (hashKey(latest.current.within) === hashKey(props.within)) latest.current.onChange({ id, label })
      else toast.warning(`“${label}” was created where you chose before. It is not chosen here.`)
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const choose = (id: string | null) => {
    if (id === CREATE) return void make()
    if (id === FURTHER) return setCursor(offered.next)
    const found = offered.choices.find((one) => one.id === id)
    if (found) props.onChange({ id: found.id, label: found.label })
  }

  return (
    <Stack gap={4}>
      <Select
        label={entry.title}
        description={entry.description}
        placeholder={props.enabled ? 'Type to search' : 'Connect first'}
        disabled={!props.enabled}
        error={props.error}
        searchable
        searchValue={opened ? typed : chosen.label}
        // the service has looked already
        filter={({ options }) => options}
        data={[
          ...listOf(offered.choices, chosen),
          ...(offered.next === undefined ? [] : [{ value: FURTHER, label: 'Look further' }]),
          ...(offered.creates ? [{ value: CREATE, label: `Create “${newName}”` }] : []),
        ]}
        value={chosen.id === '' ? null : chosen.id}
        nothingFoundMessage={offered.looking ? 'Looking …' : (offered.problem ?? 'Nothing found.')}
        rightSection={
          offered.looking || create.isPending ? <Loader size={16} aria-label="Loading" /> : undefined
        }
        allowDeselect={false}
        maxDropdownHeight={280}
        onDropdownOpen={() => {
          setTyped('')
          setOpened(true)
        }}
        onDropdownClose={() => setOpened(false)}
        onSearchChange={(text) => {
          setTyped(text)
          setCursor(undefined)
        }}
        onChange={choose}
      />
      {opened && offered.problem !== undefined && <Problem words={offered.problem} retry={offered.retry} />}
    </Stack>
  )
}

/** What the service offers, as far as it was asked. */
function useOffered(
  slug: string,
  asked: AskedChoice,
  page: { search: string; cursor: string | undefined },
  enabled: boolean,
) {
  const { data, error, isFetching, refetch } = useChoices(slug, asked, page, enabled)
  const found = data && 'choices' in data ? data : undefined
  return {
    choices: found?.choices ?? [],
    next: found?.cursor ?? undefined,
    creates: found?.creates === true,
    problem: error?.message ?? (data && 'problem' in data ? data.reason : undefined),
    looking: isFetching,
    retry: () => void refetch(),
  }
}

function Problem(props: { words: string; retry: () => void }) {
  return (
    <Group gap="xs">
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {props.words}
      </Text>
      <Button variant="default" size="compact-xs" onClick={props.retry}>
        Try again
      </Button>
    </Group>
  )
}

/** What was chosen stays in the list, whatever is looked for. */
function listOf(choices: readonly IntegrationChoice[], chosen: Chosen) {
  const shown = choices.map(({ id, label, hint }) => ({
    value: id,
    label: hint === undefined ? label : `${label} (${hint})`,
  }))
  const missing = chosen.id !== '' && !choices.some(({ id }) => id === chosen.id)
  return missing ? [...shown, { value: chosen.id, label: chosen.label }] : shown
}

function chosenIn(value: unknown): Chosen {
  const { id, label }: Record<string, unknown> = Object(value)
  return { id: typeof id === 'string' ? id : '', label: typeof label === 'string' ? label : '' }
}
