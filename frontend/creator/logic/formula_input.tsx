import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { showKeys, storeIds } from '../../../engine/logic/references.ts'

/** A formula: shown and typed with `{key}`, stored with `{#id}`. What is typed stays as it is typed. */
export function FormulaInput(props: {
  label: string
  formula: string
  references: readonly { id: string; key: string; label: string }[]
  error?: string
  onChange: (formula: string) => void
}) {
  const { formula, references } = props
  const [typed, setTyped] = useState<{ formula: string; text: string }>()
  const shown = showKeys(formula, (id) => references.find((one) => one.id === id)?.key)
  return (
    <Textarea
      size="xs"
      label={props.label}
      description="Name other answers by their key in braces, such as {country}."
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      value={typed?.formula === formula ? typed.text : shown}
      error={props.error}
      onChange={(event) => {
        const text = event.currentTarget.value
        const stored = storeIds(text, (key) => references.find((one) => one.key === key)?.id)
        setTyped({ formula: stored, text })
        props.onChange(stored)
      }}
    />
  )
}
