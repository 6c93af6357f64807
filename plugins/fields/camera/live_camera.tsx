import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { drawPhoto, photoFile } from './photo.tsx'
import {
  closeCamera,
  isMirror,
  nextCamera,
  openCamera,
  type Trouble,
  troubleOf,
  type Wanted,
} from './stream.tsx'
import './live_camera.css'

interface Props extends Pick<ControlProps<Settings, unknown, Raw>, 'block' | 'disabled' | 't'> {
  /** is given the photo that its person wants to send */
  take(photo: File): void
}

type State =
  | { at: 'off'; trouble?: Trouble; hidden?: boolean }
  | { at: 'asking' }
  | { at: 'on'; stream: MediaStream; next: Wanted | undefined }
  | { at: 'taken'; photo: HTMLCanvasElement; turns: number }

/** Whether a page may ask for a camera: only one that came over a safe line. */
export function canShow(): boolean {
  return typeof navigator !== 'undefined' && navigator.mediaDevices !== undefined
}

/** The camera in the page: seen, taken, looked at, taken again, turned. The file input beside it is always the other way. */
export function LiveCamera({ block, disabled, t, take }: Props) {
  const { camera, maxMegapixels, maxMegabytes } = block.settings
  const [state, setState] = useState<State>({ at: 'off' })
  const [wanted, setWanted] = useState<Wanted>({ side: camera === 'user' ? 'user' : 'environment' })
  const video = useRef<HTMLVideoElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  const stream = useCamera(state, () => setState({ at: 'off', hidden: true }))

  // what comes in place of a pressed button takes its focus
  useEffect(() => {
    if (opened.current) main.current?.focus()
  }, [state.at])
  useEffect(() => {
    if (state.at === 'on' && video.current) video.current.srcObject = state.stream
    if (state.at === 'taken') shown.current?.replaceChildren(turned(state.photo, state.turns))
  }, [state])

  const open = async (which: Wanted) => {
    opened.current = true
    closeCamera(stream.current)
    setState({ at: 'asking' })
    setWanted(which)
    try {
      const found = await openCamera(which)
      // left meanwhile: nobody sees it
      if (stream.left) return closeCamera(found)
      const next = await nextCamera(found)
      found.getVideoTracks()[0]?.addEventListener('ended', () => setState({ at: 'off', trouble: 'busy' }))
      setState({ at: 'on', stream: found, next })
    } catch (error) {
      setState({ at: 'off', trouble: troubleOf(error) })
    }
  }
  const shoot = () => {
    const image = video.current
    if (!image?.videoWidth) return
    const { videoWidth: width, videoHeight: height } = image
    setState({ at: 'taken', photo: drawPhoto({ image, width, height }, maxMegapixels), turns: 0 })
  }
  const use = async () => {
    if (state.at !== 'taken') return
    const canvas = turned(state.photo, state.turns)
    setState({ at: 'off' })
    const most = { megapixels: maxMegapixels, megabytes: maxMegabytes }
    const photo = await photoFile(canvas, 'photo.jpg', most)
    if (photo) take(photo)
  }

  const button = (words: string, press: () => void, first = false) => (
    <Press
      {...{ words: t(words), press, disabled }}
      {...(first && { place: main, main: state.at !== 'off' })}
    />
  )
  return (
    <div className="fw-live-camera">
      {state.at === 'on' && <Seen stream={state.stream} place={video} words={t('camera.shows')} />}
      {state.at === 'taken' && <div ref={shown} role="img" aria-label={t('camera.photo')} />}
      <p className="help" role="status">
        {said(state, t)}
      </p>
      <div className="fw-camera-buttons">
        {state.at === 'off' &&
          button(state.trouble ? 'camera.again' : 'camera.open', () => void open(wanted), true)}
        {state.at === 'on' && (
          <>
            {button('camera.take', shoot, true)}
            {state.next && button('camera.switch', () => state.next && void open(state.next))}
            {button('camera.close', () => setState({ at: 'off' }))}
          </>
        )}
        {state.at === 'taken' && (
          <>
            {button('camera.use', () => void use(), true)}
            {button('camera.retake', () => void open(wanted))}
            {button('camera.turn', () => setState({ ...state, turns: (state.turns + 1) % 4 }))}
          </>
        )}
      </div>
    </div>
  )
}

interface SeenProps {
  stream: MediaStream
  place: RefObject<HTMLVideoElement | null>
  words: string
}

/** What the camera sees now. */
function Seen({ stream, place, words }: SeenProps) {
  return (
    <video
      ref={place}
      className={isMirror(stream) ? 'fw-mirror' : undefined}
      aria-label={words}
      autoPlay
      muted
      playsInline
    />
  )
}

interface PressProps {
  words: string
  press(): void
  disabled: boolean
  place?: RefObject<HTMLButtonElement | null>
  /** whether it is what one is here for */
  main?: boolean
}

function Press({ words, press, disabled, place, main }: PressProps) {
  return (
    <button
      type="button"
      className={main ? 'fw-main' : undefined}
      ref={place}
      disabled={disabled}
      onClick={press}
    >
      {words}
    </button>
  )
}

function said(state: State, t: Props['t']): string {
  if (state.at === 'asking') return t('camera.asking')
  if (state.at === 'on') return t('camera.on')
  if (state.at === 'taken') return t('camera.taken')
  if (state.hidden) return t('camera.hidden')
  return state.trouble ? t(`camera.${state.trouble}`) : ''
}

function turned(photo: HTMLCanvasElement, turns: number): HTMLCanvasElement {
  const { width, height } = photo
  return turns === 0 ? photo : drawPhoto({ image: photo, width, height }, Infinity, turns)
}

/**
 * Sees to it that no camera is on that nobody looks at: it is switched off when it is not shown any more, when its page is
 * hidden, and when the control goes.
 */
function useCamera(state: State, hide: () => void) {
  const held = useRef<{ current?: MediaStream; left: boolean }>({ left: false })
  const hiding = useRef(hide)
  hiding.current = hide
  const stream = state.at === 'on' ? state.stream : undefined
  useEffect(() => {
    held.current.current = stream
    if (!stream) return
    const hidden = () => {
      if (!document.hidden) return
      // at once: a page that nobody sees may be drawn late
      closeCamera(stream)
      hiding.current()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      closeCamera(stream)
    }
  }, [stream])
  useEffect(() => {
    const { current } = held
    current.left = false
    return () => {
      current.left = true
    }
  }, [])
  return held.current
}
