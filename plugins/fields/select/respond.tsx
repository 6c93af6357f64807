import { type ReactNode, useMemo, useRef } from 'react'
import ClearChoice from '@formwright/kit/clear_choice'
import { inputProps, useLive } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import { ALL, CLEAR, type Raw } from './answer.ts'
import type { ComboboxProps, Props } from './combobox.tsx'
import type { Settings } from './field.ts'
import { shuffled } from './shuffle.ts'
import './respond.css'

type Option = Settings['options'][number]

const NOTHING: Raw = { options: [], other: '' }

/** More choices than these stand in pieces of half as many: on the canvas those out of sight are left out. */
const LONG = 50

export default function Select(props: Props) {
  const { appearance, multiple } = props.block.settings
  return appearance === 'dropdown' && !multiple ? <Dropdown {...props} /> : <Choices {...props} />
}

/** From so many options on they are searched by what one types, once that has come. */
const SEARCHED = 20

function Dropdown(props: Props) {
  const { block, set, t } = props
  const { none, noneLabel, other, otherLabel } = block.settings
  const raw = props.raw ?? NOTHING
  const chosen = raw.options[0] ?? ''
  const groups = groupsOf(useOrder(props))
  const others = [
    ...(other ? [{ id: 'other', label: otherLabel }] : []),
    ...(none ? [{ id: 'none', label: noneLabel }] : []),
  ]
  const select = (
    <select
      {...inputProps(props)}
      className="fw-input fw-select"
      value={chosen}
      onChange={({ currentTarget: { value } }) => set({ ...raw, options: value === '' ? [] : [value] })}
    >
      <option value="">{block.placeholder || t('choose')}</option>
      {groups.map(([group, members]) => {
        const own = members.map((option) => (
          <option key={option.id} value={option.id} disabled={isFull(props, option.id)}>
            {option.label}
            {leftOf(props, option.id) && ` – ${leftOf(props, option.id)}`}
          </option>
        ))
        return group === '' ? own : <optgroup key={group} label={group} children={own} />
      })}
      {others.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </select>
  )
  return (
    <>
      {block.settings.options.length < SEARCHED ? (
        select
      ) : (
        <Searched
          {...props}
          lines={[...groups.flatMap(([, members]) => members), ...others]}
          isFull={isFull}
          leftOf={leftOf}
        >
          {select}
        </Searched>
      )}
      {other && <OtherText {...props} ticked={chosen === 'other'} />}
    </>
  )
}

/** The select until somebody sees it, then the combobox. */
function Searched({ children, ...props }: ComboboxProps & { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./combobox.tsx'))
  return (
    <div ref={place} className={late ? undefined : 'fw-search'}>
      {late ? <late.Combobox {...props} /> : children}
    </div>
  )
}

function Choices(props: Props) {
  const { block, name, id, disabled, describedBy, problems, set, Text } = props
  const { all, allLabel, appearance, columns, multiple, none, noneLabel, other, otherLabel } = block.settings
  const raw = props.raw ?? NOTHING
  const live = useLive()
  const groups = groupsOf(useOrder(props))
  const every = block.settings.options.flatMap((option) => (isFull(props, option.id) ? [] : option.id))
  const chosen = new Set(raw.options)
  const choose = (option: string, ticked: boolean): void => {
    if (!multiple || (ticked && option === 'none')) return set({ ...raw, options: [option] })
    const rest = raw.options.filter((one) => (option === ALL ? one === 'other' : one !== option))
    const own = option === ALL ? every : [option]
    set({ ...raw, options: ticked ? [...rest.filter((one) => one !== 'none'), ...own] : rest })
  }
  const choice = (path: string, { id: option, label, picture, alt = '' }: Option) => (
    <label className="fw-choice" key={option}>
      {appearance === 'pictures' && picture && <img src={picture.src} alt={alt} loading="lazy" />}
      <input
        className="fw-tick"
        type={multiple ? 'checkbox' : 'radio'}
        // The part `other` is its text.
        id={option === 'other' ? `${id}-tick-other` : `${id}-${option}`}
        name={name}
        value={option}
        // Without a script it could not be taken back by one of the others.
        checked={option === ALL ? live && every.every((one) => chosen.has(one)) : chosen.has(option)}
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
      {groups.map(([group, members], index) => (
        <div
          className={`fw-choices fw-columns-${columns}`}
          key={index}
          role={group ? 'group' : undefined}
          aria-label={group || undefined}
        >
          {group && (
            <div className="fw-group" aria-hidden>
              {group}
            </div>
          )}
          {members.map((option) => choice(`options.${option.id}.label`, option))}
        </div>
      ))}
      {other && choice('otherLabel', { id: 'other', label: otherLabel })}
      {other && <OtherText {...props} ticked={chosen.has('other')} />}
      {none && choice('noneLabel', { id: 'none', label: noneLabel })}
      {!multiple && (
        <ClearChoice {...props} chosen={raw.options.length > 0} value={CLEAR} clear={() => set(NOTHING)} />
      )}
    </div>
  )
}

/** The options under their headings, in the order of the first of each; of a long list without any, in pieces. */
function groupsOf(options: Option[]): [group: string, Option[]][] {
  const size = options.length > LONG ? LONG / 2 : LONG
  const groups = new Map<string | number, [string, Option[]]>()
  options.forEach((option, index) => {
    const { group = '' } = option
    const name = group || Math.floor(index / size)
    const members = groups.get(name)?.[1] ?? []
    members.push(option)
    groups.set(name, [group, members])
  })
  return [...groups.values()]
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
function OtherText({
  block,
  name,
  id,
  problems,
  disabled,
  set,
  t,
  ticked,
  ...props
}: Props & { ticked: boolean }) {
  const raw = props.raw ?? NOTHING
  const live = useLive()
  return (
    <input
      className="fw-input fw-other"
      type="text"
      id={`${id}-other`}
      name={`${name}.other`}
      value={raw.other}
      hidden={live && !ticked}
      placeholder={t('other.placeholder')}
      aria-label={t('other', { label: block.settings.otherLabel })}
      aria-invalid={problems.some(({ part }) => part === 'other') || undefined}
      disabled={disabled}
      onChange={(event) => {
        const rest = block.settings.multiple
          ? raw.options.filter((one) => one !== 'none' && one !== 'other')
          : []
        set({ options: [...rest, 'other'], other: event.currentTarget.value })
      }}
    />
  )
}

/** The options as this person sees them: shuffled once the page is live, the same for the whole visit. */
function useOrder({ block: { id, settings }, seed }: Props): Option[] {
  const { options, shuffle } = settings
  return useMemo(
    () => (shuffle && seed !== undefined ? shuffled(options, `${seed} ${id}`) : options),
    [options, shuffle, seed, id],
  )
}
