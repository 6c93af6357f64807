import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A text to take along, such as a link or a secret: selected when touched, with a button that copies it. */
export function CopyField(props: {
  label: string
  value: string
  description?: string
  /** it comes with the focus, and so selected */
  autoFocus?: boolean
}) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <TextInput
      label={props.label}
      description={props.description}
      value={props.value}
      readOnly
      autoFocus={props.autoFocus}
      data-autofocus={props.autoFocus}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <Tooltip label={clipboard.copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            aria-label={`Copy ${props.label.toLowerCase()}`}
            onClick={() => clipboard.copy(props.value)}
          >
            {clipboard.copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}
