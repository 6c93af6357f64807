import { useEffect, useRef, useState, type RefObject } from 'react'
import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps, Translate } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import answers, { type Raw, type Unsent } from './answer.ts'
import type { Settings } from './field.ts'
import { sizeText } from './size.ts'
import { typeNames } from './types.ts'
import './respond.css'

type Props = ControlProps<Settings, FileReference[], Raw>

/** A file that this page still has at hand. */
interface Transfer {
  file: File
  /** how much of it was sent; absent while it is not under way */
  share?: number
  /** why it is not under way any more */
  error?: string
  stop: AbortController
}

export default function Files(props: Props) {
  const { block, id, raw = [], describedBy, upload, focus, t } = props
  const { accept, maxCount } = block.settings
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const leave = useFocusAfterRow(box, input)
  const { transfers, room, start, again, drop } = useTransfers(props, (row) => {
    if (box.current?.querySelectorAll('li')[row]?.contains(document.activeElement)) leave(row)
  })
  const live = upload !== undefined
  const take = () => {
    const chosen = input.current?.files
    if (!live || !input.current || !chosen?.length) return
    start([...chosen])
    // The chosen file must not be posted a second time with the form.
    input.current.value = ''
  }
  const taking = useRef(take)
  taking.current = take
  // Some may have been chosen before the page came alive.
  useEffect(() => taking.current(), [live])
  return (
    <div className="fw-file" ref={box}>
      <ul className="fw-files" hidden={raw.length === 0} aria-label={t('files')}>
        {raw.map((item, row) => {
          const dropRow = () => {
            leave(row)
            drop(item)
          }
          if ('id' in item)
            return <StoredFile key={item.id} {...props} item={item} drop={live ? dropRow : undefined} />
          const againRow = () => {
            leave(row)
            again(item.key)
          }
          const transfer = transfers.get(item.key)
          return (
            <UnsentFile
              key={item.key}
              item={item}
              transfer={transfer}
              t={t}
              again={againRow}
              drop={dropRow}
            />
          )
        })}
      </ul>
      {/* Closed where files are there already: beside them the browser's "No file chosen" would deny it. */}
      <details open={live || raw.length === 0}>
        <summary hidden={live || raw.length === 0 || room <= 0}>{t('another')}</summary>
        <div className="fw-file-box">
          <input
            {...inputProps(props)}
            className="fw-file-input"
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
}

/** A file that the server has. */
function StoredFile({ item, name, disabled, focus, t, drop }: StoredProps) {
  return (
    <li className="fw-card fw-file-item">
      <input type="hidden" name={name} value={JSON.stringify(item)} disabled={disabled} />
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
  transfer: Transfer | undefined
  t: Translate
  again(): void
  drop(): void
}

/** A file that is on its way, or what happened to it and what can be done about it. */
function UnsentFile({ item: { unsent, said }, transfer, t, again, drop }: UnsentProps) {
  const share = transfer?.share
  const sending = share !== undefined
  return (
    <li className="fw-card fw-file-item" aria-busy={sending}>
      <span className="fw-file-name">{unsent}</span>
      {sending ? (
        <progress
          className="fw-progress"
          max={1}
          value={share}
          aria-label={t('progress', { name: unsent })}
        />
      ) : (
        <span className="fw-problem" role="alert">
          {transfer?.error ?? said}
        </span>
      )}
      {transfer && !sending && (
        <button
          type="button"
          className="fw-quiet"
          // the first to come to when the field is to be put right
          tabIndex={0}
          onClick={again}
          aria-label={t('again', { name: unsent })}
        >
          {t('again.short')}
        </button>
      )}
      <button
        type="button"
        className="fw-quiet"
        tabIndex={0}
        onClick={drop}
        aria-label={t(sending ? 'cancel' : 'remove', { name: unsent })}
      >
        {t(sending ? 'cancel.short' : 'remove.short')}
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
 * Sends chosen files at once. Until the server has a file the answer says that it is not sent, so that the form is not
 * sent without it unless the person takes it back; also after a reload, which takes the file from the page's hands.
 * `arrives` is told when a row is about to become that of a stored file.
 */
function useTransfers({ block, raw = [], set, upload, t }: Props, arrives: (row: number) => void) {
  const { maxCount } = block.settings
  const [, draw] = useState({})
  const transfers = useRef(new Map<string, Transfer>()).current
  const held = useRef(raw)
  held.current = raw

  const change = (next: Raw): void => {
    held.current = next
    set(next)
  }
  const isHere = (item: Raw[number]) => 'id' in item || transfers.get(item.key)?.share !== undefined
  const room = () => maxCount - held.current.filter(isHere).length

  const send = (key: string, file: File): void => {
    const stop = new AbortController()
    const transfer: Transfer = { file, share: 0, stop }
    transfers.set(key, transfer)
    draw({})
    upload?.(
      file,
      (share) => {
        transfer.share = share
        draw({})
      },
      stop.signal,
    ).then(
      (reference) => {
        if (stop.signal.aborted) return
        transfers.delete(key)
        arrives(held.current.findIndex((item) => keyOf(item) === key))
        change(
          maxCount === 1 ? [reference] : held.current.map((item) => (keyOf(item) === key ? reference : item)),
        )
      },
      (reason: unknown) => {
        if (stop.signal.aborted) return
        transfer.share = undefined
        transfer.error = reason instanceof Error ? reason.message : t('failed')
        draw({})
      },
    )
  }

  const drop = (dropped: Raw[number]): void => {
    const key = keyOf(dropped)
    transfers.get(key)?.stop.abort()
    transfers.delete(key)
    change(held.current.filter((item) => keyOf(item) !== key))
  }
  const tooMany = () => t('problem.too-many', { max: maxCount, count: maxCount })
  const again = (key: string): void => {
    const transfer = transfers.get(key)
    if (!transfer) return
    if (maxCount === 1 || room() > 0) return send(key, transfer.file)
    transfer.error = tooMany()
    draw({})
  }

  const start = (files: File[]): void => {
    const names = new Set(files.map((file) => file.name))
    for (const item of held.current) {
      // Where one file is wanted, a new one takes the place of any other. A file that is chosen once more, after a
      // reload took it from the page, is the one that was not sent.
      if (!('id' in item) && (maxCount === 1 || (names.has(item.unsent) && !transfers.has(item.key))))
        drop(item)
    }
    const refused = files.map((file) => refusal(file, block.settings, t))
    const fit = files.filter((_, index) => refused[index] === undefined)
    const surplus = fit.splice(maxCount === 1 ? 1 : Math.max(0, room()))
    const going = fit.map((file) => ({ file, item: unsent(file.name, t('unfinished')) }))
    change([
      ...held.current,
      ...files.flatMap((file, index) => (refused[index] ? unsent(file.name, refused[index]) : [])),
      ...going.map(({ item }) => item),
      // However many there are, they are taken back at once.
      ...(surplus.length > 0 ? [unsent(surplus.map((file) => file.name).join(', '), tooMany())] : []),
    ])
    for (const { file, item } of going) send(item.key, file)
  }
  useEffect(() => () => transfers.forEach(({ stop }) => stop.abort()), [transfers])
  return { transfers, room: room(), start, again, drop }
}

/** Why a file is not even begun; absent where it may go. */
function refusal({ name, size, type }: File, settings: Settings, t: Translate): string | undefined {
  // Browsers know few types: without one the server judges by content.
  const judged = type || settings.accept.find((one) => !one.startsWith('.')) || '?'
  const [problem] = answers.validate([{ id: '', name, size, type: judged }], settings, NOWHERE)
  return problem && t(`problem.${problem.code}.${problem.params?.reason}`, problem.params)
}

/** Files are judged the same everywhere and always. */
const NOWHERE = { locale: '', now: 0, source: 'form', required: false } as const

const keyOf = (item: Raw[number]) => ('id' in item ? item.id : item.key)

/** Its key is a number that no other has, in this page or in the one before a reload. */
const unsent = (name: string, said: string): Unsent => ({ unsent: name, key: `${Math.random()}`, said })
