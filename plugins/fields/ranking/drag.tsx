/**
 * Drags a row of a list by its grip until the pointer is let go, and says at which index it was dropped. Middles are
 * measured once: what moves aside does not change them.
 */
export function drag(
  grip: HTMLElement,
  pointer: number,
  start: number,
  from: number,
  drop: (to: number) => void,
): void {
  const rows = [...(grip.parentElement?.parentElement?.children ?? [])].filter(
    (one) => one instanceof HTMLElement,
  )
  const boxes = rows.map((row) => row.getBoundingClientRect())
  const middles = boxes.map(({ top, height }) => top + height / 2)
  const neighbour = boxes[from + 1] ?? boxes[from - 1]
  const room = Math.abs(neighbour.top - boxes[from].top)
  const ended = new AbortController()
  const { signal } = ended
  let to = from
  grip.setPointerCapture(pointer)
  rows[from].classList.add('fw-lifted')
  const move = ({ pageY }: PointerEvent) => {
    const by = pageY - start
    to = middles.filter((middle, index) => index !== from && middle < middles[from] + by).length
    rows.forEach((row, index) => {
      const aside = (index > from && index <= to ? -room : 0) + (index < from && index >= to ? room : 0)
      row.style.transform = `translateY(${index === from ? by : aside}px)`
    })
  }
  const end = ({ type }: Event) => {
    ended.abort()
    rows[from].classList.remove('fw-lifted')
    for (const row of rows) row.style.transform = ''
    if (type === 'pointerup' && to !== from) drop(to)
  }
  grip.addEventListener('pointermove', move, { signal })
  for (const over of ['pointerup', 'pointercancel', 'lostpointercapture'])
    grip.addEventListener(over, end, { signal })
}
