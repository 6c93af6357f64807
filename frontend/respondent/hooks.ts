// The hooks that controls may use (docs/decisions.md: Preact and a few hooks), made of what Preact offers to
// everybody: its components. Preact's own can do more, and weigh three times as much.
import { Component, type ComponentType, type FunctionComponent } from 'preact'

type Props = Record<string, unknown>
type Args = readonly unknown[]
type Undo = () => void
type Start = () => Undo | void

interface Effect {
  args?: Args
  /** present while it waits to be run */
  start?: Start
  undo?: Undo | void
}

let drawing: Drawn
let place = 0

/** A component that is a function, as a component that Preact knows. */
abstract class Drawn extends Component<Props> {
  /** what each hook keeps, in the order in which they are called */
  kept: unknown[] = []
  /** run as soon as the page is changed */
  first: Effect[] = []
  /** run a little later */
  later: Effect[] = []

  abstract draw: FunctionComponent<Props>

  render(props: Props) {
    // What the last drawing left to do comes before the next one.
    settle(this.later)
    begin(this)
    return this.draw(props)
  }

  componentDidMount(): void {
    settle(this.first)
    setTimeout(() => settle(this.later))
  }

  componentDidUpdate(): void {
    this.componentDidMount()
  }

  componentWillUnmount(): void {
    for (const effect of [...this.first, ...this.later]) {
      effect.start = undefined
      effect.undo?.()
    }
  }
}

function begin(component: Drawn): void {
  drawing = component
  place = 0
}

/** Runs the effects that wait; what they did the last time is undone first. */
function settle(effects: readonly Effect[]): void {
  const due = effects.filter(({ start }) => start)
  for (const { undo } of due) undo?.()
  for (const effect of due) {
    const { start } = effect
    effect.start = undefined
    effect.undo = start?.()
  }
}

const classes = new WeakMap<FunctionComponent<Props>, ComponentType<Props>>()

/** The component that Preact knows for a function: the same at every drawing. */
export function drawnBy(draw: FunctionComponent<Props>): ComponentType<Props> {
  let known = classes.get(draw)
  if (!known) {
    known = class extends Drawn {
      draw = draw
    }
    classes.set(draw, known)
  }
  return known
}

/** What this call of a hook keeps from drawing to drawing: hooks are called in the same order every time. */
function kept<T>(make: () => T): T {
  const { kept } = drawing
  if (place === kept.length) kept.push(make())
  return kept[place++] as T
}

function differ(before: Args | undefined, args: Args | undefined): boolean {
  return !before || !args || args.some((arg, index) => !Object.is(arg, before[index]))
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === 'function'
}

/** As React's. */
export function useState<T>(initial: T | (() => T)): readonly [T, (next: T | ((value: T) => T)) => void] {
  const component = drawing
  return kept(() => {
    const state: [T, (next: T | ((value: T) => T)) => void] = [
      isFunction<() => T>(initial) ? initial() : initial,
      (next) => {
        const value = isFunction<(value: T) => T>(next) ? next(state[0]) : next
        if (Object.is(value, state[0])) return
        state[0] = value
        component.setState({})
      },
    ]
    return state
  })
}

/** As React's. */
export function useRef<T>(current: T): { current: T } {
  return kept(() => ({ current }))
}

function remembered<T>(make: () => T, args: Args | undefined): T {
  const one = kept((): { args?: Args; value?: T } => ({}))
  return differ(one.args, args) ? Object.assign(one, { args, value: make() }).value : (one.value as T)
}

/** As React's. */
export function useMemo<T>(make: () => T, args?: Args): T {
  return remembered(make, args)
}

/** As React's. */
export function useCallback<T>(callback: T, args?: Args): T {
  return remembered(() => callback, args)
}

function effect(effects: Effect[], start: Start, args: Args | undefined): void {
  const one = kept(() => {
    const made: Effect = {}
    effects.push(made)
    return made
  })
  if (differ(one.args, args)) Object.assign(one, { start, args })
}

/** As React's. */
export function useEffect(start: Start, args?: Args): void {
  effect(drawing.later, start, args)
}

/** As React's. */
export function useLayoutEffect(start: Start, args?: Args): void {
  effect(drawing.first, start, args)
}
