import type { AnyAnswerModule, AnswerModule } from './answer.ts'
import type { ResultProps } from './control.ts'
import type { AnyResult, AnySettings } from './found.ts'

/** How answers of a kind without results.tsx are shown to the creator: as their text. */
export function plainResults(answer: AnyAnswerModule): { Cell: AnyResult; Answer: AnyResult } {
  const { toText }: Pick<AnswerModule<AnySettings, unknown, unknown>, 'toText'> = answer
  function Cell(props: ResultProps<AnySettings, unknown>) {
    return <span>{toText(props.answer, props.settings)}</span>
  }
  function Answer(props: ResultProps<AnySettings, unknown>) {
    return <p className="fw-result">{toText(props.answer, props.settings)}</p>
  }
  return { Cell, Answer }
}
