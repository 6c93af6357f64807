import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps, Translate } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import answers, { type Raw, type Unsent } from './answer.ts'
import type { Settings } from './field.ts'
import { sizeText } from './size.ts'
import type { Transfers } from './transfers.tsx'
import { typeNames } from './types.ts'
import './respond.css'

type Props = ControlProps<Settings, FileReference[], Raw>

export default function Files(props: Props) {
  const { block, id, raw = [], describedBy, upload, focus, t } = props
  const { accept, maxCount } = block.settings
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const leave = useFocusAfterRow(box, input)
  const sending = useTransfers(props, (row) => {
    if (box.current?.querySelectorAll('li')[row]?.contains(document.activeElement)) leave(row)
  })
  const { atHand, transfers, drop } = sending
  const live = upload !== undefined
  const transferOf = (item: Raw[number]) => ('id' in item ? undefined : transfers?.byKey.get(item.key))
  const room = maxCount - raw.filter((item) => 'id' in item || transferOf(item)?.share !== undefined).length
  const take = () => {
    const chosen = input.current?.files
    if (!live || !input.current || !chosen?.length) return
    // The chosen file must not be posted a second time with the form.
    if (sending.take([...chosen])) input.current.value = ''
  }
  const taking = useRef(take)
  taking.current = take
  // Some may have been chosen before the page came alive.
  useEffect(() => taking.current(), [live, transfers])
  return (
    <div className="fw-file" ref={box}>
      <ul className="fw-files" hidden={raw.length === 0} aria-label={t('files')}>
        {raw.map((item, index) => {
          const dropRow = () => {
            leave(index)
            drop(item)
          }
          if ('id' in item) {
            const file = transfers?.sent.get(item.id)
            return (
              <StoredFile key={item.id} {...props} item={item} drop={live ? dropRow : undefined}>
                {atHand && file && <atHand.Picture file={file} t={t} />}
              </StoredFile>
            )
          }
          const transfer = transferOf(item)
          const row = { item, t, drop: dropRow }
          if (!atHand || !transfer) return <UnsentFile key={item.key} {...row} />
          const againRow = () => {
            leave(index)
            transfers?.again(item.key)
          }
          return <atHand.TransferRow key={item.key} {...row} transfer={transfer} again={againRow} />
        })}
      </ul>
      {/* Closed where files are there already: beside them the browser's "No file chosen" would deny it. */}
      <details open={live || raw.length === 0}>
        <summary hidden={live || raw.length === 0 || room <= 0}>{t('another')}</summary>
        <div className="fw-file-box">
          <input
            {...inputProps(props)}
            className="fw-file-input fw-picks"
            ref={input}
            type="file"
            accept={accept.join(',') || undefined}
            multiple={maxCount > 1}
            hidden={room <= 0}
            autoFocus={focus === id}
            aria-describedby={[describedBy, `${id}-limits`].filter(Boolean).join(' ')}
            onChange={take}
          />
          <p className="fw-limits" id={`${id}-limits`}>
            {limits(block.settings, t)}
          </p>
        </div>
      </details>
      {atHand && transfers && <atHand.Beside {...{ box, transfers, settings: block.settings, t }} />}
    </div>
  )
}

/** Leaving a row whose pressed button goes: on to what takes its place. */
function useFocusAfterRow(box: RefObject<HTMLElement | null>, input: RefObject<HTMLElement | null>) {
  const [left, setLeft] = useState<{ row: number }>()
  useEffect(() => {
    if (!left) return
    const rows = box.current?.querySelectorAll('li') ?? []
    const next = rows[left.row] ?? rows[rows.length - 1]
    ;(next?.querySelector('button') ?? input.current)?.focus()
  }, [left, box, input])
  return (row: number) => setLeft({ row })
}

type StoredProps = Props & {
  item: FileReference
  /** absent where the server takes it out of the answer */
  drop?: () => void
  /** what shows it */
  children: ReactNode
}

/** A file that the server has. */
function StoredFile({ item, name, disabled, focus, t, drop, children }: StoredProps) {
  return (
    <li className="fw-card fw-file-item">
      <input type="hidden" name={name} value={JSON.stringify(item)} disabled={disabled} />
      {children}
      <span className="fw-file-name">{item.name || item.id}</span>
      <span className="fw-file-size">{sizeText(item.size, t)}</span>
      <button
        type="submit"
        className="fw-quiet"
        name="_go"
        value={`remove:${item.id}`}
        formNoValidate
        disabled={disabled}
        autoFocus={focus === `remove:${item.id}`}
        aria-label={t('remove', { name: item.name })}
        onClick={(event) => {
          if (!drop) return
          event.preventDefault()
          drop()
        }}
      >
        {t('remove.short')}
      </button>
    </li>
  )
}

interface UnsentProps {
  item: Unsent
  t: Translate
  drop(): void
}

/** A file that this page does not have, and what happened to it. */
function UnsentFile({ item: { unsent, said }, t, drop }: UnsentProps) {
  return (
    <li className="fw-card fw-file-item">
      <span className="fw-file-name">{unsent}</span>
      <span className="fw-problem" role="alert">
        {said}
      </span>
      <button
        type="button"
        className="fw-quiet"
        tabIndex={0}
        onClick={drop}
        aria-label={t('remove', { name: unsent })}
      >
        {t('remove.short')}
      </button>
    </li>
  )
}

/** What may be sent, before anything was. */
function limits({ accept, maxCount, maxMegabytes }: Settings, t: Translate): string {
  const names = typeNames(accept).map((name) => (name === name.toUpperCase() ? name : t(`type.${name}`)))
  const last = names.pop()
  const types = names.length > 0 ? t('types', { list: names.join(t('types.comma')), last: `${last}` }) : last
  const size = t('size.megabytes', { size: maxMegabytes })
  const words =
    types === undefined
      ? t('limits', { count: maxCount, size })
      : t('limits.typed', { count: maxCount, size, types })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * What sends files, loaded once the control stands on a page. What is chosen before it has come is told as not sent yet, so
 * that the form is not sent without it.
 */
function useTransfers(props: Props, arrives: (row: number) => void) {
  const { block, raw = [], set, upload, t } = props
  const [atHand, setAtHand] = useState<typeof import('./at_hand.tsx')>()
  const [, draw] = useState({})
  const made = useRef<Transfers>(undefined)
  const load = () => void bring().then(setAtHand, () => undefined)
  const judge = (file: FileReference) => answers.validate([file], block.settings, NOWHERE)
  const held = { block, raw, set, upload, t, arrives, judge, draw: () => draw({}) }
  if (atHand && upload) made.current ??= atHand.transfersOf(held)
  const transfers = made.current
  transfers?.hold(held)
  useEffect(load, [])
  useEffect(() => () => made.current?.stop(), [])
  const take = (files: readonly File[]): boolean => {
    if (transfers) transfers.take(files)
    else {
      load()
      const said = t('unfinished')
      set([...raw, ...files.map(({ name }) => ({ unsent: name, key: `${Math.random()}`, said }))])
    }
    return transfers !== undefined
  }
  const drop = (item: Raw[number]) =>
    transfers ? transfers.drop(item) : set(raw.filter((other) => other !== item))
  return { atHand, transfers, take, drop }
}

const bring = () => import('./at_hand.tsx')

/** Files are judged the same everywhere and always. */
const NOWHERE = { locale: '', now: 0, source: 'form', required: false } as const
