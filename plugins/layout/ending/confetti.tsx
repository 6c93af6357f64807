// Loaded by an ending that wants it: it imports nothing of the page's own script, so it is a file of its own.

const PIECES = 120
const LASTS_MS = 2_800
/** pixels a millisecond, and what draws down each millisecond */
const FASTEST = 1.1
const GRAVITY = 0.0011

interface Piece {
  x: number
  y: number
  /** pixels a millisecond */
  right: number
  down: number
  /** turns a second */
  turns: number
  size: number
  color: string
}

/**
 * Lets paper fly over the page for a moment, where the device does not ask for less motion. Nothing of it can be pressed or
 * is read, and it goes by itself.
 */
export function fly(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return
  canvas.ariaHidden = 'true'
  Object.assign(canvas.style, { position: 'fixed', inset: '0', pointerEvents: 'none' })
  canvas.width = innerWidth
  canvas.height = innerHeight
  document.body.append(canvas)
  const look = getComputedStyle(document.documentElement)
  const own = ['--fill', '--strong'].map((name) => look.getPropertyValue(name).trim())
  const pieces = Array.from({ length: PIECES }, (_, number) => pieceOf(number, own))
  let before: number | undefined
  let began: number | undefined
  const draw = (now: number) => {
    began ??= now
    const passed = Math.min(now - (before ?? now), 50)
    before = now
    const left = 1 - (now - began) / LASTS_MS
    if (left <= 0) return canvas.remove()
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.globalAlpha = Math.min(1, left * 3)
    for (const piece of pieces) drawPiece(context, piece, passed, now)
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}

/** From the lower middle upwards and to all sides. */
function pieceOf(number: number, own: readonly string[]): Piece {
  const colors = [...own, '#F59E0B', '#10B981', '#EC4899']
  const direction = Math.PI * (0.15 + 0.7 * Math.random())
  const speed = FASTEST * (0.4 + 0.6 * Math.random())
  return {
    x: innerWidth / 2,
    y: innerHeight * 0.7,
    right: Math.cos(direction) * speed,
    down: -Math.sin(direction) * speed,
    turns: 0.4 + Math.random(),
    size: 6 + 5 * Math.random(),
    color: colors[number % colors.length] ?? '#F59E0B',
  }
}

function drawPiece(context: CanvasRenderingContext2D, piece: Piece, passed: number, now: number): void {
  piece.down += GRAVITY * passed
  piece.x += piece.right * passed
  piece.y += piece.down * passed
  const turned = (now / 1000) * piece.turns * 2 * Math.PI
  context.save()
  context.translate(piece.x, piece.y)
  context.rotate(turned)
  context.scale(1, Math.cos(turned * 1.3))
  context.fillStyle = piece.color
  context.fillRect(-piece.size / 2, -piece.size / 3, piece.size, piece.size / 1.5)
  context.restore()
}
