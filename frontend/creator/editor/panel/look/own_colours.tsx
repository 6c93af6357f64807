import { useComputedColorScheme } from '@mantine/core'
import type { FormSettings } from '../../../../../engine/document/document.ts'
import { fixedScheme, lookColours, type Scheme } from '../../../../respondent/theme.ts'
import { ColourInput } from './colour_input.tsx'

type Appearance = FormSettings['appearance']
type Own = 'ground' | 'ink' | 'button'

const OWN: readonly { name: Own; label: string; drawnAs: 'ground' | 'ink' | 'fill' }[] = [
  { name: 'ground', label: 'Background', drawnAs: 'ground' },
  { name: 'ink', label: 'Text', drawnAs: 'ink' },
  { name: 'button', label: 'Buttons', drawnAs: 'fill' },
]

/** Colours beside the accent, and how they are drawn where they could not be read as they are. */
export function OwnColours(props: { look: Appearance; onChange: (patch: Partial<Appearance>) => void }) {
  const { look, onChange } = props
  const app = useComputedColorScheme('light')
  const scheme = fixedScheme(look) ?? app
  return OWN.map(({ name, label, drawnAs }) => (
    <ColourInput
      key={name}
      label={label}
      setting={`appearance.${name}`}
      value={look[name]}
      drawn={lookColours(look, scheme)[drawnAs]}
      said={correction(look, name)}
      onChange={(colour) => onChange({ [name]: colour })}
      onClear={() => onChange({ [name]: undefined })}
    />
  ))
}

/** How an own colour is drawn where that is not as it was chosen, in words. */
export function correction(look: Appearance, name: Own): string | undefined {
  const own = look[name]?.toLowerCase()
  if (own === undefined) return undefined
  const fixed = fixedScheme(look)
  const drawn = (fixed ? [fixed] : (['light', 'dark'] as const))
    .map((scheme): [Scheme, string | undefined] => [scheme, lookColours(look, scheme)[name]])
    .filter(([, colour]) => colour !== own)
    .map(([scheme, colour = '']) => (fixed ? colour.toUpperCase() : `${colour.toUpperCase()} in ${scheme}`))
  return drawn.length === 0 ? undefined : `Shown as ${drawn.join(' and ')}, so that it can be read.`
}
