/** So near to the upper or the lower edge of the window the page scrolls along, the faster the nearer. */
const EDGE = 64

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
  // it stays beside its list, or the page would grow on and on below it
  const most = boxes[boxes.length - 1].top - boxes[from].top + EDGE
  const least = boxes[0].top - boxes[from].top - EDGE
  const ended = new AbortController()
  const { signal } = ended
  let to = from
  let at = start - scrollY
  let frame = 0
  grip.setPointerCapture(pointer)
  rows[from].classList.add('fw-lifted')
  const place = () => {
    const by = at + scrollY - start
    to = middles.filter((middle, index) => index !== from && middle < middles[from] + by).length
    rows.forEach((row, index) => {
      const aside = (index > from && index <= to ? -room : 0) + (index < from && index >= to ? room : 0)
      const lifted = Math.max(least, Math.min(by, most))
      row.style.transform = `translateY(${index === from ? lifted : aside}px)`
    })
  }
  const scroll = () => {
    const beyond = Math.min(0, at - EDGE) + Math.max(0, at + EDGE - innerHeight)
    scrollBy({ top: beyond / 5, behavior: 'instant' })
    place()
    frame = requestAnimationFrame(scroll)
  }
  const move = ({ clientY }: PointerEvent) => {
    at = clientY
    place()
    // who only takes hold of a row at the edge of the window goes nowhere
    frame ||= requestAnimationFrame(scroll)
  }
  const end = ({ type }: Event) => {
    ended.abort()
    cancelAnimationFrame(frame)
    rows[from].classList.remove('fw-lifted')
    for (const row of rows) row.style.transform = ''
    if (type === 'pointerup' && to !== from) drop(to)
  }
  grip.addEventListener('pointermove', move, { signal })
  for (const over of ['pointerup', 'pointercancel', 'lostpointercapture'])
    grip.addEventListener(over, end, { signal })
}
