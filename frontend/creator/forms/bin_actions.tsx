import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Outcome } from '../../api/four_at_a_time.ts'
import { Confirm } from '../../design/confirm.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { toast } from '../../design/toasts.tsx'

/** How the things of a bin are spoken of, and what can be done with them. */
export interface BinWords<Item> {
  /** one, and several */
  kind: readonly [string, string]
  nameOf: (item: Item) => string
  /** what goes with them for good, as a sentence */
  lost: (items: readonly Item[]) => string
  restore: (items: readonly Item[]) => Promise<Outcome>
  /** deletes them for good */
  remove: (items: readonly Item[]) => Promise<Outcome>
}

/** Takes some things out of the bin, and says which are back. */
export function Restore<Item>(props: { words: BinWords<Item>; items: readonly Item[] }) {
  const { words, items } = props
  const [busy, setBusy] = useState(false)
  const what = namesOf(words, items)
  const restore = useOneAtATime(async () => {
    setBusy(true)
    const outcome = await words.restore(items)
    setBusy(false)
    sayRestored(
      outcome,
      <>
        {what.quoted} {items.length === 1 ? 'is' : 'are'} back.
      </>,
    )
    if (outcome.done > 0) focusPage()
  })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} stroke={1.5} />}
      loading={busy}
      onClick={() => restore()}
      aria-label={`Restore ${what.plain}`}
    >
      Restore
    </Button>
  )
}

/** Deletes some things of the bin for good, once it was asked. */
export function DeleteForGood<Item>(props: { words: BinWords<Item>; items: readonly Item[] }) {
  const { words, items } = props
  const [asking, dialog] = useDisclosure(false)
  const what = namesOf(words, items)
  const remove = async () => {
    const outcome = await words.remove(items)
    if (outcome.left > 0) sayLeft(outcome, 'deleted')
    if (outcome.done > 0) focusPage()
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={dialog.open} aria-label={`Delete ${what.plain} for good`}>
        Delete
      </Button>
      <Confirm
        opened={asking}
        onClose={dialog.close}
        title={<>Delete {what.quoted} for good?</>}
        action="Delete for good"
        onConfirm={remove}
      >
        Nobody can bring {items.length === 1 ? 'it' : 'them'} back. {words.lost(items)}
      </Confirm>
    </>
  )
}

/** Deletes everything that is in a bin, once it was asked. `children` say what goes. */
export function EmptyBin(props: {
  /** answers whether all is gone: what takes several requests asks before each further one whether it is wanted */
  empty: (isWanted: () => boolean) => Promise<boolean>
  children: string
}) {
  const [asking, dialog] = useDisclosure(false)
  const wanted = useRef(true)
  const empty = async () => {
    wanted.current = true
    try {
      if (await props.empty(() => wanted.current)) focusPage()
      else toast.success('Stopped. The others are still in the bin.')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Empty bin
      </Button>
      <Confirm
        opened={asking}
        onClose={() => {
          // what is under way ends with the request that is
          wanted.current = false
          dialog.close()
        }}
        title="Empty the bin?"
        action="Delete all for good"
        onConfirm={empty}
      >
        {props.children}
      </Confirm>
    </>
  )
}

/** One by its name, several by how many they are. */
function namesOf<Item>({ kind, nameOf }: BinWords<Item>, items: readonly Item[]) {
  const [only] = items
  if (only === undefined || items.length > 1) {
    const plain = `${items.length.toLocaleString()} ${kind[1]}`
    return { plain, quoted: plain }
  }
  const plain = nameOf(only)
  return {
    plain,
    quoted: (
      <>
        “<bdi>{plain}</bdi>”
      </>
    ),
  }
}

/** Says that things are back, or which are not. */
export function sayRestored(outcome: Outcome, back: ReactNode): void {
  if (outcome.left > 0) sayLeft(outcome, 'restored')
  else toast.success(back)
}

/** For which of several it did not go well, and why not for the first of them. */
function sayLeft({ done, left, failure }: Outcome, verb: string): void {
  if (done + left === 1 || !(failure instanceof Error)) return toast.failure(failure)
  toast.error(`${done.toLocaleString()} ${verb}, ${left.toLocaleString()} not: ${failure.message}`)
}
