import { Component, type ReactNode } from 'react'

/**
 * A part of a plugin that fails, or whose code could not be loaded, does not take the page with it; other settings give
 * it another chance.
 */
export class Boundary extends Component<
  { of: object; children: ReactNode },
  { of: object; failed: boolean }
> {
  override state = { of: this.props.of, failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  static getDerivedStateFromProps(props: { of: object }, state: { of: object; failed: boolean }) {
    return props.of === state.of ? null : { of: props.of, failed: false }
  }
  override render() {
    if (this.state.failed)
      return (
        <p className="help">This block cannot be shown. Its settings are kept. Change one to try again.</p>
      )
    return this.props.children
  }
}
