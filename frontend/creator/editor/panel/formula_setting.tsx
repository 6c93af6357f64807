import { useMemo } from 'react'
import type { SettingEntry } from '@formwright/kit/settings_form'
import type { ValueType } from '@formwright/kit/value'
import { FormulaInput } from '../../logic/formula_input.tsx'
import { spoken } from '../blocks/references.ts'
import { useComparables } from '../use_comparables.ts'
import { useDraft, useEditor } from '../use_editor.ts'

const ALL: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'time', 'choice', 'choices', 'file']
/** What the field itself finds while it is typed; the rest (a circle) only the check of the whole form knows. */
const FOUND_HERE = new Set(['syntax', 'type', 'unknown-reference', 'too-large'])

/** A setting that is a formula. */
export function FormulaSetting(props: {
  entry: SettingEntry
  block: string
  /** what it has to give; anything when absent */
  type: ValueType | undefined
  formula: string
  onChange: (formula: string) => void
}) {
  const { entry, type } = props
  const editor = useEditor()
  const { store } = editor
  const fields = useComparables(props.block)
  const types = useMemo(() => (type === undefined ? ALL : [type]), [type])
  const problem = useDraft('problems', store.problems).find(
    ({ block, path, code, cycle }) =>
      cycle?.includes(props.block) ||
      (block === props.block && path === `settings.${entry.name}` && !FOUND_HERE.has(code)),
  )
  return (
    <FormulaInput
      label={entry.title}
      formula={props.formula}
      types={types}
      fields={fields}
      error={problem && spoken(editor, problem.message)}
      onChange={props.onChange}
    />
  )
}
