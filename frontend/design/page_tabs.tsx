import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './page_tabs.module.css'

/** Links to pages that belong together, as tabs; the one that is shown is underlined, and seen where not all have room. */
export function PageTabs(props: {
  label: string
  /** where each leads, and what it is called */
  tabs: readonly (readonly [to: string, name: string])[]
  /** the height of the row and what stands around it */
  className: string
  /** the address of one is the beginning of another's */
  end?: boolean
  /** told of a link that somebody points at, by whatever means */
  onPoint?: (to: string) => void
}) {
  const { onPoint } = props
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-current=page]')?.parentElement
    if (!list.current || !tab) return
    const before = tab.offsetLeft - list.current.offsetLeft
    list.current.scrollLeft = before - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [pathname])
  return (
    <nav aria-label={props.label}>
      <ul ref={list} className={`${classes.tabs} ${props.className}`}>
        {props.tabs.map(([to, name]) => {
          const point = onPoint && (() => onPoint(to))
          return (
            <li key={name}>
              <NavLink
                to={to}
                end={props.end}
                className={classes.tab}
                onPointerEnter={point}
                onPointerDown={point}
                onFocus={({ currentTarget }) => {
                  point?.()
                  // browsers leave one where it is that is seen in part; what is pressed stays below the pointer
                  if (currentTarget.matches(':focus-visible'))
                    currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
                }}
              >
                {name}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
