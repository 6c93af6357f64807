import 'react'

declare module 'react' {
  /** Our own variables may stand in `style`. */
  interface CSSProperties {
    [name: `--fw-${string}`]: string | number | undefined
  }
}
