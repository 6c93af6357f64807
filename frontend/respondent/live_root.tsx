import { Component, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { LiveProps } from '@formwright/kit/control'
import type { AnySettings } from '@formwright/kit/field'
import { refuseEndless } from './endless.ts'

if (import.meta.env.FRONTEND === 'preact') refuseEndless()

type Props = LiveProps<AnySettings, unknown, unknown>

/** Where a live part is drawn. */
export interface LiveRoot {
  draw(props: Props): void
  end(): void
}

/** What the script of a kind's `live.tsx` gives to the page. */
export interface LiveModule {
  /** `failed` is told when it throws: the page draws the plain control again. */
  mount(place: HTMLElement, failed: () => void): LiveRoot
}

/**
 * A kind's live part for the page. It brings the whole API of React with it: the page's own script has only a part. What is
 * set is drawn at once and not only with the page: an input that was drawn with what it held before, even once, would lose
 * the caret, and with it the place of the next letter.
 */
export function moduleOf(Live: ComponentType<Props>): LiveModule {
  return {
    mount(place, failed) {
      const root = createRoot(place)
      const drawNow = (props: Props) => {
        const set = (raw: unknown) => {
          drawNow({ ...props, raw })
          props.set(raw)
        }
        root.render(
          <Boundary failed={failed}>
            <Live {...props} set={set} />
          </Boundary>,
        )
      }
      return { draw: drawNow, end: () => root.unmount() }
    },
  }
}

class Boundary extends Component<{ failed: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown): void {
    // the page goes on with the plain control; whoever looks finds the reason
    console.error(error)
    this.props.failed()
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
