import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Translate } from '@formwright/kit/control'
import type { Unsent } from './answer.ts'
import { useDropped } from './dropped.tsx'
import type { Settings } from './field.ts'
import { type Held, type Transfer, Transfers } from './transfers.tsx'
import './at_hand.css'

// Loaded by the control once it stands on a page: until then what is chosen is told as not sent yet.

/** What sends the files of one control. */
export const transfersOf = (held: Held) => new Transfers(held)

interface RowProps {
  item: Unsent
  transfer: Transfer
  t: Translate
  again(): void
  drop(): void
}

/** A file that is on its way, or what happened to it and what can be done about it. */
export function TransferRow({ item: { unsent, said }, transfer, t, again, drop }: RowProps) {
  const { error, file, share } = transfer
  const sending = share !== undefined
  return (
    <li className="fw-card fw-file-item" aria-busy={sending}>
      <Picture file={file} t={t} />
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
          {error ?? said}
        </span>
      )}
      {!sending && (
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

/** What shows a picture, or says what it is; it comes with the first file that may be one. */
export function Picture({ file, t }: { file: File; t: Translate }) {
  const [module, setModule] = useState<typeof import('./preview.tsx')>()
  // browsers give no type to what they do not know
  const maybe = file.type === '' || file.type.startsWith('image/')
  useEffect(() => {
    if (maybe) bring().then(setModule, () => undefined)
  }, [maybe])
  return module && <module.Preview file={file} t={t} />
}

const bring = () => import('./preview.tsx')

interface BesideProps {
  box: RefObject<HTMLElement | null>
  transfers: Transfers
  settings: Settings
  t: Translate
}

/** What belongs to the whole field: dropping, pasting, cropping pictures before they are sent, and the focus of a full one. */
export function Beside({ box, transfers, settings, t }: BesideProps) {
  const { uncut } = transfers
  const waits = uncut.size > 0
  const [crop, setCrop] = useState<typeof import('./crop.tsx')>()
  const held = useRef(transfers)
  held.current = transfers
  useEffect(() => {
    // without it they are sent as they are
    if (waits) bringCrop().then(setCrop, () => held.current.cut([...held.current.uncut.values()]))
  }, [waits])
  useLayoutEffect(() => {
    // without room for more the input goes, as does the row of a picture that was cropped: on to the last file
    const { current: control } = box
    const isLost = control === transfers.focused && document.activeElement === document.body
    if (isLost && control?.querySelector('input[hidden]'))
      control.querySelector<HTMLElement>('li:last-child button')?.focus()
  })
  const [first] = uncut.keys()
  // one more than there is room for, so that it is told
  useDropped(box, settings.maxCount + 1, (files) => transfers.take(files))
  return (
    <>
      <Pasting box={box} take={(files) => transfers.take(files)} t={t} />
      {crop && waits && (
        <crop.Cropping
          key={first}
          files={[...uncut.values()]}
          {...{ most: transfers.most, settings, t, takes: transfers.takes }}
          done={(files) => transfers.cut(files)}
        />
      )}
    </>
  )
}

const bringCrop = () => import('./crop.tsx')

interface PastingProps extends Pick<BesideProps, 'box' | 't'> {
  take(files: readonly File[]): void
}

/** Takes the files of the clipboard that are pasted where the field has the focus, and says so. */
function Pasting({ box, take, t }: PastingProps) {
  const [pasted, setPasted] = useState({ names: '', times: 0 })
  useEffect(() => {
    const place = box.current
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
      const names = files.map(({ name }) => name).join(t('types.comma'))
      setPasted(({ times }) => ({ names, times: times + 1 }))
    }
    place?.addEventListener('paste', paste)
    return () => place?.removeEventListener('paste', paste)
  })
  return (
    <p className="unseen" role="status">
      {/* a new element is said also where its words are those of the last */}
      {pasted.names && <span key={pasted.times}>{t('pasted', { names: pasted.names })}</span>}
    </p>
  )
}
