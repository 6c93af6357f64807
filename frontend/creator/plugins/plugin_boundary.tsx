import { Component, type ReactNode, Suspense } from 'react'
import type { PluginFaultReport } from '../../../api_types/plugins.ts'
import { faultWords, reportFault } from './faults.ts'

/** Which plugin draws what. */
export interface DrawnPart extends Pick<PluginFaultReport, 'family' | 'part'> {
  definition: { kind: string; version: number }
}

interface Props {
  drawn: DrawnPart
  /** what it draws: something else gives it another chance */
  of?: unknown
  /** what stands there once it threw; `fault` says plugin, version and error, as the end of a sentence */
  instead: (fault: string) => ReactNode
  children: ReactNode
}

interface State {
  of: unknown
  thrown?: readonly [unknown] | undefined
}

/** Around whatever a plugin draws in the creator's app: when that throws, or its code cannot be loaded, the page goes on. */
export class PluginBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { thrown: [error] }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { of, thrown: undefined }
  }

  override componentDidCatch(error: unknown): void {
    const { family, part, definition } = this.props.drawn
    reportFault({ family, part, kind: definition.kind, version: definition.version, error })
  }

  override render(): ReactNode {
    const { thrown } = this.state
    const { drawn, instead, children } = this.props
    if (thrown) return instead(faultWords({ ...drawn.definition, part: drawn.part, error: thrown[0] }))
    // who waits for something, waits alone
    return <Suspense fallback={null}>{children}</Suspense>
  }
}
