import { useEffect, useState } from 'react'
import classes from './top_loader.module.css'

/** The bar at the top while the next page loads: begins after 200 ms, ticks every 100 ms, hides 500 ms after its end. */
export function TopLoader(props: { loading: boolean }) {
  const [percent, setPercent] = useState<number | null>(null)

  useEffect(() => {
    if (!props.loading) return
    let ticks: ReturnType<typeof setInterval> | undefined
    const start = setTimeout(() => {
      setPercent(5)
      ticks = setInterval(() => setPercent((now) => Math.min(95, (now ?? 0) + Math.random() * 6)), 100)
    }, 200)
    return () => {
      clearTimeout(start)
      clearInterval(ticks)
      setPercent((now) => (now === null ? null : 100))
    }
  }, [props.loading])

  useEffect(() => {
    if (percent !== 100) return
    const hide = setTimeout(() => setPercent(null), 500)
    return () => clearTimeout(hide)
  }, [percent])

  if (percent === null) return null
  return (
    <div
      className={classes.bar}
      style={{ width: `${percent}%`, opacity: percent === 100 ? 0 : 1 }}
      aria-hidden
    />
  )
}
