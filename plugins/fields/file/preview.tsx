import { useEffect, useRef, useState } from 'react'
import type { Translate } from '@formwright/kit/control'
import './preview.css'

/** Brands of ISO base media files that hold pictures of HEIF (ISO/IEC 23008-12, B.4). */
const HEIF = ['heic', 'heix', 'hevc', 'mif1', 'msf1']
/** The longer side of a preview, in points of a dense screen. */
const SIDE = 96

/** A picture made small; of one in HEIC that this browser cannot draw, what it is. Nothing of what is no picture. */
export function Preview({ file, t }: { file: File; t: Translate }) {
  const place = useRef<HTMLSpanElement>(null)
  const [words, setWords] = useState<string>()
  useEffect(() => {
    let gone = false
    void shownOf(file).then((shown) => {
      if (gone || !shown) return
      if (typeof shown === 'string') setWords(shown)
      else place.current?.replaceChildren(shown)
    })
    return () => {
      gone = true
    }
  }, [file])
  return words ? (
    <span className="fw-file-kind">{t(words)}</span>
  ) : (
    // its name stands beside it
    <span className="fw-file-preview" ref={place} aria-hidden="true" />
  )
}

/** The small picture of a file, or the key of what is said instead. */
type Shown = HTMLCanvasElement | 'preview.heic' | undefined

/** A file is drawn once: its row becomes another when it has been sent. */
const known = new WeakMap<File, Promise<Shown>>()
/** One after another: a photo of a telephone takes 50 MB while it is drawn. */
let last: Promise<unknown> = Promise.resolve()

function shownOf(file: File): Promise<Shown> {
  const shown = known.get(file) ?? last.then(() => show(file)).catch(() => undefined)
  known.set(file, shown)
  last = shown
  return shown
}

async function show(file: File): Promise<Shown> {
  const heif = await isHeif(file)
  if (!heif && file.type === '') return undefined
  return (await drawn(file)) ?? (heif ? 'preview.heic' : undefined)
}

/** Judged by its bytes: browsers know the type of few files, and a name says what somebody wrote. */
async function isHeif(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return head.startsWith('ftyp') && HEIF.includes(head.slice(4))
}

/** A picture made small; undefined where this browser cannot draw it. */
async function drawn(file: File): Promise<HTMLCanvasElement | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas
}
