import { crc32, deflateSync } from 'node:zlib'
import type { Chance } from '#database/demo/chance'

type Point = readonly [x: number, y: number]

const [WIDTH, HEIGHT] = [600, 200]
/** heights in pixels: of small letters, of what reaches above them, and of what hangs below the line */
const [SMALL, ABOVE, BELOW] = [34, 84, 44]
const STEPS = 8
const DOWN = 'fgjpqyz'
const UP = 'bdfhklt'

/** A name as a hurried pen writes it: a picture (PNG) of black ink on nothing. */
export function signatureOf(name: string, chance: Chance): Buffer {
  const ink = new Uint8Array(WIDTH * HEIGHT)
  const words = name
    .normalize('NFD')
    .split(' ')
    .map((word) => word.replace(/[^A-Za-z]/g, ''))
  const letters = words.reduce((sum, { length }) => sum + length + 3, 0)
  const pace = Math.min(28, (WIDTH - 80) / letters)
  let at = 34
  for (const word of words) {
    const path = strokeOf(word, at, pace, chance)
    draw(ink, path)
    at = (path.at(-1)?.[0] ?? at) + pace * 0.8
  }
  // a line below, as many people have one
  if (chance.is(0.3))
    draw(ink, [
      [at - 40, 158],
      [at * 0.45, 165],
      [60, 172],
      [at * 0.5, 158],
      [at + 10, 148],
    ])
  return pngOf(ink)
}

/** The points a pen goes through in a word: each letter a loop, the further to the right the flatter. */
function strokeOf(word: string, from: number, pace: number, chance: Chance): Point[] {
  const base = 136
  const shaky = (size: number) => size * (0.82 + chance.next() * 0.36)
  const points: Point[] = [[from, base - SMALL]]
  let x = from
  for (const [place, letter] of [...word].entries()) {
    const isCapital = place === 0
    const high = isCapital || UP.includes(letter) ? ABOVE : SMALL
    const flat = isCapital ? 1 : Math.max(0.45, 1 - place * 0.07)
    const wide = shaky(isCapital ? pace * 1.7 : pace)
    const top = base - shaky(high) * flat
    points.push([x + wide * 0.55, top], [x + wide * 0.2, top + (base - top) * 0.45], [x + wide * 0.5, base])
    if (DOWN.includes(letter))
      points.push([x + wide * 0.35, base + shaky(BELOW) * flat], [x + wide * 0.1, base + 20])
    x += wide
    points.push([x, base - shaky(SMALL) * flat * 0.5])
  }
  // the end runs out
  points.push([x + pace * (1 + chance.next()), base - 10 + chance.next() * 20])
  return points
}

/** Draws a smooth line through points (a spline by Catmull and Rom), thinner where the pen is quicker. */
function draw(ink: Uint8Array, points: readonly Point[]): void {
  for (let place = 0; place + 1 < points.length; place += 1) {
    const [a, b, c, d] = [-1, 0, 1, 2].map(
      (next) => points[Math.max(0, Math.min(points.length - 1, place + next))] ?? [0, 0],
    )
    const long = Math.hypot(c[0] - b[0], c[1] - b[1])
    const radius = Math.max(1.1, 2.4 - long / 70)
    const steps = Math.max(STEPS, Math.ceil(long / 1.2))
    for (let step = 0; step < steps; step += 1) {
      const t = step / steps
      const at = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3)
      dot(ink, at(0), at(1), radius)
    }
  }
}

/** Ink around a point, lighter at its edge. */
function dot(ink: Uint8Array, x: number, y: number, radius: number): void {
  for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row += 1)
    for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column += 1) {
      if (row < 0 || row >= HEIGHT || column < 0 || column >= WIDTH) continue
      const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(column - x, row - y)))
      const place = row * WIDTH + column
      ink[place] = Math.max(ink[place] ?? 0, Math.round(cover * 255))
    }
}

/** Black of these opacities, as a PNG of grey with alpha. */
function pngOf(ink: Uint8Array): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 2))
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1)
      rows[row * (1 + WIDTH * 2) + 2 + column * 2] = ink[row * WIDTH + column] ?? 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH)
  head.writeUInt32BE(HEIGHT, 4)
  // 8 bits, grey with alpha
  head.set([8, 4], 8)
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.of()),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
