import { memo, startTransition, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { chunksOf, type Chunk } from './chunks.ts'
import { familyOf } from '../blocks/kinds.ts'
import type { DraftStore } from '../draft/store.ts'
import { rowsOf } from '../blocks/rows.ts'
import { useDraft, useEditor } from '../use_editor.ts'
import { KeptFocus } from './kept_focus.tsx'
import { PageBlock } from './page_block.tsx'
import type { BlocksProps } from './section_view.tsx'
import classes from './page.module.css'

/** So many chunks are made live with the page itself; the others are drawn, and made live while nothing else is to do. */
const LIVE_AT_FIRST = 2
/** How far from what is seen a chunk is made live, before anybody can reach for it. */
const NEAR = '800px 0px'
/** A page that is never idle makes the next chunk live after so many milliseconds. */
const LONGEST_WAIT_MS = 300

/**
 * Blocks that follow each other, in chunks: what changes in one leaves the others alone, in React as in the browser's
 * layout.
 */
export function Blocks(props: BlocksProps) {
  const { ids, first, live = true } = props
  const { store, kinds } = useEditor()
  const list = useRef<HTMLDivElement>(null)
  const chunks = useChunks(ids)
  const plain = usePlain(chunks, list, live)
  let { page = 1 } = props
  return (
    <div ref={list} className={classes.chunks}>
      {chunks.map((chunk) => {
        const before = page
        for (const id of chunk.items) if (isBreak(kinds, store.row(id)?.kind)) page += 1
        return (
          <ChunkView
            key={chunk.id}
            id={chunk.id}
            blocks={chunk.items}
            first={first !== undefined && chunk.items.includes(first) ? first : undefined}
            page={before}
            live={live && !plain.has(chunk.id)}
          />
        )
      })}
      {/* behind them: when it looks, what was drawn anew takes the focus */}
      <KeptFocus chunks={chunks} />
    </div>
  )
}

const ChunkView = memo(function ChunkView(props: {
  id: string
  blocks: readonly string[]
  first: string | undefined
  page: number
  live: boolean
}) {
  const { store, kinds } = useEditor()
  let { page } = props
  return (
    <div
      className={`blocks ${classes.chunk}`}
      data-plain={props.live ? undefined : props.id}
      style={{ containIntrinsicBlockSize: `auto ${countOf(store, props.blocks) * 128 - 32}px` }}
    >
      {props.blocks.map((id) => {
        if (isBreak(kinds, store.row(id)?.kind)) page += 1
        return (
          <PageBlock
            key={id}
            id={id}
            first={id === props.first}
            page={page}
            live={props.live}
            Blocks={Blocks}
          />
        )
      })}
    </div>
  )
})

/** How many blocks stand here, those in sections too. */
function countOf(store: DraftStore, ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + 1 + store.childrenOf(id).length, 0)
}

function isBreak(kinds: Parameters<typeof familyOf>[0], kind: string | undefined): boolean {
  return kind !== undefined && familyOf(kinds, kind) === 'page-break'
}

/** The chunks of these blocks. Blocks that share a row share a chunk. */
function useChunks(ids: readonly string[]): readonly Chunk[] {
  const { store, kinds, selection } = useEditor()
  const version = useDraft('widths', store.widthsVersion)
  const rows = useMemo(() => {
    void version
    const views = ids.flatMap((id) => store.row(id) ?? [])
    return rowsOf(kinds, views).map((row) => row.map(({ id }) => id))
  }, [ids, version, store, kinds])
  const [chunks, setChunks] = useState<readonly Chunk[]>([])
  const now = useMemo(() => chunksOf(rows, chunks, selection.has), [rows, chunks, selection])
  if (now !== chunks) setChunks(now)
  return now
}

/** The chunks that are drawn and not yet live. They come to live when they come near, are chosen, or by and by. */
function usePlain(
  chunks: readonly Chunk[],
  list: RefObject<HTMLElement | null>,
  live: boolean,
): ReadonlySet<string> {
  const { selection, store } = useEditor()
  const [plain, setPlain] = useState<ReadonlySet<string>>(
    () => new Set(chunks.slice(LIVE_AT_FIRST).map(({ id }) => id)),
  )
  const waiting = live && plain.size > 0
  const known = useRef(chunks)
  useEffect(() => {
    known.current = chunks
  })
  useEffect(() => {
    if (!waiting) return
    const revive = (id: string) => setPlain((before) => without(before, id))
    const choose = () => {
      const current = selection.current()
      const section = current === undefined ? null : store.parentOf(current)
      for (const wanted of [section, current]) {
        const chunk = known.current.find(({ items }) => wanted && items.includes(wanted))
        if (chunk) revive(chunk.id)
      }
    }
    const near = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting && target instanceof HTMLElement) revive(target.dataset.plain ?? '')
      },
      { rootMargin: NEAR },
    )
    for (const element of list.current?.querySelectorAll('[data-plain]') ?? []) near.observe(element)
    choose()
    const unsubscribe = selection.subscribeAll(choose)
    return () => {
      near.disconnect()
      unsubscribe()
    }
  }, [waiting, selection, store, list])
  useEffect(() => {
    const [next] = plain
    if (next === undefined || !waiting) return
    return whenIdle(() => startTransition(() => setPlain((before) => without(before, next))))
  }, [plain, waiting])
  return plain
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (!set.has(id)) return set
  const left = new Set(set)
  left.delete(id)
  return left
}

/** Works as soon as the browser has nothing else to do; returns what cancels it. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
  return () => cancelIdleCallback(handle)
}
