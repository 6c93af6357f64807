import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Translate } from '@formwright/kit/control'
import { cutOut } from './cut.tsx'
import type { Settings } from './field.ts'
import { type Corner, type Frame, moved, resized, type Size, type Step, widest } from './frame.ts'
import { type Written, writtenAs } from './written.ts'
import './crop.css'

interface CroppingProps {
  files: readonly File[]
  /** of how many a part is chosen; there is no room for more */
  most: number
  settings: Settings
  t: Translate
  /** whether a file of this type may be sent */
  takes(written: Written): boolean
  /** is given all files, some of them cropped */
  done(files: readonly File[]): void
}

/** Lets a part be chosen of each picture, one after another. What is none, or cannot be shown, stays as it is. */
export function Cropping({ files, most, settings, t, takes, done }: CroppingProps) {
  const [ready, setReady] = useState<readonly File[]>([])
  const [picture, setPicture] = useState<ImageBitmap>()
  const file = files[ready.length]
  const written = file && ready.length < most ? writtenAs(file, takes) : undefined
  const held = useRef({ ready, done })
  held.current = { ready, done }
  const next = (made: File) => {
    setPicture(undefined)
    setReady([...ready, made])
  }
  const going = useRef(next)
  going.current = next
  useEffect(() => {
    if (!file) return held.current.done(held.current.ready)
    let gone = false
    let open: ImageBitmap | undefined
    // upright, as browsers show it
    const opening = written ? createImageBitmap(file).catch(() => undefined) : Promise.resolve(undefined)
    void opening.then((opened) => {
      if (gone) opened?.close()
      else if (opened) setPicture((open = opened))
      else going.current(file)
    })
    return () => {
      gone = true
      open?.close()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a picture is opened once; what it is written as follows from it alone
  }, [file])
  if (!picture || !file || !written) return null
  const use = async (frame: Frame) => {
    const isWhole = frame.width >= picture.width && frame.height >= picture.height
    const most = Math.floor(settings.maxMegabytes * 1_000_000)
    const made = isWhole ? undefined : await cutOut(picture, frame, written, most)
    next(made ?? file)
  }
  return (
    <Crop
      key={ready.length}
      {...{ picture, name: file.name, ratio: ratioOf(settings.crop), t }}
      keep={() => next(file)}
      use={(frame) => void use(frame)}
    />
  )
}

function ratioOf(crop: Settings['crop']): number | undefined {
  const [width, height] = crop.split(':').map(Number)
  return width && height ? width / height : undefined
}

interface CropProps {
  picture: ImageBitmap
  name: string
  ratio: number | undefined
  t: Translate
  keep(): void
  use(frame: Frame): void
}

/** A picture with a frame around the part that is sent, led by pointer or keys. Escape keeps the picture as it is. */
function Crop({ picture, name, ratio, t, keep, use }: CropProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [frame, setFrame] = useState(() => widest(picture, ratio))
  const used = useRef<Frame>(undefined)
  useLayoutEffect(() => {
    place.current?.prepend(shown(picture))
    dialog.current?.showModal()
  }, [picture])
  return (
    <dialog
      ref={dialog}
      className="fw-crop"
      aria-label={t('crop', { name })}
      onClose={() => (used.current ? use(used.current) : keep())}
    >
      <p>{t('crop.how')}</p>
      <div className="fw-crop-picture" ref={place}>
        <Framed {...{ picture, frame, ratio, setFrame, t }} />
      </div>
      <div className="fw-crop-buttons">
        <button
          type="button"
          className="solid"
          onClick={() => {
            used.current = frame
            dialog.current?.close()
          }}
        >
          {t('crop.use')}
        </button>
        <button type="button" className="fw-quiet" onClick={() => dialog.current?.close()}>
          {t('crop.keep')}
        </button>
      </div>
    </dialog>
  )
}

interface FramedProps extends Pick<CropProps, 'picture' | 'ratio' | 't'> {
  frame: Frame
  setFrame(frame: Frame): void
}

const CORNERS: readonly Corner[] = [
  { right: false, bottom: false },
  { right: true, bottom: false },
  { right: false, bottom: true },
  { right: true, bottom: true },
]
const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The frame is moved as a whole, and resized by its corners; with keys by the last of them. */
function Framed({ picture, frame, ratio, setFrame, t }: FramedProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) lay(box.current, frame, picture)
  }, [frame, picture])
  const move = (from: Frame, by: Step) => setFrame(moved(from, by, picture))
  const resize = (corner: Corner) => (from: Frame, by: Step) =>
    setFrame(resized(from, corner, by, picture, ratio))
  const whole = shares(frame, picture)
  return (
    <div className="fw-crop-frame" ref={box}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('crop.place')}
        aria-valuenow={whole.left}
        aria-valuetext={t('crop.place.at', whole)}
        {...led(frame, picture, move)}
      />
      {CORNERS.map((corner, index) => (
        <div
          key={index}
          data-right={corner.right || undefined}
          data-bottom={corner.bottom || undefined}
          {...(index === 3
            ? {
                role: 'slider',
                tabIndex: 0,
                'aria-label': t('crop.size'),
                'aria-valuenow': whole.width,
                'aria-valuetext': t('crop.size.is', whole),
              }
            : { 'aria-hidden': true })}
          {...led(frame, picture, resize(corner))}
        />
      ))}
    </div>
  )
}

/** Pointer and keys, as steps in points of the picture; one way with a pointer is counted from where it began. */
function led(frame: Frame, picture: Size, go: (from: Frame, by: Step) => void) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const part = event.currentTarget
      const scale = picture.width / (part.closest('.fw-crop-picture')?.clientWidth || 1)
      const [x, y] = [event.clientX, event.clientY]
      event.preventDefault()
      part.focus({ preventScroll: true })
      part.setPointerCapture(event.pointerId)
      const drag = (to: globalThis.PointerEvent) =>
        go(frame, { x: (to.clientX - x) * scale, y: (to.clientY - y) * scale })
      part.addEventListener('pointermove', drag)
      part.addEventListener('lostpointercapture', () => part.removeEventListener('pointermove', drag), {
        once: true,
      })
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const arrow = ARROWS[event.key]
      if (!arrow) return
      event.preventDefault()
      const step = (picture.width / 100) * (event.shiftKey ? 10 : 1)
      go(frame, { x: arrow.x * step, y: arrow.y * step })
    },
  }
}

function lay(box: HTMLElement, frame: Frame, picture: Size): void {
  const across = (points: number) => `${(points / picture.width) * 100}%`
  const down = (points: number) => `${(points / picture.height) * 100}%`
  Object.assign(box.style, {
    left: across(frame.left),
    top: down(frame.top),
    width: across(frame.width),
    height: down(frame.height),
  })
}

/** Where a frame stands, in whole percent. */
function shares(frame: Frame, picture: Size) {
  const across = (points: number) => Math.round((points / picture.width) * 100)
  const down = (points: number) => Math.round((points / picture.height) * 100)
  return {
    left: across(frame.left),
    top: down(frame.top),
    width: across(frame.width),
    height: down(frame.height),
  }
}

/** The longer side of what is shown, in points of a dense screen. */
const SIDE = 1_600

function shown(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
