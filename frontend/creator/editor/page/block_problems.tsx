import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import { spoken } from '../blocks/references.ts'
import { useEditor } from '../use_editor.ts'
import classes from './page.module.css'

/** What the check says of this block. */
export function BlockProblems(props: { problems: readonly DocumentProblem[] }) {
  const { store } = useEditor()
  return (
    <ul className={classes.problems} data-tool aria-label="Problems">
      {props.problems.map((problem, index) => (
        <li key={index} className={classes.problem} data-severity={problem.severity}>
          {problem.severity === 'error' ? (
            <IconAlertCircle size={16} stroke={1.5} aria-label="Error" />
          ) : (
            <IconAlertTriangle size={16} stroke={1.5} aria-label="Warning" />
          )}
          <span>{spoken(store, problem.message)}</span>
        </li>
      ))}
    </ul>
  )
}
