import { Component, type ReactNode } from 'react'

/** Shows something else instead of what a plugin cannot draw, so that one answer never hides all the others. */
export class Fallback extends Component<{ to: ReactNode; children: ReactNode }, { failed: boolean }> {
  state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  render(): ReactNode {
    return this.state.failed ? this.props.to : this.props.children
  }
}
