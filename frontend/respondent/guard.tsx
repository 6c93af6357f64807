import { Component, createElement, type ReactNode } from 'react'
import type { Guarded } from './visit.ts'

/**
 * Draws what a plugin draws. When that throws in a browser, or could not be drawn by the server, something else stands
 * there, and the page goes on: `instead`, if given, and what is loaded only then.
 */
export class Guard extends Component<
  Guarded & { children: ReactNode; instead?: ReactNode },
  { thrown?: readonly [unknown] }
> {
  override state: { thrown?: readonly [unknown] } = {}

  override componentDidCatch(error: unknown): void {
    const draw = () => this.setState({ thrown: [error] })
    draw()
    void this.props.visit.loadStandIn?.().then(draw)
  }

  override render() {
    const { visit, block, children, instead } = this.props
    const { thrown } = this.state
    visit.drawing = block
    if (!thrown && visit.broken[block.id] === undefined && children) return children
    return [instead, visit.standIn?.(createElement, this.props, thrown)]
  }
}
