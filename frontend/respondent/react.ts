import { type ComponentChild, hydrate, options, type VNode } from 'preact'

// What a control may use of React (walls: W12), on Preact alone: the whole of preact/compat weighs three times as much.
export { Fragment } from 'preact'
export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from './hooks.ts'

/** React's `onChange` of an input fires while it is typed in; the browser calls that event `input`. */
const TYPED = /^(?!checkbox|radio|file)/

/** Names that SVG spells with a hyphen. */
const HYPHENED = /^(?:stroke|fill|clip|stop)[A-Z]/

const before = options.vnode
options.vnode = (vnode: VNode<Record<string, unknown>>) => {
  const { type, props } = vnode
  if (typeof type === 'string') {
    const typed = type === 'textarea' || (type === 'input' && TYPED.test(String(props.type ?? 'text')))
    if (typed && props.onChange) rename(props, 'onChange', 'onInput')
    for (const name in props) {
      if (HYPHENED.test(name))
        rename(
          props,
          name,
          name.replace(/[A-Z]/, (sign) => `-${sign.toLowerCase()}`),
        )
    }
  }
  before?.(vnode)
}

function rename(props: Record<string, unknown>, from: string, to: string): void {
  props[to] = props[from]
  delete props[from]
}

/** Takes over what the server drew. */
export function hydrateRoot(root: Element, drawn: ComponentChild): void {
  hydrate(drawn, root)
}
