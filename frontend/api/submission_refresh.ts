import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { SubmissionPage, SubmissionRow } from '../../api_types/submissions.ts'
import { markDeleted, unmarkDeleted } from './deleted_submissions.ts'
import { useFormEvents } from './form_events.ts'
import { AGAIN, rowsOf, type LoadedPages, type PageReader } from './submission_pages.ts'
import { oneOf, type SubmissionView } from './submissions.ts'

/** So many milliseconds lie between two readings, however much happens. */
const PAUSE = 250

interface ShownView {
  form: { id: string; slug: string }
  view: SubmissionView
  /** its query key */
  key: unknown[]
  /** whether its own rows are there, not those of the view before */
  isLoaded: boolean
  read: PageReader
  /** Views of which every row is in doubt: what happened while nobody listened for them is not known. */
  doubted: RefObject<Set<string>>
  arrive: (page: SubmissionPage, all: boolean, edge?: SubmissionRow) => void
}

/** Reads the shown view again whenever something may have happened to its rows, and lets what is new arrive. */
export function useRefresh(shown: ShownView): void {
  const { form, view, key, isLoaded, read, doubted, arrive } = shown
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  /** Views that are being read again, each with whether something happened meanwhile. */
  const asking = useRef(new Map<string, boolean>())
  const askAgain = async () => {
    if (asking.current.has(keyText)) return void asking.current.set(keyText, true)
    asking.current.set(keyText, false)
    try {
      const all = doubted.current.has(keyText)
      const loaded = client.getQueryData<LoadedPages>(key)
      const edge = all ? rowsOf(loaded).at(-1) : undefined
      const page = all ? await read.downTo(edge) : await read.page(undefined)
      if (all || isOfSameVersion(loaded, page)) arrive(page, all, edge)
      else {
        // Columns and labels of options are others now, in rows of long ago too.
        doubted.current.add(keyText)
        asking.current.set(keyText, true)
      }
    } catch {
      // Without a connection nothing arrives; the next event asks again.
    }
    if (asking.current.get(keyText)) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    const again = asking.current.get(keyText)
    asking.current.delete(keyText)
    if (again) void askAgain()
  }
  useFormEvents(form.id, (event) => {
    const known = rowsOf(client.getQueryData<LoadedPages>(key)).length
    if (event.name === 'submissions') {
      if (event.deleted !== undefined) markDeleted(client, form.id, event.deleted)
      if (event.restored !== undefined) {
        unmarkDeleted(client, form.id, event.restored)
        void client.invalidateQueries({ queryKey: [...oneOf(form.slug), event.restored] })
        // it may stand anywhere
        doubted.current.add(keyText)
      }
      if (event.edited !== undefined) {
        void client.invalidateQueries({ queryKey: [...oneOf(form.slug), event.edited] })
        doubted.current.add(keyText)
      }
    } else if (event.name === 'connected') {
      doubted.current.add(keyText)
      void client.invalidateQueries({ queryKey: oneOf(form.slug) })
    } else if (event.name === 'unheard') {
      // Few rows are one quick request; for more of them, and what is looked for, it waits until there is a stream.
      if (known <= AGAIN && !isNarrowed(view)) doubted.current.add(keyText)
    } else if (event.name !== 'form') return
    if (client.getQueryData<LoadedPages>(key)) return void askAgain()
    // What is on its way may be from before the event. It is not begun anew: in a busy time it would never come.
    doubted.current.add(keyText)
    void client.invalidateQueries({ queryKey: key }, { cancelRefetch: false })
  })
  const becameShown = useEffectEvent((from: 'cache' | 'server') => {
    // While a view was not shown nobody listened for it.
    if (from === 'cache') doubted.current.add(keyText)
    if (doubted.current.has(keyText)) void askAgain()
  })
  const awaited = useRef('')
  useEffect(() => {
    if (!isLoaded) return void (awaited.current = keyText)
    const from = awaited.current === keyText ? 'server' : 'cache'
    awaited.current = ''
    becameShown(from)
  }, [isLoaded, keyText])
}

/** Whether nothing was published between what is loaded and this page. */
function isOfSameVersion(loaded: LoadedPages | undefined, page: SubmissionPage): boolean {
  return !loaded || loaded.pages.every(({ data }) => data.newest_version === page.data.newest_version)
}

function isNarrowed(view: SubmissionView): boolean {
  return view.search !== '' || view.filters.length > 0
}
