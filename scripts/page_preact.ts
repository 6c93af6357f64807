import type { Plugin } from 'vite'

/**
 * What Preact looks for and never finds on the public page. Its components are functions with a few hooks
 * (docs/decisions.md: Preact and a few hooks): none of them is a class with a life of its own, waits for something
 * while it is drawn, or takes a context; and nobody listens to Preact at work.
 */
const NEVER_THERE = [
  ...['componentWillMount', 'componentWillReceiveProps', 'componentWillUpdate', 'shouldComponentUpdate'],
  ...['getDerivedStateFromProps', 'getSnapshotBeforeUpdate', 'getDerivedStateFromError', 'componentDidCatch'],
  ...['contextType', 'getChildContext', 'then'],
  ...['vnode', 'event', 'diffed', 'unmount', 'debounceRendering'],
]
/** Reads of these, in code that is minified already: `a.then`, but not `a.then=b`. */
const READS = new RegExp(String.raw`\b[\w$]+(?:\.[\w$]+)*\.(?:${NEVER_THERE.join('|')})\b(?!=[^=])`, 'g')

/** Leaves out of Preact what the public page has no use for: the bundler drops what hangs on a value that is never there. */
export function preactOfPage(): Plugin {
  return {
    name: 'formwright-preact-of-page',
    transform(code, id) {
      if (!/\/preact\/dist\/preact\.m?js$/.test(id)) return undefined
      return { code: leanPreact(code), map: null }
    },
  }
}

/** Preact without what it looks for in vain. */
export function leanPreact(code: string): string {
  return code.replace(READS, 'undefined')
}
