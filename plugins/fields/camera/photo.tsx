/** What a photo may have at most. */
export interface Most {
  /** points, in millions */
  megapixels: number
  megabytes: number
}

/** Qualities of a JPEG, best first; what is still too large then is made smaller. */
const QUALITIES = [0.9, 0.75, 0.6]
const SMALLER = 0.7
const ATTEMPTS = 8

/** What can be drawn, and how large it is. */
export interface Picture {
  image: CanvasImageSource
  width: number
  height: number
}

/** Draws a picture, turned by so many quarters to the right, with at most so many points (in millions). */
export function drawPhoto(
  { image, width, height }: Picture,
  megapixels: number,
  turns = 0,
): HTMLCanvasElement {
  const scale = Math.min(1, Math.sqrt((megapixels * 1_000_000) / (width * height)))
  const [wide, high] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))]
  const canvas = document.createElement('canvas')
  const lying = turns % 2 === 1
  canvas.width = lying ? high : wide
  canvas.height = lying ? wide : high
  const context = canvas.getContext('2d')
  if (!context) return canvas
  // JPEG has no transparency: what was see-through becomes white, not black
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(image, -wide / 2, -high / 2, wide, high)
  return canvas
}

/** A drawn photo as a JPEG that is small enough, if it can be made so; undefined where this browser makes none. */
export async function photoFile(
  canvas: HTMLCanvasElement,
  name: string,
  { megabytes }: Most,
): Promise<File | undefined> {
  let drawn = canvas
  let made: Blob | null = null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const quality = QUALITIES[attempt] ?? QUALITIES.at(-1)
    if (attempt >= QUALITIES.length) {
      const { width, height } = drawn
      drawn = drawPhoto({ image: drawn, width, height }, (width * height * SMALLER ** 2) / 1_000_000)
    }
    const painted = drawn
    made = await new Promise<Blob | null>((resolve) => painted.toBlob(resolve, 'image/jpeg', quality))
    if (!made || made.size <= megabytes * 1_000_000) break
  }
  return made ? new File([made], name, { type: made.type }) : undefined
}
