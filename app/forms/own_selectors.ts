import type { SelectorComponent, SelectorList } from 'lightningcss'

type Selector = SelectorList[number]
type Parts = readonly SelectorComponent[]

/** The class of what a form stands in. */
const ROOT: SelectorComponent = { type: 'class', name: 'fw-form' }
const DESCENDANT: SelectorComponent = { type: 'combinator', value: 'descendant' }
/** So many ways to begin are written out: each repeats what follows. */
const MOST_WAYS = 20

/**
 * A creator's selector, beginning at the form. `html`, `body` and `:root` are the form, also one within the other. None where
 * it looks for them within the form or for something beside them; several where `:is()` may be the form or something in it.
 */
export function fromRoot(selector: Selector): Selector[] {
  const begun = waysToBegin(selector).flatMap((way) => begin(withoutNamespaces(way)) ?? [])
  // `:is(html, body)` is one
  return [...new Map(begun.map((each) => [JSON.stringify(each), each])).values()]
}

/** None has a name, as @namespace is left out: browsers would not read the selector. */
function withoutNamespaces(parts: Parts): Selector {
  return parts.filter(({ type }) => type !== 'namespace')
}

/** The selector with each of the `:is()` that it begins with in turn, if the form is one of them. */
function waysToBegin(selector: Selector): Selector[] {
  const [first, rest] = cut(selector)
  const choices = first.filter((part) => !isDocument(part) && mentionsDocument([part]))
  const [choice] = choices
  const others = first.filter((part) => part !== choice)
  if (choices.length !== 1 || !choice || others.some(({ type }) => type === 'type')) return [selector]
  const branches = choice.type === 'pseudo-class' ? branchesOf(choice) : []
  if (branches.length === 0 || branches.length > MOST_WAYS) return [selector]
  return branches.flatMap((branch) => waysToBegin([...branch, ...others, ...rest])).slice(0, MOST_WAYS)
}

/** Wrapped, as what is there may be nothing. */
function begin(selector: Selector): [Selector] | undefined {
  const [first, rest] = cut(selector)
  if (!first.some(isDocument))
    return mentionsDocument(selector) ? undefined : [[ROOT, DESCENDANT, ...selector]]
  const own = first.filter((part) => !isDocument(part))
  const [combinator, ...inner] = rest
  const stays = combinator === undefined || isDownwards(combinator)
  if (!stays || mentionsDocument(own) || own.some(({ type }) => type === 'type')) return undefined
  // `html > body` is one element here
  if (cut(inner)[0].some(isDocument)) return begin([...inner.slice(0, 1), ...own, ...inner.slice(1)])
  return mentionsDocument(inner) ? undefined : [[ROOT, ...own, ...rest]]
}

/** What is said of the first element; and the rest, from its combinator on. */
function cut(parts: Parts): [first: Parts, rest: Parts] {
  const end = parts.findIndex(({ type }) => type === 'combinator')
  return end === -1 ? [parts, []] : [parts.slice(0, end), parts.slice(end)]
}

function isDownwards(part: SelectorComponent): boolean {
  return part.type === 'combinator' && (part.value === 'descendant' || part.value === 'child')
}

/** Whether it names the form as one of the elements that it goes through. Inside of `:not()` it may. */
function mentionsDocument(parts: Parts): boolean {
  return parts.some((part) => {
    if (isDocument(part)) return true
    if (part.type !== 'pseudo-class') return false
    if (part.kind === 'has') return part.selectors.some((each) => mentionsDocument(withoutScope(each)))
    // what stands around `:is()` may be the form, as `body .a` in it
    return branchesOf(part).some((branch) => mentionsDocument(lastOf(branch)))
  })
}

/** `:has()` begins at the element that it is said of. */
function withoutScope(parts: Parts): Parts {
  return parts.filter((part) => !(part.type === 'pseudo-class' && part.kind === 'scope'))
}

function lastOf(parts: Parts): Parts {
  return parts.slice(parts.findLastIndex(({ type }) => type === 'combinator') + 1)
}

type PseudoClass = Extract<SelectorComponent, { type: 'pseudo-class' }>

function branchesOf(part: PseudoClass): Selector[] {
  return part.kind === 'is' || part.kind === 'where' || part.kind === 'any' ? part.selectors : []
}

/** `:root`, `html` and `body` are the form, and what `&` is outside of rules. */
function isDocument(part: SelectorComponent): boolean {
  if (part.type === 'type') return /^(html|body)$/i.test(part.name)
  return part.type === 'pseudo-class' && (part.kind === 'root' || part.kind === 'scope')
}
