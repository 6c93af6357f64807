import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { layouts } from 'virtual:plugins'
import type { Draft } from '../../../api_types/drafts.ts'
import type { Form } from '../../../api_types/forms.ts'
import type { UnusableKind } from '@formwright/kit/found'
import type { Integration } from '../../../api_types/integrations.ts'
import { draftQuery } from '../../api/draft.ts'
import { useFormEvents } from '../../api/form_events.ts'
import { listIntegrations } from '../../api/integrations.ts'
import { unusableQuery } from '../../api/plugins.ts'
import { uploadMedia } from '../../api/media.ts'
import { fields } from '../plugins/fields.ts'
import { familyOf, type Kinds, usableKinds } from './blocks/kinds.ts'
import { openDevice } from './draft/device.ts'
import { DraftNews } from './draft/news.ts'
import { Saver } from './draft/saver.ts'
import { DraftStore } from './draft/store.ts'
import { pageTiming, transportOf } from './draft/transport.ts'
import { EditorModel } from './model.ts'
import { loadViews } from './page/views.ts'

type OpenResult =
  { state: 'opening' } | { state: 'open'; editor: EditorModel } | { state: 'failed'; error: unknown }

interface Open {
  editor: EditorModel
  close(): void
}

/** What the app was built with. */
const BUILT = { fields, layouts }

/** The same for every editor while the server has the same: what is made of them is made once. */
let known: { unusable: readonly UnusableKind[]; kinds: Kinds } | undefined

function kindsWithout(unusable: readonly UnusableKind[]): Kinds {
  if (known?.unusable !== unusable) known = { unusable, kinds: usableKinds(BUILT, unusable) }
  return known.kinds
}

/** Opening and closing go one after the other: what one editor left on the device is the next one's to take over. */
let turn: Promise<void> = Promise.resolve()

/** The draft that was open last, for its steps of undo: who only looks at another page of the form finds them again. */
let last: { userId: string; formId: string; store: DraftStore } | undefined

/** Opens the draft of a form for as long as the component is shown. */
export function useOpenedEditor(form: Form, userId: string | undefined, attempt: number): OpenResult {
  const [opened, setOpened] = useState<OpenResult>({ state: 'opening' })
  const { id } = form
  const client = useQueryClient()
  const [published] = useState({ now: false })
  useEffect(() => {
    published.now = form.published_version !== null
  })

  // Before the draft is asked for: what is told while it is on its way is not in it.
  const news = useRef<DraftNews>(undefined)
  useFormEvents(id, (event) => news.current?.hear(event))
  useEffect(() => {
    if (userId === undefined) return
    const told = (news.current = new DraftNews())
    let leave = () => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    let wanted = true
    turn = turn.then(async () => {
      if (!wanted) return
      try {
        const open = await openEditor(client, id, userId, told, () => published.now)
        if (wanted) setOpened({ state: 'open', editor: open.editor })
        await left
        open.close()
      } catch (error) {
        if (wanted) setOpened({ state: 'failed', error })
      }
    })
    return () => {
      wanted = false
      news.current = undefined
      leave()
      setOpened({ state: 'opening' })
    }
  }, [client, id, userId, published, attempt])
  return opened
}

async function openEditor(
  client: QueryClient,
  formId: string,
  userId: string,
  news: DraftNews,
  published: () => boolean,
): Promise<Open> {
  const place = await openDevice(userId, formId)
  try {
    const [draft, unusable] = await Promise.all([
      takeDraft(client, formId, news),
      client.fetchQuery(unusableQuery),
    ])
    const kinds = kindsWithout(unusable)
    await loadViews(
      kinds,
      draft.rows.map(({ kind }) => kind),
    )
    const store = new DraftStore(pageTiming.now, (kind) => familyOf(kinds, kind) === 'section')
    store.merge(draft.rows, draft.revision, draft.problems)
    store.formerKeys = draft.former_keys ?? {}
    for (const [id, label] of Object.entries(draft.former_names ?? {})) store.formerLabels.set(id, label)
    store.adopt(place.kept)
    if (last?.userId === userId && last.formId === formId) store.continueHistory(last.store)
    const closing = new AbortController()
    const editor = new EditorModel({
      store,
      kinds,
      published,
      integrations: () => integrationsInTime(formId),
      upload: (use, file, { onProgress, signal }) =>
        uploadMedia(formId, use, file, {
          onProgress,
          signal: AbortSignal.any([signal, closing.signal]),
        }),
    })
    const saver = new Saver(store, {
      transport: transportOf(formId),
      device: place.device,
      timing: pageTiming,
    })
    editor.saver = saver
    news.passTo(saver)
    const back = () => saver.retry()
    const leave = () => {
      saver.leave()
      place.letGo()
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && place.comeBack()
    const hide = () => document.visibilityState === 'hidden' && saver.leave()
    const stay = (event: BeforeUnloadEvent) => {
      // a file that is on its way is nowhere else
      if (saver.wouldLose() || editor.uploads.underway()) event.preventDefault()
    }
    window.addEventListener('online', back)
    window.addEventListener('beforeunload', stay)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', hide)
    return {
      editor,
      close() {
        closing.abort(new Error('The editor was closed before all of it had arrived.'))
        window.removeEventListener('online', back)
        window.removeEventListener('beforeunload', stay)
        window.removeEventListener('pagehide', leave)
        window.removeEventListener('pageshow', comeBack)
        document.removeEventListener('visibilitychange', hide)
        saver.leave()
        saver.stop()
        place.letGo()
        last = { userId, formId, store }
      },
    }
  } catch (error) {
    place.letGo()
    throw error
  }
}

/** What is said of a removed block waits for its integrations no longer. */
const PATIENCE_MS = 1_000

/** The integrations of a form; none when they are not known in time: the check before publishing tells of them, too. */
async function integrationsInTime(formId: string): Promise<readonly Integration[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  // the call itself may wait longer: for somebody to sign in again
  const late = new Promise<readonly Integration[]>((resolve) =>
    signal.addEventListener('abort', () => resolve([])),
  )
  return Promise.race([listIntegrations(formId, signal).catch(() => []), late])
}

/** The draft as it is, or as it was a moment ago. Once only: the next time it would be without what was done here. */
async function takeDraft(client: QueryClient, formId: string, news: DraftNews): Promise<Draft> {
  const query = draftQuery(formId)
  if (client.getQueryState(query.queryKey)) news.doubt()
  try {
    return await client.fetchQuery(query)
  } finally {
    client.removeQueries({ queryKey: query.queryKey })
  }
}
