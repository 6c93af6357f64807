const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BR DD DIV DL DT H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
)
/** As many as programs for texts have. */
const MOST_LEVELS = 9
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

/**
 * The lines of HTML with lists, each item behind a mark and set in as far as its list is, which the same as plain text often
 * leaves out. Undefined where it has no lists.
 */
export function listLinesOf(html: string): string | undefined {
  if (!/<li[\s>]/i.test(html)) return undefined
  const lines: string[] = []
  const counts = new Map<Element, number>()
  let line = ''
  let start = ''
  const end = () => {
    const said = line.replace(/\s+/g, ' ').trim()
    line = ''
    if (said === '') return
    lines.push(start + said)
    start = ''
  }
  const beginItem = (item: Element, depth: number) => {
    const list = item.parentElement
    const count = list?.nodeName === 'OL' ? (counts.get(list) ?? 0) + 1 : undefined
    if (list && count !== undefined) counts.set(list, count)
    // some write lists below others side by side, and their levels beside them
    const level = Number(item.getAttribute('aria-level') ?? item.getAttribute('data-aria-level')) || depth
    start = `${'  '.repeat(Math.min(Math.max(level, 1), MOST_LEVELS) - 1)}${count === undefined ? '•' : `${count}.`} `
  }
  const read = (node: Node, depth: number) => {
    if (node instanceof Text) line += node.data
    if (!(node instanceof Element) || UNSEEN.has(node.nodeName)) return
    const block = BLOCKS.has(node.nodeName)
    if (block) end()
    if (node.nodeName === 'LI') beginItem(node, depth)
    const deeper = node.nodeName === 'UL' || node.nodeName === 'OL'
    for (const child of node.childNodes) read(child, deeper ? depth + 1 : depth)
    if (block) end()
  }
  read(new DOMParser().parseFromString(html, 'text/html').body, 0)
  return lines.join('\n')
}
