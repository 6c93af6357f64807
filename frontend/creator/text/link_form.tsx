import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { safeUrl } from '@formwright/kit/safe_url'

/** Asks where a link leads, beside the button that wants it. */
export function LinkForm(props: {
  opened: boolean
  /** where it leads now; absent where there is none yet */
  href: string | undefined
  target: ReactNode
  onLink: (href: string) => void
  onRemove: () => void
  onClose: () => void
}) {
  return (
    <Popover
      opened={props.opened}
      onChange={(opened) => !opened && props.onClose()}
      trapFocus
      withinPortal
      shadow="md"
      width={320}
      position="bottom-start"
    >
      <Popover.Target>{props.target}</Popover.Target>
      <Popover.Dropdown
        data-tool
        aria-label="Link"
        // the keys of what lies behind are not meant
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') props.onClose()
        }}
      >
        <Address {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Address(props: { href: string | undefined; onLink: (href: string) => void; onRemove: () => void }) {
  const [typed, setTyped] = useState(props.href ?? '')
  const [wrong, setWrong] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const href = addressOf(typed)
        if (href === undefined) setWrong(true)
        else props.onLink(href)
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Address"
          data-autofocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com"
          value={typed}
          error={
            wrong &&
            'Enter a web address, an email address, or tel: and a number, such as https://example.com.'
          }
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <Group justify="flex-end" gap="sm">
          {props.href !== undefined && (
            <Button variant="default" onClick={props.onRemove}>
              Remove link
            </Button>
          )}
          <Button type="submit">{props.href === undefined ? 'Add link' : 'Change link'}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What a person means with what they typed: `example.com` and `ada@example.com` are addresses, too. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s:/@]+@[^\s:/@]+\.[^\s:/@]+$/.test(text)) return safeUrl(`mailto:${text}`)
  return safeUrl(/^[^\s:/]+\.[^\s:/]+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text)
}
