import {
  type Attributes,
  type ComponentChild,
  type ComponentType,
  createElement,
  hydrate,
  options,
} from 'preact'

// What the public page has in the place of React (docs/decisions.md: Preact): Preact with its hooks, as shipped. The two
// names of React's that Preact does not know are told to it here, so that a control is the same on both.
export * from 'preact'
export * from 'preact/hooks'

/**
 * What JSX becomes, in development and in production. Preact's own is `createElement` written a second time, which would be
 * 0.1 KB on every page.
 */
export function jsx<Props extends object>(
  type: ComponentType<Props> | string,
  props: Props,
  key?: Attributes['key'],
) {
  return createElement<Props>(type, key === undefined ? props : { ...props, key })
}
export { jsx as jsxDEV, jsx as jsxs }

/** React's `onChange` of an input fires while it is typed in; the browser calls that event `input`. */
const TYPED = /^(?!checkbox|radio|file)/

/** Names that SVG spells with a hyphen. */
const HYPHENED = /^(?:stroke|fill|clip|stop)[A-Z]/

options.vnode = ({ type, props }) => {
  if (typeof type === 'string') rename(type, props)
}

function rename(type: string, props: Record<string, unknown>): void {
  for (const name in props) {
    const own = nameOf(name, type, props)
    if (own === name) continue
    props[own] = props[name]
    delete props[name]
  }
  // A browser drops the line break that a text area begins with: drawn as HTML it stands there twice, as React has it.
  if (import.meta.env.SSR && type === 'textarea' && String(props.value).startsWith('\n'))
    props.value = `\n${props.value}`
}

function nameOf(name: string, type: string, props: Record<string, unknown>): string {
  const typed = type === 'textarea' || (type === 'input' && TYPED.test(String(props.type ?? 'text')))
  if (name === 'onChange' && typed) return 'onInput'
  return HYPHENED.test(name) ? name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`) : name
}

/** Takes over what the server drew. */
export function hydrateRoot(root: Element, drawn: ComponentChild): void {
  hydrate(drawn, root)
}
