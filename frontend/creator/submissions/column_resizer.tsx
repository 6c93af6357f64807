import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { NARROWEST, WIDEST } from './column_layout.ts'
import classes from './submissions_table.module.css'

const STEP = 16

/** The edge of a column's heading: drawn by pointer, or moved by the arrow keys. */
export function ColumnResizer(props: {
  label: string
  width: number
  onWidth: (width: number | undefined) => void
}) {
  const { label, width, onWidth } = props
  const start = useRef<{ x: number; width: number }>(null)
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuetext={`${width} pixels`}
      tabIndex={0}
      className={classes.resizer}
      onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current) onWidth(start.current.width + event.clientX - start.current.x)
      }}
      onLostPointerCapture={() => (start.current = null)}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={(event: KeyboardEvent) => {
        const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0
        if (step === 0) return
        event.preventDefault()
        onWidth(width + step)
      }}
    />
  )
}
