import { useEffect, useRef, useState } from 'react'
import SignatureCanvas from 'react-signature-canvas'
import type { FileReference } from '@formwright/kit/answer'
import type { LiveProps } from '@formwright/kit/control'
import type { Answer, How, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { drawnImage, fitted, type Strokes } from './ink.tsx'
import { Alternatives } from './respond.tsx'
import './live.css'

type Props = LiveProps<Settings, Answer, Raw>

/** What was drawn on this page, by its image: who turns back sees it again. */
const inks = new Map<string, Strokes>()
const PENS = { black: '#111827', blue: '#1d4ed8' }
/** Between two strokes of one signature there is less. */
const PAUSE_MS = 1_500

/** A sheet to sign on with mouse, pen or finger, and below it what else there is. */
export default function SignatureSheet(props: Props) {
  const { block, id, raw = {}, disabled, set, t } = props
  const [file] = raw.file ?? []
  const canvas = useRef<SignatureCanvas>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [inked, setInked] = useState(false)
  const sending = useSending(props, canvas)
  useEffect(() => fitted(canvas.current, sheet.current, () => disabled), [disabled])
  useEffect(() => {
    // what was typed or taken away elsewhere has no ink
    const strokes = raw.how === 'drawn' && file ? inks.get(file.id) : undefined
    if (sending.pending) return
    if (!strokes) canvas.current?.clear()
    else if (canvas.current?.isEmpty()) canvas.current.fromData(strokes)
    setInked(strokes !== undefined)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when another answer is there
  }, [raw.how, file?.id])
  const clear = () => {
    sending.stop()
    canvas.current?.clear()
    setInked(false)
    set({})
  }
  return (
    <div>
      <div className="fw-sheet" ref={sheet} data-disabled={disabled || undefined}>
        <SignatureCanvas
          ref={canvas}
          clearOnResize={false}
          penColor={PENS[block.settings.pen]}
          canvasProps={{ 'aria-hidden': true }}
          onBegin={() => {
            setInked(true)
            sending.begin()
          }}
          onEnd={sending.later}
        />
        {!inked && <span>{t('draw')}</span>}
        {inked && (
          <button type="button" className="fw-quiet" onClick={clear} disabled={disabled}>
            {t('clear')}
          </button>
        )}
      </div>
      <p className="fw-sent" id={`${id}-sent`} role="status">
        {raw.unsent === undefined ? '' : sending.said || t('sending')}
      </p>
      <Alternatives
        {...props}
        raw={raw.how === 'drawn' ? {} : raw}
        take={(image) => sending.send(image, 'uploaded')}
        drop={clear}
      />
    </div>
  )
}

/** Sends images as they are made: drawn ones after a pause, or as soon as something else is pressed. */
function useSending({ raw, set, upload, t }: Props, canvas: { current: SignatureCanvas | null }) {
  const [said, setSaid] = useState('')
  const held = useRef({ set, upload, t, raw })
  held.current = { set, upload, t, raw }
  const timer = useRef(0)
  const stopped = useRef(new AbortController())
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = 0
    stopped.current.abort()
  }
  const send = (image: File, how: How, strokes?: Strokes) => {
    stop()
    const here = (stopped.current = new AbortController())
    setSaid('')
    held.current.set({ unsent: image.name })
    held.current
      .upload?.(image, () => undefined, here.signal)
      .then(
        (reference: FileReference) => {
          if (here.signal.aborted) return
          if (strokes) inks.set(reference.id, strokes)
          held.current.set({ how, at: new Date().toISOString().slice(0, 19), file: [reference] })
        },
        (reason: unknown) => {
          if (here.signal.aborted) return
          setSaid(
            reason instanceof Error && reason.message !== '' ? reason.message : held.current.t('failed'),
          )
        },
      )
  }
  const flush = useRef(() => {})
  flush.current = () => {
    if (timer.current === 0 || !canvas.current) return
    const image = drawnImage(canvas.current)
    if (image) send(image, 'drawn', canvas.current.toData())
  }
  useEffect(() => {
    // Whoever presses Send right after the last stroke has the image on its way.
    const elsewhere = ({ target }: Event) => {
      if (!(target instanceof HTMLCanvasElement)) flush.current()
    }
    const events = ['pointerdown', 'keydown', 'focusin'] as const
    for (const name of events) document.addEventListener(name, elsewhere, true)
    return () => {
      flush.current()
      for (const name of events) document.removeEventListener(name, elsewhere, true)
    }
  }, [])
  return {
    said,
    get pending() {
      return timer.current !== 0
    },
    stop,
    send,
    begin() {
      stop()
      setSaid('')
      held.current.set({ unsent: 'signature.png' })
    },
    later() {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => flush.current(), PAUSE_MS)
    },
  }
}
