// The public page's script and its styles: one file of each for each set of kinds that forms show. What is compressed
// together weighs a tenth less than in files of its own, small styles a fifth. The build cuts its chunks into parts (scripts/page_parts.ts); the
// server joins those a form needs.

/** One chunk of the build. */
export interface Part {
  /** the body of a function that gives what the chunk exports */
  code: string
  /** names of the parts that must come with it */
  needs: readonly string[]
  /** each rule with what stands in it */
  rules?: readonly string[]
  /** of a kind: what it is among the exports, where the chunk has others too */
  member?: string
}

/** The build of the public page, ready to be joined. */
export interface PageParts {
  /** changes with everything in here */
  id: string
  /** the code of the page itself, with `__load` for its parts */
  code: string
  /** by kind; what is no kind begins with `_`, and `_page` is what the page itself gives to the others */
  parts: Readonly<Record<string, Part>>
}

export const PAGE = '_page'

/** The loaders of the kinds of a page, by name. */
export const KINDS = '__kinds'

/** How what is served is compressed. With less memory blocks are smaller, each with codes of its own: so the whole weighs a little less. */
export const GZIP = { level: 9, memLevel: 7 }

/** The part that holds a set of operations of conditions and formulas. */
export function operationPart(set: string): string {
  return `_${set}`
}

/** The part that draws sections. */
export const SECTIONS = '_sections'

/** The part that draws pictures and films beside questions. */
export const MEDIA = '_media'

/** The part that asks for codes. */
export const CODES = '_codes'

/** The function that a part is in the script. */
export function functionOf(name: string): string {
  return `__${name.replaceAll('-', '_')}`
}

/** The page's script with these parts; undefined when one does not exist. */
export function joined({ code, parts }: PageParts, names: readonly string[]): string | undefined {
  const wanted = withNeeds(parts, names)
  if (wanted === undefined) return undefined
  const functionsOf = (some: readonly string[]) =>
    some.map((name) => `function ${functionOf(name)}()${parts[name].code}`).join('')
  // A part runs when it is asked for, never before the page's own code, whose exports it takes. What is like what stands
  // right before it becomes smaller: what the page itself needs stands before its code, the others behind it.
  const { needs } = parts[PAGE]
  const before = functionsOf(wanted.filter((name) => needs.includes(name)))
  const behind = functionsOf(wanted.filter((name) => !needs.includes(name)))
  const loaders = wanted.flatMap((name) =>
    name.startsWith('_') ? [] : [`"${name}":()=>__load(${functionOf(name)})${memberOf(parts[name])}`],
  )
  return `${before}const __need=part=>part.made??=part(),__load=part=>Promise.resolve(part).then(__need),${KINDS}={${loaders.join()}};${code}${behind}`
}

function memberOf({ member }: Part): string {
  return member === undefined ? '' : `.then(part=>part.${member})`
}

/** The page's styles with those of these parts; undefined when one does not exist. What several import stands there once. */
export function joinedStyles({ parts }: PageParts, names: readonly string[]): string | undefined {
  const wanted = withNeeds(parts, names)
  return wanted && [...new Set(wanted.flatMap((name) => parts[name].rules ?? []))].join('')
}

/**
 * The page, these parts and what they need, in one order, whoever asks: kinds, then what is shared, each from the smallest
 * to the largest. By name a page of all kinds weighs 700 bytes more.
 */
function withNeeds(parts: PageParts['parts'], names: readonly string[]): string[] | undefined {
  const wanted = new Set([PAGE, ...names])
  for (const name of wanted) {
    if (!Object.hasOwn(parts, name)) return undefined
    for (const needed of parts[name].needs) wanted.add(needed)
  }
  wanted.delete(PAGE)
  const isKind = (name: string) => !name.startsWith('_')
  const bySize = (a: string, b: string) => parts[a].code.length - parts[b].code.length
  const sorted = [...wanted].sort().sort(bySize)
  return [PAGE, ...sorted.filter(isKind), ...sorted.filter((name) => !isKind(name))]
}
