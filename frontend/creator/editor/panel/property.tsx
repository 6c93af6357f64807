import { useId, type ReactNode } from 'react'
import classes from './panel.module.css'
import { useSettingMark } from './wanted_setting.ts'

/**
 * A setting that is no single control, as a row like the others: its name at the left, what it is at the right, or in the
 * whole width below. What is handed the name's id is called by it.
 */
export function Property(props: {
  label: string
  /** the setting of the form that it is */
  setting?: string
  wide?: boolean
  children: (labelId: string) => ReactNode
}) {
  const id = useId()
  const mark = useSettingMark(props.setting ?? '')
  return (
    <div
      {...(props.setting !== undefined && mark)}
      className={classes.property}
      data-wide={props.wide || undefined}
    >
      <div id={id} className={classes.propertyName}>
        {props.label}
      </div>
      {props.children(id)}
    </div>
  )
}
