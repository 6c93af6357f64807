import { Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A text of the settings with its name, and with what is said of it: its control is handed the ids that describe it. */
export function SettingFrame(props: {
  label: string
  description?: string
  error?: string
  'data-setting'?: string
  children: (describedBy: string | undefined) => ReactNode
}) {
  const { label, description, error } = props
  const id = useId()
  const said = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      data-setting={props['data-setting']}
    >
      <div style={{ marginTop: description ? 4 : 0 }}>{props.children(said || undefined)}</div>
    </Input.Wrapper>
  )
}
