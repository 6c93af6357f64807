import { type ChangeEvent, type ReactNode, useMemo, useRef } from 'react'
import ClearChoice from '@formwright/kit/clear_choice'
import { inputProps, useLive } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import { CLEAR, NOTHING, type Raw } from './answer.ts'
import type { Settings } from './field.ts'
import type { Props } from './search.tsx'
import { shuffled } from './shuffle.ts'
import './respond.css'

type Option = Settings['options'][number]

/** The box that ticks every option of the list. */
const ALL = '*'

export default function Select(props: Props) {
  const { appearance, multiple, options, other } = props.block.settings
  const dropdown = appearance === 'dropdown'
  const single = dropdown && !multiple
  const Shown = single ? Dropdown : Choices
  const shown = <Shown {...props} />
  return (
    <>
      {/* so many are searched by what one types, once that has come */}
      {dropdown && options.length >= 20 ? <Searched {...props} plain={shown} /> : shown}
      {single && other && <OtherText {...props} />}
    </>
  )
}

function Dropdown(props: Props) {
  const { block, set, t } = props
  const raw = props.raw ?? NOTHING
  const drawn = (option: Option) => (
    <option key={option.id} value={option.id} disabled={isFull(props, option.id)}>
      {[option.label, leftOf(props, option.id)].filter(Boolean).join(' – ')}
    </option>
  )
  return (
    <select
      {...inputProps(props)}
      className="fw-input fw-select"
      value={raw.options[0] ?? ''}
      onChange={({ currentTarget: { value } }) => set({ ...raw, options: value === '' ? [] : [value] })}
    >
      <option value="">{block.placeholder || t('choose')}</option>
      {useGroups(props).map(([group, members]) => {
        const own = members.map(drawn)
        return group === '' ? own : <optgroup key={group} label={group} children={own} />
      })}
      {othersOf(props).map(drawn)}
    </select>
  )
}

/** What is plain until somebody sees it, then what is searched. */
function Searched(props: Props & { plain: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./searched.tsx'))
  return (
    <div ref={place} className={late ? undefined : 'fw-search'}>
      {late ? <late.Searched {...props} {...{ useGroups, othersOf, isFull, leftOf, tick }} /> : props.plain}
    </div>
  )
}

function Choices(props: Props) {
  const { block, name, id, disabled, describedBy, problems, set, Text } = props
  const { all, allLabel, appearance, columns, multiple } = block.settings
  const raw = props.raw ?? NOTHING
  const live = useLive()
  const every = block.settings.options.flatMap((option) => (isFull(props, option.id) ? [] : option.id))
  // of one the first, as in a dropdown, where something is written at Other besides
  const chosen = new Set(multiple ? raw.options : raw.options.slice(0, 1))
  const choose = (option: string, on: boolean) =>
    set(multiple ? tick(raw, option, on, every) : { ...raw, options: [option] })
  const choice = (path: string, { id: option, label, picture, alt = '' }: Option) => (
    <label className="fw-choice" key={option}>
      {appearance === 'pictures' && picture && <img src={picture.src} alt={alt} loading="lazy" />}
      <input
        className="fw-tick"
        type={multiple ? 'checkbox' : 'radio'}
        // The part `other` is its text.
        id={option === 'other' ? `${id}-tick-other` : `${id}-${option}`}
        name={name}
        // Without a script it posts what it stands for.
        value={option === ALL ? every.join() : option}
        // Without a script it could not be taken back by one of the others.
        checked={
          option === ALL ? live && !!every[0] && every.every((one) => chosen.has(one)) : chosen.has(option)
        }
        aria-describedby={describedBy}
        aria-invalid={(multiple && problems.length > 0) || undefined}
        disabled={disabled || isFull(props, option)}
        onChange={(event) => choose(option, event.currentTarget.checked)}
      />
      <Text path={path} value={label} as="span" />
      <small className="fw-left">{leftOf(props, option)}</small>
    </label>
  )
  return (
    <div className="fw-choices">
      {multiple && all && choice('allLabel', { id: ALL, label: allLabel })}
      {useGroups(props).map(([group, members], index) => (
        <div
          className={`fw-choices fw-columns-${columns}`}
          key={index}
          {...(group && { role: 'group', 'aria-label': group })}
        >
          {group && (
            <div className="fw-group" aria-hidden>
              {group}
            </div>
          )}
          {members.map((option) => choice(`options.${option.id}.label`, option))}
        </div>
      ))}
      {othersOf(props).map((option) => [
        choice(`${option.id}Label`, option),
        option.id === 'other' && <OtherText {...props} key="text" />,
      ])}
      {!multiple && (
        <ClearChoice {...props} chosen={raw.options.length > 0} value={CLEAR} clear={() => set(NOTHING)} />
      )}
    </div>
  )
}

/** What is chosen once one of several is ticked or no longer is. None excludes the others; All is every one of the list. */
function tick(raw: Raw, option: string, on: boolean, every: readonly string[] = []): Raw {
  if (on && option === 'none') return { ...raw, options: [option] }
  const rest = raw.options.filter((one) => (option === ALL ? one === 'other' : one !== option))
  const own = option === ALL ? every : [option]
  return { ...raw, options: on ? [...rest.filter((one) => one !== 'none'), ...own] : rest }
}

/**
 * The options as this person sees them, under their headings, in the order of the first of each; those without any in
 * pieces. They are shuffled once the page is live, the same for the whole visit.
 */
function useGroups({ block: { id, settings }, seed }: Props): [group: string, Option[]][] {
  const { options, shuffle } = settings
  return useMemo(() => {
    const groups = new Map<string | number, [string, Option[]]>()
    const order = shuffle && seed ? shuffled(options, `${seed} ${id}`) : options
    order.forEach((option, index) => {
      const { group = '' } = option
      // whole lines, whatever the columns: on the canvas pieces out of sight are left out
      const name = group || Math.floor(index / 24)
      const members = groups.get(name)?.[1] ?? []
      members.push(option)
      groups.set(name, [group, members])
    })
    return [...groups.values()]
  }, [options, shuffle, seed, id])
}

/** What can be chosen besides the options of the list. */
function othersOf({ block: { settings } }: Props): Option[] {
  const { other, otherLabel, none, noneLabel } = settings
  const others = [other && { id: 'other', label: otherLabel }, none && { id: 'none', label: noneLabel }]
  return others.filter((option) => !!option)
}

/** What is full cannot be chosen any more; who had chosen it can still take it back. */
function isFull({ left, raw = NOTHING }: Props, option: string): boolean {
  return left?.[option] === 0 && !raw.options.includes(option)
}

/** How many are left of an option, where it says so. */
function leftOf({ block, left, t }: Props, option: string): string {
  const count = left?.[option]
  if (count === 0) return t('full')
  return count && block.settings.showLeft ? t('left', { count }) : ''
}

/** The text of "Other". Without JavaScript it is always there; live it comes and goes with the choice. */
function OtherText({ block, name, id, problems, disabled, set, t, raw = NOTHING }: Props) {
  const live = useLive()
  const { multiple, mostOwn, otherLabel } = block.settings
  const several = multiple && mostOwn > 1
  const Text = several ? 'textarea' : 'input'
  const hidden = live && !raw.options.includes('other')
  return (
    <Text
      className="fw-input fw-other"
      id={`${id}-other`}
      name={`${name}.other`}
      // What cannot be seen is not posted, nor brought back by the browser as if it had been typed.
      value={hidden ? '' : raw.other}
      hidden={hidden}
      placeholder={t(several ? 'own.placeholder' : 'other.placeholder')}
      aria-label={t('other', { label: otherLabel })}
      aria-invalid={problems.some(({ part }) => part === 'other') || undefined}
      disabled={disabled}
      onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const other = event.currentTarget.value
        set({ ...(multiple ? tick(raw, 'other', true) : { options: ['other'] }), other })
      }}
    />
  )
}
