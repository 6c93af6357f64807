import { useId } from 'react'
import { ColourInput } from './colour_input.tsx'
import classes from './colour_settings.module.css'

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

/** The accent: one of eight, picked, or typed. */
export function AccentSetting(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props
  const name = useId()
  return (
    <div className={classes.accent}>
      <ColourInput label="Accent" setting="appearance.accent" value={value} onChange={onChange} />
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
            onChange={() => onChange(one.colour)}
          />
        ))}
      </div>
    </div>
  )
}
