import type { CellProps, ResultProps } from './control.ts'
import type { AnySettings } from './field.ts'
import type { AnyAnswerModule, FieldResults } from './found.ts'
import { readable } from './text.ts'

/** More signs than the widest column shows: a row is no place for a book. */
const LINE = 400

/** How answers of a kind without results.tsx are shown to the creator: each part, and the whole, as its text. */
export function plainResults(answers: AnyAnswerModule): FieldResults {
  function Cell({ answer, settings, part }: CellProps<AnySettings, unknown>) {
    return <span>{readable(answers.toText(answer, settings, part)).slice(0, LINE)}</span>
  }
  function Answer({ answer, settings }: ResultProps<AnySettings, unknown>) {
    return <p className="fw-result">{readable(answers.toText(answer, settings))}</p>
  }
  return { Cell, Answer }
}
