import type { CellProps, ResultProps } from '@formwright/kit/control'
import RichTextView from '@formwright/kit/rich/rich_text'
import type { Answer as Given } from './answer.ts'
import type { Settings } from './field.ts'

/** More signs than the widest column shows. */
const LINE = 400

/** The beginning of the text, without its format. */
export function Cell({ answer }: CellProps<Settings, Given>) {
  return <span>{answer.text.slice(0, LINE)}</span>
}

/** The text as it was formatted: drawn as elements, never as markup. */
export function Answer({ answer }: ResultProps<Settings, Given>) {
  return (
    <div className="fw-result fw-rich">
      <RichTextView text={answer} />
    </div>
  )
}
