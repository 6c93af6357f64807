const LINK = /href="#b-[^"]*" data-to="([^"]*)"/g
const CONTROL = /<(?:input|select|textarea)\s(?:"[^"]*"|[^">])*>/g

/**
 * The page of a refused post, with the links of its summary led to controls, as the script leads them by itself
 * (`live/focus.ts`): to the part of the answer that is meant, else to the first control of the question that is wrong,
 * else to its first.
 */
export function ledToControls(html: string): string {
  return [...html.matchAll(LINK)].reduce((page, [link, to = '']) => ledTo(page, link, to), html)
}

function ledTo(html: string, link: string, to: string): string {
  const { tag, at } = controlAt(html, to) ?? {}
  if (tag === undefined || at === undefined) return html
  const own = / id="([^"]*)"/.exec(tag)?.[1]
  const id = own ?? `w-${to}`
  const called = own === undefined ? tag.replace(' ', ` id="${id}" `) : tag
  const page = html.slice(0, at) + called + html.slice(at + tag.length)
  return page.replace(link, `href="#${id}" data-to="${to}"`)
}

function controlAt(html: string, to: string): { tag: string; at: number } | undefined {
  const end = to.lastIndexOf('.')
  const block = to.slice(0, end)
  const places = end < 0 ? [`b-${to}`] : [`c-${block}-${to.slice(end + 1)}`, `b-${to}`, `b-${block}`]
  const place = places.map((id) => html.indexOf(` id="${id}"`)).find((found) => found >= 0)
  if (place === undefined) return undefined
  const begin = html.lastIndexOf('<', place)
  const next = html.indexOf(' id="b-', place + 1)
  const controls = [...html.slice(begin, next < 0 ? undefined : next).matchAll(CONTROL)]
    .map(({ 0: tag, index }) => ({ tag, at: begin + index }))
    .filter(isOpen)
  return controls.find(({ tag }) => tag.includes(' aria-invalid="true"')) ?? controls[0]
}

/** Whether it can be filled in. */
function isOpen({ tag }: { tag: string }): boolean {
  const names = tag.replace(/="[^"]*"/g, '')
  return !tag.includes(' type="hidden"') && !/ (?:hidden|disabled)\b/.test(names)
}
