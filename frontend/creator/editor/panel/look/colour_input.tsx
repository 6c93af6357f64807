import { CloseButton, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTyped } from '../../undo/typed.ts'
import { useSettingMark } from '../wanted_setting.ts'
import classes from './colour_settings.module.css'

/** A colour as somebody may type it: with or without the sign in front. */
function colourOf(text: string): string | undefined {
  const digits = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text)?.[1]
  return digits && `#${digits}`
}

/** A colour that is picked, or typed. Only a whole one is taken; until then what was typed stays. */
export function ColourInput(props: {
  label: string
  /** the setting of the form that it is */
  setting: string
  /** undefined: none of one's own, so that what is drawn is `drawn` */
  value: string | undefined
  drawn?: string
  /** what becomes of the colour */
  said?: string
  onChange: (value: string) => void
  /** absent where there is always one */
  onClear?: () => void
}) {
  const { label, value, said, onChange, onClear } = props
  const [kept, setKept] = useTyped<{ text: string; over: string | undefined }>()
  // chosen otherwise meanwhile: what was typed is over
  const typed = kept?.over === value ? kept?.text : undefined
  const mark = useSettingMark(props.setting)
  const input = useRef<HTMLInputElement>(null)
  const name = label.toLowerCase()
  const emptied = typed?.trim() === '' && onClear !== undefined
  const wrong = typed !== undefined && !emptied && colourOf(typed) === undefined
  return (
    <TextInput
      {...mark}
      ref={input}
      label={label}
      value={typed ?? value ?? ''}
      placeholder="From the theme"
      data-own-undo={wrong || undefined}
      // of the color before, not of what is typed
      description={said === undefined || wrong ? undefined : <span role="status">{said}</span>}
      error={
        wrong && 'Enter # and six digits or letters from a to f, such as #3B82F6. The previous color is kept.'
      }
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={`Pick the ${name} color`}
          value={(value ?? props.drawn ?? '#ffffff').toLowerCase()}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      }
      rightSection={
        value !== undefined &&
        onClear && (
          <CloseButton
            size={24}
            iconSize={14}
            aria-label={`Clear the ${name} color`}
            onClick={() => {
              // the button goes with the color
              input.current?.focus()
              onClear()
            }}
          />
        )
      }
      onChange={(event) => {
        const text = event.currentTarget.value
        const colour = colourOf(text)
        setKept(colour ? undefined : { text, over: value })
        if (text.trim() === '' && value !== undefined) onClear?.()
        else if (colour && colour !== value) onChange(colour)
      }}
      onBlur={() => !wrong && setKept(undefined)}
    />
  )
}
