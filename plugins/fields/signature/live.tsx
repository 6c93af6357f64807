import { useEffect, useRef, useState } from 'react'
import SignatureCanvas from 'react-signature-canvas'
import type { LiveProps } from '@formwright/kit/control'
import type { Answer, How, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { drawnImage, fitted, type Strokes } from './ink.tsx'
import { Alternatives } from './respond.tsx'
import { sendImage } from './sending.ts'
import './live.css'

type Props = LiveProps<Settings, Answer, Raw>

/** What was drawn on this page, by its image: who turns back sees it again. */
const inks = new Map<string, Strokes>()
const NOTHING: Raw = {}
const PENS = { black: '#111827', blue: '#1d4ed8' }
/** Between two strokes of one signature there is less. */
const PAUSE_MS = 1_500

/** A sheet to sign on with mouse, pen or finger, and below it what else there is. */
export default function SignatureSheet(props: Props) {
  const { block, id, raw = NOTHING, disabled, set, t } = props
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
    // the button goes; a telephone would bring its keyboard up for an input
    sheet.current?.closest('fieldset')?.focus()
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
        {sending.under ? t('sending') : raw.said}
      </p>
      <Alternatives
        {...props}
        raw={raw.how === 'drawn' ? NOTHING : raw}
        set={(next) => {
          sending.stop()
          set(next)
        }}
        take={(image) => void sending.send(image, 'uploaded')}
        drop={clear}
      />
    </div>
  )
}

/** Sends images as they are made: drawn ones after a pause, or as soon as something else is pressed. */
function useSending({ raw, set, upload, t }: Props, canvas: { current: SignatureCanvas | null }) {
  const [under, setUnder] = useState(false)
  const held = useRef({ raw, set, upload, t })
  held.current = { raw, set, upload, t }
  const timer = useRef(0)
  const stopped = useRef(new AbortController())
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = 0
    stopped.current.abort()
    setUnder(false)
  }
  const send = async (image: File, how: How, strokes?: Strokes) => {
    stop()
    const here = (stopped.current = new AbortController())
    setUnder(true)
    await sendImage(
      {
        ...held.current,
        set: (raw) => {
          const [file] = raw.file ?? []
          if (strokes && file) inks.set(file.id, strokes)
          held.current.set(raw)
        },
      },
      image,
      how,
      here,
    )
    if (!here.signal.aborted) setUnder(false)
  }
  const flush = useRef(() => {})
  flush.current = () => {
    if (timer.current === 0 || !canvas.current) return
    const image = drawnImage(canvas.current)
    if (image) void send(image, 'drawn', canvas.current.toData())
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
    under,
    get pending() {
      return timer.current !== 0
    },
    stop,
    send,
    begin() {
      stop()
      held.current.set({ unsent: 'signature.png', said: held.current.t('problem.custom.unsent') })
      setUnder(true)
    },
    later() {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => flush.current(), PAUSE_MS)
    },
  }
}
