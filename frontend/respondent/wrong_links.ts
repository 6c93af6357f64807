const LINK = /href="#b-[^"]*" data-to="([^"]*)"/g
const ID = / id="([^"]*)"/g
const CONTROL = /<(?:input|select|textarea)\s(?:"[^"]*"|[^">])*>/g

/** Where something with an id begins, and where the next question does. */
interface Place {
  begin: number
  end: number
}

interface Edit {
  at: number
  was: string
  is: string
}

/**
 * The page of a refused post, with the links of its summary led to controls, as the script leads them by itself
 * (`live/focus.ts`): to the part of the answer that is meant, else to the first control of the question that is wrong,
 * else to its first. The page is read once, however many questions it asks.
 */
export function ledToControls(html: string): string {
  const links = [...html.matchAll(LINK)]
  if (links.length === 0) return html
  const places = placesOf(html)
  const edits: Edit[] = []
  const named = new Map<number, string>()
  for (const { 0: link, 1: to = '', index } of links) {
    const { tag, at } = controlAt(html, places, to) ?? {}
    if (tag === undefined || at === undefined) continue
    const known = / id="([^"]*)"/.exec(tag)?.[1] ?? named.get(at)
    const id = known ?? `w-${to}`
    edits.push({ at: index, was: link, is: `href="#${id}" data-to="${to}"` })
    if (known !== undefined) continue
    named.set(at, id)
    edits.push({ at, was: tag, is: tag.replace(' ', ` id="${id}" `) })
  }
  return edited(html, edits)
}

/** Where each id stands first. */
function placesOf(html: string): Map<string, Place> {
  const places = new Map<string, Place>()
  let end = html.length
  for (const { 1: id = '', index } of [...html.matchAll(ID)].reverse()) {
    places.set(id, { begin: html.lastIndexOf('<', index), end })
    if (id.startsWith('b-')) end = index
  }
  return places
}

function controlAt(
  html: string,
  places: ReadonlyMap<string, Place>,
  to: string,
): { tag: string; at: number } | undefined {
  const dot = to.lastIndexOf('.')
  const block = to.slice(0, dot)
  const ids = dot < 0 ? [`b-${to}`] : [`c-${block}-${to.slice(dot + 1)}`, `b-${to}`, `b-${block}`]
  const place = ids.map((id) => places.get(id)).find((found) => found !== undefined)
  if (place === undefined) return undefined
  const { begin, end } = place
  const controls = [...html.slice(begin, end).matchAll(CONTROL)]
    .map(({ 0: tag, index }) => ({ tag, at: begin + index }))
    .filter(isOpen)
  return controls.find(({ tag }) => tag.includes(' aria-invalid="true"')) ?? controls[0]
}

/** Whether it can be filled in. */
function isOpen({ tag }: { tag: string }): boolean {
  const names = tag.replace(/="[^"]*"/g, '')
  return !tag.includes(' type="hidden"') && !/ (?:hidden|disabled)\b/.test(names)
}

function edited(html: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let done = 0
  for (const { at, was, is } of edits.toSorted((a, b) => a.at - b.at)) {
    pieces.push(html.slice(done, at), is)
    done = at + was.length
  }
  return pieces.join('') + html.slice(done)
}
