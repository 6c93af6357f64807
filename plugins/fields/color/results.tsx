import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'
import Swatch from './swatch.tsx'

/** The colour with its code. */
export function Cell({ answer }: CellProps<Settings, string>) {
  return (
    <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', verticalAlign: 'middle' }}>
      <Swatch color={answer} />
      {answer}
    </span>
  )
}

/** The same, with what the palette calls it. */
export function Answer({ answer, settings }: ResultProps<Settings, string>) {
  const named = settings.palette.find(({ color }) => color === answer)
  return (
    <p className="fw-result" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      <Swatch color={answer} />
      {answer}
      {named !== undefined && ` ${named.label}`}
    </p>
  )
}
