import type { CellProps, ResultProps } from '@formwright/kit/control'
import answers from './answer.ts'
import type { Settings } from './field.ts'
import { letterLines } from './letter.ts'
import type { Answer as Given } from './parts.ts'

/** One part; the country by its code, as filters name it. */
export function Cell({ value }: CellProps<Settings, Given>) {
  return <span>{String(value)}</span>
}

/** The address in lines, as it stands on a letter that is sent there. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  const lines = [...letterLines(answer, settings.orders), answers.toText(answer, settings, 'country', 'en')]
    .flat()
    .filter(Boolean)
  return (
    <p className="fw-result">
      {lines.map((line, index) => (
        <span key={index} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
    </p>
  )
}
