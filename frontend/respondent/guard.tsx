import { Component, type ReactNode } from 'react'

interface Props {
  /** what is drawn when the children throw */
  instead(error: unknown): ReactNode
  children: ReactNode
}

/** Draws what a plugin draws. When that throws in a browser, something else stands there, and the page goes on. */
export class Guard extends Component<Props, { error?: { thrown: unknown } }> {
  override state: { error?: { thrown: unknown } } = {}

  static getDerivedStateFromError(thrown: unknown) {
    return { error: { thrown } }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.instead(error.thrown) : this.props.children
  }
}
