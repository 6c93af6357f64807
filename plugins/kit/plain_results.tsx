import type { AnyAnswerModule, AnswerModule } from './answer.ts'
import type { CellProps, ResultProps } from './control.ts'
import type { AnySettings, FieldResults } from './found.ts'

/** How answers of a kind without results.tsx are shown to the creator: as their text, its several columns by their cells. */
export function plainResults(answer: AnyAnswerModule): FieldResults {
  const { toText, columns }: Pick<AnswerModule<AnySettings, unknown, unknown>, 'toText' | 'columns'> = answer
  function Cell(props: CellProps<AnySettings, unknown>) {
    const whole = columns(props.settings).length === 1
    return <span>{whole ? toText(props.answer, props.settings) : String(props.value)}</span>
  }
  function Answer(props: ResultProps<AnySettings, unknown>) {
    return <p className="fw-result">{toText(props.answer, props.settings)}</p>
  }
  return { Cell, Answer }
}
