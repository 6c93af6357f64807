import type { KeyboardEvent, PointerEvent } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import { Input } from '@mantine/core'
import classes from './focal_point.module.css'

interface Point {
  x: number
  y: number
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A picture with the point that is always seen, however narrow the window: dragged there, or moved by the arrow keys. */
export function FocalPoint(props: Point & { picture: MediaFile; onChange: (point: Point) => void }) {
  const { x, y, picture, onChange } = props
  const put = (next: Point) => {
    const point = { x: percent(next.x), y: percent(next.y) }
    if (point.x !== x || point.y !== y) onChange(point)
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    put({
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    })
  }
  const step = (event: KeyboardEvent) => {
    const [right, down] = STEPS[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 2
    put({ x: x + right * far, y: y + down * far })
  }
  return (
    <div>
      <div
        className={classes.picture}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => event.buttons === 1 && follow(event)}
      >
        <img src={picture.src} alt="" draggable={false} />
        <button
          type="button"
          className={classes.point}
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={`Focal point: ${x} % from the left, ${y} % from the top. The arrow keys move it.`}
          onKeyDown={step}
        />
      </div>
      <Input.Description mt={4}>Drag the point to what always stays visible.</Input.Description>
    </div>
  )
}

function percent(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 100))
}
