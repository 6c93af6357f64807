import type { ReactNode } from 'react'
import ClearChoice from '@formwright/kit/clear_choice'
import type { ControlProps } from '@formwright/kit/control'
import { BLACK, CLEAR, OWN, type Raw } from './answer.ts'
import type { Settings } from './field.ts'
import Swatch from './swatch.tsx'
import './respond.css'

type Props = ControlProps<Settings, string, Raw>

const NOTHING: Raw = { ticked: '', own: '', alpha: '' }

/**
 * The colours of the palette, and one's own: a colour input counts only where its tick says so. With nothing else to choose
 * the tick is taken back as it was set.
 */
export default function Color(props: Props) {
  const { block, name, id, raw = NOTHING, describedBy, disabled, problems, set, t, Text } = props
  const { palette, free, alpha } = block.settings
  const several = palette.length > 0
  const own = raw.own || BLACK
  const opacity = raw.alpha || '255'
  const choice = (key: string, value: string, label: ReactNode) => (
    <label className="fw-choice" key={key}>
      <input
        className="fw-tick"
        type={several ? 'radio' : 'checkbox'}
        id={`${id}-${key}`}
        name={name}
        value={value}
        checked={raw.ticked === value}
        aria-describedby={describedBy}
        aria-invalid={(!several && problems.length > 0) || undefined}
        disabled={disabled}
        onChange={(event) => set({ ...raw, ticked: event.currentTarget.checked ? value : '' })}
      />
      {label}
    </label>
  )
  const input = (part: 'own' | 'alpha', value: string) => ({
    id: `${id}-${part}`,
    name: `${name}.${part}`,
    value,
    disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      set({ ...raw, ticked: OWN, [part]: event.currentTarget.value }),
  })
  return (
    <div className="fw-choices">
      {palette.map((item) =>
        choice(
          `tick-${item.id}`,
          item.color,
          <>
            <Swatch color={item.color} />
            <Text path={`palette.${item.id}.label`} value={item.label} as="span" />
          </>,
        ),
      )}
      {free && choice('other', OWN, <span className="text">{t(several ? 'own' : 'choose')}</span>)}
      {free && (
        <div className="fw-other fw-color">
          <input {...input('own', own)} className="fw-input" type="color" aria-label={t('pick')} />
          {alpha && (
            <label>
              {t('alpha')}{' '}
              <input
                {...input('alpha', opacity)}
                type="range"
                max={255}
                aria-valuetext={`${Math.round(+opacity / 2.55)} %`}
              />
            </label>
          )}
        </div>
      )}
      {several && <ClearChoice {...props} chosen={!!raw.ticked} value={CLEAR} clear={() => set(NOTHING)} />}
    </div>
  )
}
