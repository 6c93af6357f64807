import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { takeAnyDigits } from '@formwright/kit/any_digits'
import type { ControlProps } from '@formwright/kit/control'
import { type Answer, countOf, placedIn, placesOf, type Raw } from './answer.ts'
import { drag } from './drag.tsx'
import type { Settings } from './field.ts'
import { moved, type Order, stepOf } from './order.ts'
import './moves.css'

type Props = ControlProps<Settings, Answer, Raw>
type Item = Settings['items'][number]

/** Items in their order: dragged by the grip, moved by buttons or the arrow keys, or given a place by its number. */
export function Moves(props: Props) {
  const { block, raw = {}, disabled, set, t } = props
  const { items } = block.settings
  const box = useRef<HTMLDivElement>(null)
  const left = useRef<{ id: string; part: string }>(undefined)
  const [said, say] = useState('')
  const placed = placedIn(raw, block.settings)
  const rest = items.map(({ id }) => id).filter((id) => !placed.includes(id))
  const order: Order = { placed, rest, count: countOf(block.settings) }
  useEffect(() => {
    // a row that moved takes the focus along
    const { id, part } = left.current ?? {}
    left.current = undefined
    if (id === undefined) return
    const row = [...(box.current?.children ?? [])].find((one) => one.getAttribute('data-item') === id)
    const wanted = row?.querySelector<HTMLElement>(`[data-part="${part}"]:enabled`)
    ;(wanted ?? row?.querySelector<HTMLElement>('button:enabled'))?.focus()
  })
  useEffect(() => (box.current ? takeAnyDigits(box.current) : undefined), [])
  const put = (ids: readonly string[]) => set(placesOf(ids))
  const move = (item: Item, to: number, part?: string) => {
    const ids = moved(order, item.id, to)
    const place = ids.indexOf(item.id) + 1
    if (part) left.current = { id: item.id, part }
    say(place > 0 ? t('moved', { item: item.label, place, of: order.count }) : t('out', { item: item.label }))
    put(ids)
  }
  const step = (item: Item, by: -1 | 1, part: string) => {
    const to = stepOf(order, item.id, by)
    if (to !== undefined) move(item, to, part)
  }
  const shown = [...placed, ...rest].flatMap((id) => items.find((item) => item.id === id) ?? [])
  return (
    <>
      <div className="fw-choices" ref={box}>
        {shown.map((item, index) => (
          <Row key={item.id} {...props} item={item} order={order} step={step} move={move}>
            <span
              className="fw-grip"
              aria-hidden="true"
              onPointerDown={(event: PointerEvent<HTMLElement>) => {
                if (disabled || event.button !== 0) return
                drag(event.currentTarget, event.pointerId, event.pageY, index, (to) => move(item, to))
              }}
            />
          </Row>
        ))}
      </div>
      <Whole {...props} order={order} put={put} />
      <p className="fw-said" role="status">
        {said}
      </p>
    </>
  )
}

interface RowProps extends Props {
  item: Item
  order: Order
  step(item: Item, by: -1 | 1, part: string): void
  move(item: Item, to: number, part: string): void
  children: ReactNode
}

/** One item: its place, what moves it. */
function Row(props: RowProps) {
  const { item, order, step, id, t, Text, disabled } = props
  const index = order.placed.indexOf(item.id)
  const button = (part: 'up' | 'down', by: -1 | 1) => (
    <button
      type="button"
      className={`fw-${part}`}
      data-part={part}
      aria-label={t(part, { item: item.label })}
      disabled={disabled || stepOf(order, item.id, by) === undefined}
      onClick={() => step(item, by, part)}
    />
  )
  return (
    <div
      className={index < 0 ? 'fw-card fw-rank' : 'fw-card fw-rank fw-ranked'}
      data-item={item.id}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
        if (by === undefined || disabled) return
        event.preventDefault()
        step(item, by, event.target instanceof HTMLInputElement ? 'place' : by < 0 ? 'up' : 'down')
      }}
    >
      <label htmlFor={`${id}-${item.id}`}>
        <Place {...props} place={index + 1} />
        <Text path={`items.${item.id}.label`} value={item.label} as="span" />
      </label>
      {button('up', -1)}
      {button('down', 1)}
      {props.children}
    </div>
  )
}

/** The place of an item as a number: typed, it is taken once that is done. */
function Place({ item, order, move, place, ...props }: RowProps & { place: number }) {
  const { id, name, problems, describedBy, disabled } = props
  const [typed, setTyped] = useState<string>()
  const stands = place > 0 ? String(place) : ''
  const take = () => {
    setTyped(undefined)
    const wanted = Number(typed)
    if (typed === undefined || typed === stands || !Number.isInteger(wanted)) return
    if (wanted > 0 && wanted <= order.count) move(item, wanted - 1, 'place')
    else if (typed === '' && order.rest.length > 0) move(item, order.placed.length, 'place')
  }
  return (
    <input
      className="fw-input fw-place"
      type="number"
      data-part="place"
      id={`${id}-${item.id}`}
      name={`${name}.${item.id}`}
      min={1}
      max={order.count}
      value={typed ?? stands}
      disabled={disabled}
      aria-invalid={problems.some(({ part }) => part === item.id) || undefined}
      aria-describedby={describedBy}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}

/** Says that the order as it stands is meant, or takes the whole answer back. */
function Whole({
  block,
  disabled,
  t,
  order,
  put,
}: Props & { order: Order; put(ids: readonly string[]): void }) {
  const { placed, rest, count } = order
  const asked = placed.length === 0 && rest.length === count
  if (disabled || (!asked && (placed.length === 0 || block.required))) return null
  return (
    <button
      type="button"
      className="fw-clear"
      onClick={(event) => {
        // The button may go.
        event.currentTarget.closest('fieldset')?.querySelector('input')?.focus()
        put(asked ? rest : [])
      }}
    >
      {t(asked ? 'keep' : 'clear')}
    </button>
  )
}
