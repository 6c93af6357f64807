import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../../../api_types/answer.ts'
import { may } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { EmptyState } from '../../design/empty_state.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { toast } from '../../design/toasts.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import classes from './bin_list.module.css'

/** Something that was deleted and can be restored. */
interface Binned {
  id: string
  deleted_at: string
  deleted_by: { id: string; name: string } | null
  gone_at: string
}

/** How the things of a bin are spoken of, and what can be done with them. */
interface BinWords<Item> {
  role: Parameters<typeof may>[0]
  nameOf: (item: Item) => string
  /** what it is, before the words that say when it was deleted */
  about: (item: Item) => string
  /** what goes with it for good, as a sentence */
  lost: (item: Item) => string
  restore: (item: Item) => Promise<unknown>
  /** deletes it for good */
  remove: (item: Item) => Promise<unknown>
}

/** What is in a bin: each to be restored, or to be deleted for good. `children` say what comes here, while it is empty. */
export function BinList<Item extends Binned>(
  props: BinWords<Item> & {
    query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
    children: string
  },
) {
  const { query } = props
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
          {props.children}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={classes.bin}>
          {items.map((item) => (
            <li key={item.id}>
              <BinRow {...props} item={item} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function BinRow<Item extends Binned>(props: BinWords<Item> & { item: Item }) {
  const { item, role } = props
  const name = props.nameOf(item)
  return (
    <>
      <div className={classes.binned}>
        <strong dir="auto">{name}</strong>
        <p>
          {props.about(item)}, deleted <Ago at={item.deleted_at} />
          {item.deleted_by && (
            <>
              {' '}
              by <bdi>{item.deleted_by.name}</bdi>
            </>
          )}
          . Gone for good <Ago at={item.gone_at} />.
        </p>
      </div>
      <Group gap="sm" wrap="nowrap">
        {may(role, 'editor') && <Restore {...props} name={name} />}
        {may(role, 'admin') && <DeleteForGood {...props} name={name} />}
      </Group>
    </>
  )
}

function Restore<Item>(props: BinWords<Item> & { item: Item; name: string }) {
  const { item, name } = props
  const [busy, setBusy] = useState(false)
  const restore = useOneAtATime(async () => {
    setBusy(true)
    try {
      await props.restore(item)
      toast.success(
        <>
          “<bdi>{name}</bdi>” is back.
        </>,
      )
      focusPage()
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} stroke={1.5} />}
      loading={busy}
      onClick={() => restore()}
      aria-label={`Restore ${name}`}
    >
      Restore
    </Button>
  )
}

function DeleteForGood<Item>(props: BinWords<Item> & { item: Item; name: string }) {
  const { item, name } = props
  const [asking, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="subtle" color="red" onClick={dialog.open} aria-label={`Delete ${name} for good`}>
        Delete
      </Button>
      <Confirm
        opened={asking}
        onClose={dialog.close}
        title={
          <>
            Delete “<bdi>{name}</bdi>” for good?
          </>
        }
        action="Delete for good"
        onConfirm={() => props.remove(item).then(focusPage, toast.failure)}
      >
        Nobody can bring it back. {props.lost(item)}
      </Confirm>
    </>
  )
}

/** Deletes everything that is in a bin, once it was asked. `children` say what goes. */
export function EmptyBin(props: { empty: () => Promise<unknown>; children: string }) {
  const [asking, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Empty bin
      </Button>
      <Confirm
        opened={asking}
        onClose={dialog.close}
        title="Empty the bin?"
        action="Delete all for good"
        onConfirm={() => props.empty().then(focusPage, toast.failure)}
      >
        {props.children}
      </Confirm>
    </>
  )
}
