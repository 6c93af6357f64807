/** One place of a mask: a sign that stands as it is, or what fits there. */
type Place = { literal: string } | { fits: RegExp; example: string }

const SLOTS: Readonly<Record<string, { fits: RegExp; example: string }>> = {
  '0': { fits: /^[0-9]$/, example: '1234567890' },
  A: { fits: /^\p{L}$/u, example: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  '*': { fits: /^[\p{L}0-9]$/u, example: 'X' },
}

/** The places of a mask. A backslash takes a sign for itself. */
function placesOf(mask: string): Place[] {
  const places: Place[] = []
  let escaped = false
  for (const sign of mask) {
    if (sign === '\\' && !escaped) escaped = true
    else {
      places.push((!escaped && SLOTS[sign]) || { literal: sign })
      escaped = false
    }
  }
  return places
}

/** Signs of a text; digits of Arabic and Persian are digits. */
function signsOf(text: string): string[] {
  const plain = text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
  return [...plain.trimStart()]
}

/** The text as the mask has it, where it says just that, with or without what stands between; undefined for others. */
export function fitted(mask: string, text: string): string | undefined {
  const signs = signsOf(text.trimEnd())
  let fit = ''
  let at = 0
  for (const place of placesOf(mask)) {
    if ('literal' in place) {
      if (signs[at] === place.literal) at += 1
      fit += place.literal
      continue
    }
    while (signs[at] === ' ') at += 1
    const sign = signs[at] ?? ''
    if (!place.fits.test(sign)) return undefined
    fit += sign
    at += 1
  }
  return at === signs.length ? fit : undefined
}

/** What was typed so far, put into the mask: what fits nowhere is dropped, what stands between comes as it is reached. */
export function asTyped(mask: string, text: string): string {
  const signs = signsOf(text)
  let typed = ''
  let between = ''
  for (const place of placesOf(mask)) {
    if ('literal' in place) {
      between += place.literal
      if (signs[0] === place.literal) {
        signs.shift()
        typed += between
        between = ''
      }
      continue
    }
    while (signs.length > 0 && !place.fits.test(signs[0] ?? '')) signs.shift()
    const sign = signs.shift()
    if (sign === undefined) return typed
    typed += between + sign
    between = ''
  }
  return typed + between
}

/** A text that fits: so people see what is asked for. */
export function exampleOf(mask: string): string {
  const counts = new Map<string, number>()
  return placesOf(mask)
    .map((place) => {
      if ('literal' in place) return place.literal
      const count = counts.get(place.example) ?? 0
      counts.set(place.example, count + 1)
      return place.example[count % place.example.length]
    })
    .join('')
}

/** Whether anything can be written into it, and digits alone. */
export function asks(mask: string): { anything: boolean; digitsOnly: boolean } {
  const slots = placesOf(mask).filter((place) => 'fits' in place)
  return { anything: slots.length > 0, digitsOnly: slots.every((place) => place === SLOTS['0']) }
}
