import { Popover } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import classes from './chip.module.css'
import { ChoiceList, type Choice } from './choice_list.tsx'
import { OPEN } from './condition_words.ts'

interface ChipProps {
  ref?: Ref<HTMLButtonElement>
  /** what it is; its value is said behind it */
  name: string
  /** its value in words; `OPEN` while it has none */
  text: string
  /** its value is no longer there */
  wrong?: boolean
  /** what it is called, where that is not its name and value */
  label?: string
  icon?: ReactNode
  /** what stands behind it, on the same line */
  end?: ReactNode
  className?: string
  /** Delete takes away what it belongs to */
  onRemove?: () => void
}

/** A word of a sentence that is pressed to change it: what it can be opens beside it. */
export function Chip(props: ChipProps & { children: (close: () => void) => ReactNode }) {
  const { name, text } = props
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const merged = useMergedRef(button, props.ref)
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  const inside = (event: KeyboardEvent) => {
    // the keys of what lies behind are not meant
    event.stopPropagation()
    // of an input method they are its own
    if (event.nativeEvent.isComposing) return
    const typed = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (event.key !== 'Escape' && !typed) return
    event.preventDefault()
    close()
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      closeOnEscape={false}
      position="bottom-start"
      offset={4}
      radius="md"
      shadow="md"
      // opened again at once, it begins anew
      transitionProps={{ duration: 100, exitDuration: 0 }}
      width="min(288px, calc(100vw - 16px))"
    >
      <span className={classes.together}>
        <Popover.Target>
          <button
            ref={merged}
            type="button"
            className={`${classes.chip} ${props.className ?? ''}`}
            aria-label={props.label ?? `${name}: ${text === OPEN ? 'not filled in' : text}`}
            title={text}
            data-open={text === OPEN || undefined}
            data-wrong={props.wrong || undefined}
            onClick={() => setOpened(!opened)}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' && event.key !== 'Backspace') return
              event.preventDefault()
              event.stopPropagation()
              props.onRemove?.()
            }}
          >
            {props.icon}
            <bdi>{text}</bdi>
          </button>
        </Popover.Target>
        {props.end}
      </span>
      <Popover.Dropdown
        className={classes.opened}
        aria-label={name}
        aria-labelledby={undefined}
        // what is changed in it is part of the draft: undo is the editor's
        data-editor-side
        onKeyDown={inside}
      >
        {props.children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}

/** A word that is one of a list. */
export function ChoiceChip(
  props: ChipProps & { choices: readonly Choice[]; chosen?: string; onChoose: (value: string) => void },
) {
  const { choices, chosen, onChoose, ...chip } = props
  return (
    <Chip {...chip}>
      {(close) => (
        <ChoiceList
          name={props.name}
          choices={choices}
          chosen={chosen === undefined ? [] : [chosen]}
          onChoose={(value) => {
            close()
            onChoose(value)
          }}
        />
      )}
    </Chip>
  )
}
