import { type ComponentChild, hydrate } from 'preact'

// What a control may use of React (docs/decisions.md: Preact and a few hooks), on Preact alone: the whole of
// preact/compat weighs three times as much.
export { Fragment } from 'preact'
export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from './hooks.ts'

/** Takes over what the server drew. */
export function hydrateRoot(root: Element, drawn: ComponentChild): void {
  hydrate(drawn, root)
}
