import { createElement, Fragment, type FunctionComponent, type VNode } from 'preact'
import { drawnBy } from './hooks.ts'

// What JSX is compiled to, in browsers: elements as React has them, made into those of Preact.
export { Fragment, jsx as jsxs, jsx as jsxDEV }

type Props = Record<string, unknown>

/** React's `onChange` of an input fires while it is typed in; the browser calls that event `input`. */
const TYPED = /^(?!checkbox|radio|file)/

/** Names that SVG spells with a hyphen. */
const HYPHENED = /^(?:stroke|fill|clip|stop)[A-Z]/

/** One element. */
export function jsx(type: string | FunctionComponent<Props>, props: Props, key?: string): VNode {
  if (typeof type === 'function')
    return createElement(type === Fragment ? type : drawnBy(type), { ...props, key })
  const named: Props = { key }
  for (const name in props) named[nameOf(name, type, props)] = props[name]
  return createElement(type, named)
}

function nameOf(name: string, type: string, props: Props): string {
  const typed = type === 'textarea' || (type === 'input' && TYPED.test(String(props.type ?? 'text')))
  if (name === 'onChange' && typed) return 'onInput'
  return HYPHENED.test(name) ? name.replace(/[A-Z]/, (sign) => `-${sign.toLowerCase()}`) : name
}
