import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
} from 'react'
import type { SubmissionRow } from '../../../api_types/submissions.ts'
import { Tick } from '../../design/tick.tsx'
import { dateTime } from '../../design/time.ts'
import { AnswerCell, type CellDrawing } from './answer_cell.tsx'
import type { PlacedColumn } from './column_layout.ts'
import { ColumnResizer } from './column_resizer.tsx'
import classes from './submissions_table.module.css'

const ROW = 36
/** the first column, which stays: a third of a phone's screen, at least, is for answers */
const FIRST = 214
const FIRST_ON_PHONES = 178
/** how many rows before the end the next page is asked for */
const AHEAD = 60

/** What the table is given. `opened` is the id of the row whose panel is open. */
interface TableProps {
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly PlacedColumn[]
  rows: readonly SubmissionRow[]
  drawing: CellDrawing
  /** rows of the view; null while that is not known */
  total: number | null
  opened: string | null
  selected: ReadonlySet<string>
  onOpen: (id: string) => void
  /** absent where there is nothing to select them for */
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>> | undefined
  /** told of how many rows the last ones are near; null when they are further away */
  onNearEnd: (rows: number | null) => void
  onWidth: (column: string, width: number | undefined) => void
}

/** A dense table of which only what is seen is in the page, down and across. */
export function SubmissionsTable(props: TableProps) {
  const { scroller, columns, rows, selected, onSelect, onNearEnd } = props
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const first = onPhone ? FIRST_ON_PHONES : FIRST
  const { down, across } = useWindow(props, first)
  const visible = down.getVirtualItems()
  const cells = across.getVirtualItems()
  const lastSeen = visible[visible.length - 1]?.index ?? 0
  const nearEnd = lastSeen >= rows.length - AHEAD ? rows.length : null
  useEffect(() => onNearEnd(nearEnd), [nearEnd, onNearEnd])
  useScrollToOpened(rows, props.opened, down.scrollToIndex)
  const toggle = useCallback(
    (id: string) =>
      onSelect?.((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [onSelect],
  )
  const width = Math.max(across.getTotalSize(), first)
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="table"
      aria-label="Submissions"
      aria-rowcount={props.total === null ? -1 : props.total + 1}
      aria-colcount={columns.length + 1}
      // what the focus comes to is not below what stays in view
      style={{ scrollPaddingLeft: first }}
      tabIndex={0}
      onKeyDown={(event) => stepThroughRows(event, rows.length, down.scrollToIndex)}
    >
      <Head {...props} cells={cells} width={width} first={first} />
      <div role="rowgroup" className={classes.body} style={{ height: down.getTotalSize(), width }}>
        {visible.map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <Row
                key={row.id}
                row={row}
                index={item.index}
                top={item.start}
                width={width}
                first={first}
                columns={columns}
                cells={cells}
                drawing={props.drawing}
                open={row.id === props.opened}
                selected={selected.has(row.id)}
                onOpen={props.onOpen}
                onToggle={onSelect && toggle}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** Which rows and cells are seen, where and how large. */
function useWindow({ scroller, columns, rows }: TableProps, first: number) {
  // Functions that stay the same: with new ones the places of all rows would be reckoned again at each turn of the wheel.
  const rowKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const columnKey = useCallback((index: number) => columns[index]?.id ?? index, [columns])
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    paddingStart: ROW,
    scrollPaddingStart: ROW,
    getItemKey: rowKey,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    getItemKey: columnKey,
    overscan: 3,
    paddingStart: first,
    scrollPaddingStart: first,
  })
  return { down, across }
}

/** The row whose panel is open is in sight. */
function useScrollToOpened(
  rows: readonly SubmissionRow[],
  opened: string | null,
  scrollToIndex: (index: number) => void,
) {
  const openedAt = useMemo(
    () => (opened === null ? -1 : rows.findIndex((row) => row.id === opened)),
    [rows, opened],
  )
  const followed = useRef<string>(null)
  useEffect(() => {
    // Once for each that is opened: rows that come later move it, and the person may look elsewhere.
    if (opened !== null && (openedAt < 0 || followed.current === opened)) return
    followed.current = opened
    if (openedAt >= 0) scrollToIndex(openedAt)
  }, [openedAt, opened, scrollToIndex])
}

/** Up and down go from row to row, wherever in the row the focus is. */
function stepThroughRows(
  event: KeyboardEvent<HTMLDivElement>,
  rows: number,
  scrollToIndex: (index: number) => void,
) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
  if (step === 0 || !row) return
  const next = Number(row.dataset.index) + step
  if (next < 0 || next >= rows) return
  event.preventDefault()
  const table = event.currentTarget
  const buttonOfNext = () => table.querySelector<HTMLElement>(`[data-index="${next}"] button`)
  const drawn = buttonOfNext()
  // At once where the row is there: the next key may come before the next frame.
  drawn?.focus({ preventScroll: true })
  scrollToIndex(next)
  if (!drawn) requestAnimationFrame(() => buttonOfNext()?.focus())
}

/** The names of the columns, and the box that selects every row. */
function Head(props: TableProps & { cells: readonly VirtualItem[]; width: number; first: number }) {
  const { columns, rows, selected, onSelect, width } = props
  const all = rows.length > 0 && selected.size === rows.length
  return (
    <div role="rowgroup" className={classes.head} style={{ width, marginBottom: -ROW }}>
      <div role="row" aria-rowindex={1} className={classes.row} style={{ width }}>
        <div role="columnheader" aria-colindex={1} className={classes.first} style={{ width: props.first }}>
          {onSelect && (
            <Tick
              label="Select all loaded submissions"
              checked={all}
              partly={!all && selected.size > 0}
              onChange={() => onSelect(all ? new Set() : new Set(rows.map((row) => row.id)))}
            />
          )}
          Received
        </div>
        {props.cells.map((cell) => {
          const placed = columns[cell.index]
          if (!placed) return null
          const { label, type } = placed.column
          return (
            <div
              key={cell.key}
              role="columnheader"
              aria-label={label}
              aria-colindex={cell.index + 2}
              className={type === 'number' ? `${classes.cell} ${classes.right}` : classes.cell}
              style={{ left: cell.start, width: cell.size }}
              title={label}
            >
              <span className={classes.text} dir="auto">
                {label}
              </span>
              <ColumnResizer
                label={label}
                width={placed.width}
                onWidth={(width) => props.onWidth(placed.id, width)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Row = memo(function Row(props: {
  row: SubmissionRow
  index: number
  top: number
  width: number
  first: number
  columns: readonly PlacedColumn[]
  cells: readonly VirtualItem[]
  drawing: CellDrawing
  open: boolean
  selected: boolean
  onOpen: (id: string) => void
  onToggle: ((id: string) => void) | undefined
}) {
  const { row, columns, onToggle } = props
  const received = dateTime(row.received_at)
  return (
    <div
      role="row"
      aria-rowindex={props.index + 2}
      data-index={props.index}
      data-open={props.open || undefined}
      className={classes.row}
      style={{ width: props.width, transform: `translateY(${props.top}px)` }}
      onClick={(event) => {
        // A link in a cell (a file) is followed, a box is ticked, and the row stays as it is.
        if (event.target instanceof Element && event.target.closest('a, input')) return
        props.onOpen(row.id)
      }}
    >
      <div role="cell" aria-colindex={1} className={classes.first} style={{ width: props.first }}>
        {onToggle && (
          <Tick
            label={`Select submission of ${received}`}
            checked={props.selected}
            onChange={() => onToggle(row.id)}
          />
        )}
        <button type="button" className={`${classes.open} fw-numbers`} aria-expanded={props.open}>
          {received}
        </button>
      </div>
      {props.cells.map((cell) => {
        const placed = columns[cell.index]
        if (!placed) return null
        const { column, index } = placed
        return (
          <div
            key={cell.key}
            role="cell"
            aria-colindex={cell.index + 2}
            className={
              column.type === 'number' ? `${classes.cell} ${classes.right} fw-numbers` : classes.cell
            }
            style={{ left: cell.start, width: cell.size }}
          >
            <span className={classes.text} dir="auto">
              <AnswerCell row={row} column={column} index={index} drawing={props.drawing} />
            </span>
          </div>
        )
      })}
    </div>
  )
})
