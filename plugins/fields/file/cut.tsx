import type { Frame } from './frame.ts'
import type { Written } from './written.ts'

/** Points of a picture that all browsers can draw on a canvas. */
const MOST_POINTS = 16_000_000
const QUALITY = 0.92
/** What is too large is made smaller by this, so many times at most. */
const SMALLER = 0.8
const ATTEMPTS = 10

/** A part of a picture as a file, as sharp as it is and small enough; undefined where the browser cannot make one. */
export async function cutOut(
  picture: ImageBitmap,
  frame: Frame,
  { name, type }: Written,
  mostBytes: number,
): Promise<File | undefined> {
  const points = frame.width * frame.height
  let scale = Math.min(1, Math.sqrt(MOST_POINTS / points))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++, scale *= SMALLER) {
    const canvas = drawn(picture, frame, scale)
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
    // a type that a browser cannot write becomes another
    if (made?.type !== type) return undefined
    if (made.size <= mostBytes) return new File([made], name, { type })
  }
  return undefined
}

function drawn(picture: ImageBitmap, frame: Frame, scale: number): HTMLCanvasElement {
  // whole points: a border between two would be drawn half
  const [left, top] = [Math.round(frame.left), Math.round(frame.top)]
  const width = Math.max(1, Math.round(frame.left + frame.width) - left)
  const height = Math.max(1, Math.round(frame.top + frame.height) - top)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}
