import { Checkbox, Group, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../../../api_types/answer.ts'
import { may } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { ShowMore } from '../../design/show_more.tsx'
import { type BinWords, DeleteForGood, Restore } from './bin_actions.tsx'
import classes from './bin_list.module.css'

/** Something that was deleted and can be restored. */
interface Binned {
  id: string
  deleted_at: string
  deleted_by: { id: string; name: string } | null
  gone_at: string
}

interface ListWords<Item> extends BinWords<Item> {
  role: Parameters<typeof may>[0]
  /** what it is, before the words that say when it was deleted */
  about: (item: Item) => string
  /** shows what it holds, where that can be read in the bin */
  onOpen?: (item: Item) => void
}

const NONE: ReadonlySet<string> = new Set()

/**
 * What is in a bin: each, or several together, to be restored or to be deleted for good. `children` say what comes here,
 * while it is empty.
 */
export function BinList<Item extends Binned>(
  props: ListWords<Item> & {
    query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
    children: string
  },
) {
  const { query, children, ...words } = props
  const [ticked, setTicked] = useState(NONE)
  const items = query.data?.pages.flatMap((one) => one.data)
  return (
    <>
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && !query.error && (
        <DelayedFallback>
          <Stack gap="sm">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} h={40} />
            ))}
          </Stack>
        </DelayedFallback>
      )}
      {items?.length === 0 && (
        <EmptyState title="The bin is empty" icon={<IconTrash size={40} stroke={1.5} />}>
          {children}
        </EmptyState>
      )}
      {items && items.length > 1 && may(words.role, 'editor') && (
        <SeveralTools words={words} items={items} ticked={ticked} onTick={setTicked} />
      )}
      {items && items.length > 0 && (
        <ul className={classes.bin}>
          {items.map((item) => (
            <li key={item.id}>
              <BinRow
                words={words}
                item={item}
                ticked={ticked.has(item.id)}
                onTick={items.length > 1 ? () => setTicked(toggled(ticked, item.id)) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </>
  )
}

/** Ticks all that are listed, and says what can be done with those that are ticked. */
function SeveralTools<Item extends Binned>(props: {
  words: ListWords<Item>
  items: readonly Item[]
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}) {
  const { words, items, ticked } = props
  const chosen = items.filter(({ id }) => ticked.has(id))
  const all = chosen.length === items.length
  return (
    <div className={classes.several}>
      <Checkbox
        label={chosen.length === 0 ? 'Select all' : `${chosen.length.toLocaleString()} selected`}
        aria-label="Select all"
        checked={all}
        indeterminate={chosen.length > 0 && !all}
        onChange={() => props.onTick(all ? NONE : new Set(items.map(({ id }) => id)))}
      />
      {chosen.length > 0 && <Actions words={words} items={chosen} />}
    </div>
  )
}

function BinRow<Item extends Binned>(props: {
  words: ListWords<Item>
  item: Item
  ticked: boolean
  /** undefined where there is only one */
  onTick: (() => void) | undefined
}) {
  const { words, item, ticked, onTick } = props
  const name = words.nameOf(item)
  return (
    <>
      {onTick && may(words.role, 'editor') && (
        <Checkbox aria-label={`Select ${name}`} checked={ticked} onChange={onTick} />
      )}
      <div className={classes.binned}>
        {words.onOpen ? (
          <UnstyledButton className={classes.opens} onClick={() => words.onOpen?.(item)}>
            <strong dir="auto">{name}</strong>
          </UnstyledButton>
        ) : (
          <strong dir="auto">{name}</strong>
        )}
        <p>
          {words.about(item)}, deleted <Ago at={item.deleted_at} />
          {item.deleted_by && (
            <>
              {' '}
              by <bdi>{item.deleted_by.name}</bdi>
            </>
          )}
          . Gone for good <Ago at={item.gone_at} inDays />.
        </p>
      </div>
      <Actions words={words} items={[item]} />
    </>
  )
}

function Actions<Item>(props: { words: ListWords<Item>; items: readonly Item[] }) {
  const { role } = props.words
  return (
    <Group gap="sm" wrap="nowrap">
      {may(role, 'editor') && <Restore {...props} />}
      {may(role, 'admin') && <DeleteForGood {...props} />}
    </Group>
  )
}

function toggled(ticked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ticked)
  if (!next.delete(id)) next.add(id)
  return next
}
