import type SignatureCanvas from 'react-signature-canvas'

/** The strokes of a drawing, in CSS pixels of its sheet. */
export type Strokes = ReturnType<SignatureCanvas['toData']>

/** Around what was drawn, in pixels of the image. */
const MARGIN = 12

/** The drawing as a PNG, trimmed and on white paper; undefined where nothing was drawn. */
export function drawnImage(pad: SignatureCanvas): File | undefined {
  if (pad.isEmpty()) return undefined
  const ink = pad.getTrimmedCanvas()
  const paper = document.createElement('canvas')
  paper.width = ink.width + 2 * MARGIN
  paper.height = ink.height + 2 * MARGIN
  const context = paper.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, paper.width, paper.height)
  context.drawImage(ink, MARGIN, MARGIN)
  const [, encoded = ''] = paper.toDataURL('image/png').split(',')
  const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))
  return new File([bytes], 'signature.png', { type: 'image/png' })
}

/** Keeps the canvas as wide as its sheet and as sharp as the screen, with its ink. Returns how to stop. */
export function fitted(
  pad: SignatureCanvas | null,
  sheet: HTMLElement | null,
  isOff: () => boolean,
): (() => void) | undefined {
  if (!pad || !sheet) return undefined
  let before = 0
  const fit = () => {
    // the page may have been turned before it was told
    if (!sheet.isConnected) return
    const canvas = pad.getCanvas()
    const { offsetWidth: width, offsetHeight: height } = canvas
    if (width === 0) return
    const share = before === 0 ? 1 : width / before
    const strokes = pad.toData()
    for (const stroke of strokes) {
      for (const point of stroke) {
        point.x *= share
        point.y *= share
      }
    }
    before = width
    const density = window.devicePixelRatio
    canvas.width = width * density
    canvas.height = height * density
    canvas.getContext('2d')?.scale(density, density)
    pad.clear()
    pad.fromData(strokes)
    if (isOff()) pad.off()
    else pad.on()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(sheet)
  fit()
  return () => observer.disconnect()
}
