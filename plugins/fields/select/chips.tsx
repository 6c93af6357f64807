import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type Line, SearchBox, type SearchedProps, useLines } from './search.tsx'

/** What stands for every option of the list, as in `respond.tsx`: a late file shares no module with the page but the kit's. */
const ALL = '*'

/** So many of what is chosen are shown, each with a button that takes it back. */
const SHOWN = 50

/** Something that is chosen: an option, or a text of one's own. */
interface Chip {
  id: string
  label: string
  written?: true
}

/** Several of many options, searched. What is chosen stands below, in the order in which it was chosen. */
export function Chips(props: SearchedProps) {
  const { block, name, isFull, set, tick, t } = props
  const { all, allLabel, mostOwn, options, other } = block.settings
  const raw = useMemo(() => props.raw ?? { options: [], other: '' }, [props.raw])
  const place = useRef<HTMLDivElement>(null)
  useName(place)
  const chosen = useMemo(() => new Set(raw.options), [raw])
  const every = all ? options.flatMap(({ id }) => (isFull(props, id) ? [] : id)) : []
  const isAll = every.length > 0 && every.every((id) => chosen.has(id))
  const known = useLines(props)
  const lines = useMemo(() => {
    // one writes into the field: a line to tick first is not needed
    const options = known.filter(({ id }) => id !== 'other')
    return all ? [{ id: ALL, label: allLabel }, ...options] : options
  }, [all, allLabel, known])
  const written = useMemo(() => {
    const texts = mostOwn > 1 ? raw.other.split('\n') : [raw.other]
    return chosen.has('other') ? texts.filter((text) => text.trim() !== '') : []
  }, [raw, chosen, mostOwn])
  const write = (texts: readonly string[]) =>
    set({ ...tick(raw, 'other', texts.length > 0), other: texts.join('\n') })
  const add = (text: string) => {
    const isNew = written.every((one) => one.toLowerCase() !== text.toLowerCase())
    if (isNew) write([...written, text])
  }
  const chips = useChips(raw.options, known, written)
  const takeBack = ({ id, label, written: isWritten }: Chip) =>
    isWritten ? write(written.filter((text) => text !== label)) : set(tick(raw, id, false, every))
  const choose = ({ id }: Line) => set(tick(raw, id, id === ALL ? !isAll : !chosen.has(id), every))
  return (
    <div ref={place}>
      <input type="hidden" name={`${name}.other`} value={written.join('\n')} />
      {raw.options.map((id) => (
        <input type="hidden" key={id} name={name} value={id} />
      ))}
      <SearchBox
        {...props}
        lines={lines}
        said=""
        several
        isChosen={(id) => (id === ALL ? isAll : chosen.has(id))}
        choose={choose}
        write={other && written.length < mostOwn ? add : undefined}
        emptied={() => {
          const last = chips.at(-1)
          if (last) takeBack(last)
        }}
      >
        {t('chosen', { count: chips.length })}
      </SearchBox>
      <Chosen
        {...props}
        chips={chips}
        takeBack={(chip) => {
          // the button goes with what it takes back
          place.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
          takeBack(chip)
        }}
      />
    </div>
  )
}

/** Calls the field what the question says: the name is that of the group, and not of the field in it. */
function useName(place: RefObject<HTMLElement | null>): void {
  // whenever it is drawn: answers may stand in it
  useEffect(() => {
    const legend = place.current?.closest('fieldset')?.querySelector('legend')?.cloneNode(true)
    if (!(legend instanceof Element)) return
    legend.querySelectorAll('[aria-hidden]').forEach((sign) => sign.remove())
    place.current
      ?.querySelector('[role=combobox]')
      ?.setAttribute('aria-label', (legend.textContent ?? '').trim())
  })
}

/** What is chosen, then what is written. */
function useChips(
  options: readonly string[],
  lines: readonly Line[],
  written: readonly string[],
): readonly Chip[] {
  const labels = useMemo(() => new Map(lines.map(({ id, label }) => [id, label])), [lines])
  return [
    ...options.flatMap((id) => {
      const label = id === 'other' && written.length > 0 ? undefined : labels.get(id)
      return label === undefined ? [] : { id, label }
    }),
    ...written.map((text): Chip => ({ id: ` ${text}`, label: text, written: true })),
  ]
}

function Chosen({
  chips,
  takeBack,
  disabled,
  t,
}: SearchedProps & { chips: readonly Chip[]; takeBack: (chip: Chip) => void }) {
  if (chips.length === 0) return null
  return (
    <ul className="fw-chips" aria-label={t('chosen', { count: chips.length })}>
      {chips.slice(0, SHOWN).map((chip) => (
        <li key={chip.id}>
          <span>{chip.label}</span>
          <button
            type="button"
            disabled={disabled}
            aria-label={t('take-back', { label: chip.label })}
            onClick={() => takeBack(chip)}
          >
            ×
          </button>
        </li>
      ))}
      {chips.length > SHOWN && <li>{t('more', { count: chips.length - SHOWN })}</li>}
    </ul>
  )
}
