import { Tooltip } from '@mantine/core'
import {
  IconForms,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { NavLink } from 'react-router'
import { AccountMenu } from './account_menu.tsx'
import { usePlace } from './place.ts'
import classes from './rail.module.css'
import { WorkspaceSwitch } from './workspace_switch.tsx'

/** The way around: workspace, places, help and account. Folded it shows icons with their names on pointing. */
export function Rail(props: {
  folded: boolean
  onFold?: () => void
  /** a dialog of the rail came or went */
  onDialog?: (opened: boolean) => void
  onFind: () => void
  onHelp: () => void
}) {
  const { folded } = props
  const { here, chosen, goTo } = usePlace()
  return (
    <nav className={classes.inner} aria-label="Main">
      <WorkspaceSwitch folded={folded} onDialog={props.onDialog} />
      <ul className={classes.list}>
        <Item
          folded={folded}
          label="Search"
          icon={<IconSearch size={18} stroke={1.5} />}
          hint="Ctrl K"
          onClick={props.onFind}
        />
        <Item
          folded={folded}
          label="Forms"
          icon={<IconForms size={18} stroke={1.5} />}
          to="/home"
          onClick={(event) => {
            // those of the workspace that is shown, in this tab
            if (!here || chosen || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void goTo(here, '/home')
          }}
        />
        <Item
          folded={folded}
          label="Settings"
          icon={<IconSettings size={18} stroke={1.5} />}
          to="/settings"
        />
      </ul>
      <div className={classes.fill} />
      <ul className={classes.list}>
        <Item
          folded={folded}
          label="Keyboard"
          icon={<IconKeyboard size={18} stroke={1.5} />}
          hint="?"
          onClick={props.onHelp}
        />
        {props.onFold && (
          <Item
            folded={folded}
            label={folded ? 'Expand' : 'Collapse'}
            icon={
              folded ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.5} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.5} />
              )
            }
            onClick={props.onFold}
          />
        )}
        <li>
          <AccountMenu folded={folded} />
        </li>
      </ul>
    </nav>
  )
}

function Item(props: {
  folded: boolean
  label: string
  icon: ReactNode
  hint?: string
  to?: string
  onClick?: (event: MouseEvent) => void
}) {
  const content = (
    <>
      {props.icon}
      {!props.folded && <span className={classes.label}>{props.label}</span>}
      {!props.folded && props.hint && (
        <span className={classes.key} aria-hidden>
          {props.hint}
        </span>
      )}
    </>
  )
  const name = props.folded ? props.label : undefined
  return (
    <li>
      <Tooltip label={props.label} position="right" disabled={!props.folded}>
        {props.to ? (
          <NavLink to={props.to} className={classes.item} aria-label={name} onClick={props.onClick}>
            {content}
          </NavLink>
        ) : (
          <button type="button" className={classes.item} aria-label={name} onClick={props.onClick}>
            {content}
          </button>
        )}
      </Tooltip>
    </li>
  )
}
