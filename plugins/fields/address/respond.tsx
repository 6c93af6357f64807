import { useEffect, useMemo, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { type Answer, type PartName, PARTS } from './parts.ts'
import type { Settings } from './field.ts'
import { partsIn } from './judge.ts'
import { countryNames } from './names.ts'
import './respond.css'

type Props = ControlProps<Settings, Answer, Answer>

/** What browsers fill in. */
const TOKENS: Readonly<Record<PartName, string>> = {
  country: 'country',
  street: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
}

/** Parts that stand beside each other where there is room. */
const SHORT: readonly string[] = ['city', 'region', 'postcode']

/**
 * The parts of an address in the order of its country: the default one's, until another is chosen. What is filled in or asked
 * for besides stays, whether that country has it or not: nothing that was typed is lost or sent unseen.
 */
export default function Address(props: Props) {
  const { block, raw = {}, problems, set, t, id, name } = props
  const { askCountry, country: home } = block.settings
  const country = raw.country ?? home ?? ''
  const format = useFormat(country, block.settings)
  const region = format.split(' ')[1]?.replace('-', 'region')
  const order = partsIn(format)
  const others = PARTS.filter(
    (one) =>
      one !== 'country' &&
      !order.some(({ part }) => part === one) &&
      (raw[one] !== undefined || problems.some((problem) => problem.part === one)),
  )
  const part = (one: PartName, wanted: boolean) => {
    const control = {
      ...inputProps({
        ...props,
        block: { ...block, required: block.required && wanted },
        id: `${id}-${one}`,
        name: `${name}.${one}`,
        // of an address that is missing each part that it needs
        problems: problems.filter(
          (problem) => (problem.part ?? (wanted && !{ ...raw, country }[one] && one)) === one,
        ),
      }),
      autoComplete: TOKENS[one],
      onChange: (event: { currentTarget: { value: string } }) =>
        set({ ...raw, [one]: event.currentTarget.value }),
    }
    return (
      <div key={one} className={SHORT.includes(one) ? 'fw-part' : 'fw-part fw-whole'}>
        <label htmlFor={`${id}-${one}`}>{t(one === 'region' ? `region.${region}` : one)}</label>
        {one === 'country' ? (
          <Countries {...props} control={control} value={country} />
        ) : (
          <input {...control} value={raw[one] ?? ''} />
        )}
      </div>
    )
  }
  return (
    <div className="fw-parts">
      {askCountry && part('country', true)}
      {order.map(({ part: one, wanted }) => part(one, wanted))}
      {others.map((one) => part(one, false))}
    </div>
  )
}

function Countries({ block, locale, t, control, value }: Props & { control: object; value: string }) {
  const { codes } = block.settings
  const all = useMemo(() => {
    const names = countryNames(locale)
    const { locale: known } = names.resolvedOptions()
    const named = codes.split(' ').map((code) => [code, names.of(code) ?? code] as const)
    return named.sort(([, one], [, other]) => one.localeCompare(other, known))
  }, [codes, locale])
  return (
    <select {...control} className="fw-input fw-select" value={value}>
      <option value="">{t('choose')}</option>
      {all.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** How the addresses of a country are written; that of the default one until it is known. */
function useFormat(country: string, settings: Settings): string {
  const { country: home, home: format } = settings
  const [formats, setFormats] = useState<typeof import('./formats.ts')>()
  const other = country !== (home ?? '')
  useEffect(() => {
    if (other) void import('./formats.ts').then(setFormats, () => undefined)
  }, [other])
  return other && formats ? formats.formatOf(country, settings) : format
}
