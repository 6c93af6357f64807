/** The type of vector pictures. */
export const SVG = 'image/svg+xml'

/** What may stand before the root of an SVG: the XML declaration and other instructions, comments, its document type. */
const BEFORE_ROOT = /\s*(?:<\?[^]*?\?>|<!--[^]*?-->|<!doctype\s+svg\b[^[>]*(?:\[[^\]]*\]\s*)?>)/iy

/**
 * The text from its root on, where that is the one of an SVG. Piece by piece: one pattern for all that may stand before
 * it would try every way of telling the comments of a text apart, which are too many for any machine.
 */
export function svgRoot(text: string): string | undefined {
  let at = 0
  for (;;) {
    BEFORE_ROOT.lastIndex = at
    if (!BEFORE_ROOT.test(text)) break
    at = BEFORE_ROOT.lastIndex
  }
  const root = text.slice(at).trimStart()
  return /^<svg[\s/>]/i.test(root) ? root : undefined
}

/** Pixels of the units that are the same everywhere. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
}

/**
 * The size in pixels of an SVG, which begins with its root: as it says, or by the proportions of its view. Undefined
 * where it is as large as its place.
 */
export function svgSize(root: string): { width: number; height: number } | undefined {
  const attributes = attributesOf(root)
  const width = pixels(attributes.get('width'))
  const height = pixels(attributes.get('height'))
  const [, , across, down] = (attributes.get('viewbox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const view = isLength(across) && isLength(down) ? { width: across, height: down } : undefined
  if (width !== undefined && height !== undefined) return whole(width, height)
  if (!view) return undefined
  if (width !== undefined) return whole(width, (width * view.height) / view.width)
  if (height !== undefined) return whole((height * view.width) / view.height, height)
  return whole(view.width, view.height)
}

/** Of the root's own tag, their names in small letters. */
function attributesOf(root: string): Map<string, string> {
  const found = new Map<string, string>()
  const attribute = /\s+([^\s=>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  attribute.lastIndex = '<svg'.length
  for (let match = attribute.exec(root); match; match = attribute.exec(root))
    found.set(match[1].toLowerCase(), match[2] ?? match[3])
  return found
}

function pixels(length: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\+?((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(length?.trim() ?? '') ?? []
  const value = Number(number) * (UNITS[unit.toLowerCase()] ?? NaN)
  return isLength(value) ? value : undefined
}

function isLength(value: number): boolean {
  return Number.isFinite(value) && value > 0
}

function whole(width: number, height: number): { width: number; height: number } {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}
