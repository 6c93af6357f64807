import { useEffect, useRef, useState } from 'react'
import type { FileReference } from '../../kit/answer.ts'
import type { ControlProps } from '../../kit/control.ts'
import { isAccepted, type Raw } from './answer.ts'
import type { Settings } from './field.ts'

type Props = ControlProps<Settings, FileReference[], Raw>

/** A file that is being sent, or could not be. */
interface Transfer {
  key: number
  file: File
  share: number
  error: string | undefined
  stop: AbortController
}

export default function Files(props: Props) {
  const { block, name, id, raw, problems, describedBy, disabled, upload, t } = props
  const { accept, maxCount, maxMegabytes } = block.settings
  const files = storedIn(raw)
  const { transfers, start, stop } = useTransfers(props)
  const full = files.length + transfers.length >= maxCount && maxCount > 1
  const input = useRef<HTMLInputElement>(null)
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
    <div className="fw-file">
      <ul className="fw-files" hidden={files.length + transfers.length === 0} aria-label={t('files')}>
        {files.map((file) => (
          <li key={file.id} className="fw-file-item">
            <input type="hidden" name={name} value={JSON.stringify(file)} disabled={disabled} />
            <span className="fw-file-name">{file.name || file.id}</span>
            <span className="fw-file-size">{sizeText(file.size, t)}</span>
            <button
              type="submit"
              className="fw-quiet"
              name="_go"
              value={`remove:${file.id}`}
              formNoValidate
              disabled={disabled}
              aria-label={t('remove', { name: file.name })}
              onClick={(event) => {
                if (!live) return
                event.preventDefault()
                props.set((raw ?? []).filter((one) => !('id' in one) || one.id !== file.id))
              }}
            >
              {t('remove.short')}
            </button>
          </li>
        ))}
        {transfers.map(({ key, file, share, error }) => (
          <li key={key} className="fw-file-item" aria-busy={error === undefined}>
            <span className="fw-file-name">{file.name}</span>
            {error === undefined ? (
              <progress
                className="fw-progress"
                max={1}
                value={share}
                aria-label={t('progress', { name: file.name })}
              />
            ) : (
              <span className="fw-problem" role="alert">
                {error}
              </span>
            )}
            <button
              type="button"
              className="fw-quiet"
              onClick={() => stop(key)}
              aria-label={t('remove', { name: file.name })}
            >
              {t(error === undefined ? 'cancel' : 'remove.short')}
            </button>
          </li>
        ))}
      </ul>
      <input
        className="fw-input fw-file-input"
        ref={input}
        type="file"
        id={id}
        name={name}
        accept={accept.join(',') || undefined}
        multiple={maxCount > 1}
        hidden={live && full}
        disabled={disabled}
        aria-required={block.required || undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={[describedBy, `${id}-limits`].filter(Boolean).join(' ')}
        onChange={take}
      />
      <p className="fw-limits" id={`${id}-limits`}>
        {maxCount > 1
          ? t('limits.many', { count: maxCount, size: maxMegabytes })
          : t('limits.one', { size: maxMegabytes })}
      </p>
    </div>
  )
}

const storedIn = (raw: Raw | undefined): FileReference[] => (raw ?? []).filter((item) => 'id' in item)

/** Sends chosen files at once. While one is on its way the answer says so, so that the form waits for it. */
function useTransfers({ block, raw, set, upload, t }: Props) {
  const { accept, maxCount, maxMegabytes } = block.settings
  const [transfers, setTransfers] = useState<readonly Transfer[]>([])
  const stored = useRef<FileReference[]>([])
  const running = useRef<readonly Transfer[]>([])
  stored.current = storedIn(raw)

  const tell = (next: readonly Transfer[]): void => {
    running.current = next
    setTransfers(next)
    const open = next.filter(({ error }) => error === undefined)
    set([...stored.current, ...open.map(({ file }) => ({ uploading: file.name }))])
  }
  const update = (key: number, part: Partial<Transfer>): void => {
    running.current = running.current.map((one) => (one.key === key ? { ...one, ...part } : one))
    setTransfers(running.current)
  }
  const refusal = (file: File): string | undefined => {
    if (file.size > maxMegabytes * 1_000_000)
      return t('problem.max.size', { name: file.name, max: maxMegabytes })
    // Browsers know few types: without one the server judges by content.
    const known = file.type !== '' || accept.every((one) => one.startsWith('.'))
    return known && !isAccepted(file.name, file.type, accept)
      ? t('problem.not-allowed', { name: file.name, accept: accept.join(', ') })
      : undefined
  }

  const start = (files: File[]): void => {
    if (!upload) return
    const room = maxCount === 1 ? 1 : maxCount - stored.current.length - running.current.length
    if (maxCount === 1) running.current.forEach(({ stop }) => stop.abort())
    const kept = maxCount === 1 ? [] : running.current
    const added = files.slice(0, Math.max(0, room)).map((file, index): Transfer => {
      return { key: nextKey + index, file, share: 0, error: refusal(file), stop: new AbortController() }
    })
    nextKey += added.length
    tell([...kept, ...added])
    for (const { key, file, stop, error } of added) {
      if (error !== undefined) continue
      upload(file, (share) => update(key, { share }), stop.signal).then(
        (reference) => {
          if (stop.signal.aborted) return
          stored.current = maxCount === 1 ? [reference] : [...stored.current, reference]
          tell(running.current.filter((one) => one.key !== key))
        },
        (reason: unknown) => {
          if (stop.signal.aborted) return
          update(key, { error: reason instanceof Error ? reason.message : t('failed') })
          tell(running.current)
        },
      )
    }
  }
  const stop = (key: number): void => {
    running.current.find((one) => one.key === key)?.stop.abort()
    tell(running.current.filter((one) => one.key !== key))
  }
  useEffect(() => () => running.current.forEach((one) => one.stop.abort()), [])
  return { transfers, start, stop }
}

let nextKey = 1

function sizeText(bytes: number, t: Props['t']): string {
  if (bytes < 1000) return t('size.bytes', { size: bytes })
  return bytes < 1_000_000
    ? t('size.kilobytes', { size: Math.round(bytes / 1000) })
    : t('size.megabytes', { size: Math.round(bytes / 100_000) / 10 })
}
