import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import { useReadOnly } from '../../text/read_only.ts'
import { spoken } from '../blocks/references.ts'
import { leadTo } from '../panel/wanted_setting.ts'
import { useEditor } from '../use_editor.ts'
import classes from './page.module.css'

/** What the check says of this block. */
export function BlockProblems(props: { problems: readonly DocumentProblem[] }) {
  return (
    <ul className={classes.problems} data-tool aria-label="Problems">
      {props.problems.map((problem, index) => (
        <li key={index} className={classes.problem} data-severity={problem.severity}>
          {problem.severity === 'error' ? (
            <IconAlertCircle size={16} stroke={1.5} aria-label="Error" />
          ) : (
            <IconAlertTriangle size={16} stroke={1.5} aria-label="Warning" />
          )}
          <Said problem={problem} />
        </li>
      ))}
    </ul>
  )
}

/** The sentence; for whom may change the form it leads to where that is done. */
function Said({ problem }: { problem: DocumentProblem }) {
  const editor = useEditor()
  const lead = leadTo(problem, editor)
  const words = spoken(editor, problem.message)
  if (useReadOnly() || lead === undefined) return <span>{words}</span>
  return (
    <button type="button" className={classes.lead} onClick={lead}>
      {words}
    </button>
  )
}
