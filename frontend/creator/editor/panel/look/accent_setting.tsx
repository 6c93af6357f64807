import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTyped } from '../../undo/typed.ts'
import classes from './accent_setting.module.css'
import { useSettingMark } from '../wanted_setting.ts'

/** Colors to begin with: apart from each other, in light and in dark. */
const SWATCHES = [
  { name: 'Blue', colour: '#3B82F6' },
  { name: 'Violet', colour: '#7C3AED' },
  { name: 'Pink', colour: '#DB2777' },
  { name: 'Red', colour: '#DC2626' },
  { name: 'Yellow', colour: '#F59E0B' },
  { name: 'Green', colour: '#16A34A' },
  { name: 'Teal', colour: '#0D9488' },
  { name: 'Black', colour: '#14171C' },
] as const

/** A colour as somebody may type it: with or without the sign in front. */
function colourOf(text: string): string | undefined {
  const digits = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text)?.[1]
  return digits && `#${digits}`
}

/** The accent: one of eight, picked, or typed. Only a whole colour is taken; until then what was typed stays. */
export function AccentSetting(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props
  const [typed, setTyped] = useTyped<string>()
  const mark = useSettingMark('appearance.accent')
  const name = useId()
  const wrong = typed !== undefined && colourOf(typed) === undefined
  const choose = (colour: string) => {
    setTyped(undefined)
    onChange(colour)
  }
  return (
    <div className={classes.accent}>
      <TextInput
        {...mark}
        label="Accent"
        value={typed ?? value}
        data-own-undo={wrong || undefined}
        error={
          wrong &&
          'Enter # and six digits or letters from a to f, such as #3B82F6. The previous color is kept.'
        }
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label="Pick the accent color"
            value={value.toLowerCase()}
            onChange={(event) => choose(event.currentTarget.value.toUpperCase())}
          />
        }
        onChange={(event) => {
          const text = event.currentTarget.value
          const colour = colourOf(text)
          setTyped(text)
          if (colour && colour !== value) onChange(colour)
        }}
        onBlur={() => !wrong && setTyped(undefined)}
      />
      <div role="radiogroup" aria-label="Accents" className={classes.swatches}>
        {SWATCHES.map((one) => (
          <input
            key={one.name}
            type="radio"
            className={classes.swatch}
            style={{ '--fw-swatch': one.colour }}
            name={name}
            aria-label={one.name}
            title={one.name}
            checked={one.colour.toLowerCase() === value.toLowerCase()}
            onChange={() => choose(one.colour)}
          />
        ))}
      </div>
    </div>
  )
}
