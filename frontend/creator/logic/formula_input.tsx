import { ActionIcon, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useContext, useId, useMemo, useRef } from 'react'
import type { Type } from '../../../engine/logic/signatures.ts'
import { blockOf } from '../../../engine/logic/references.ts'
import { CaretMenu, popupOf, useCaretMenu, type MenuRequest, type MenuEntry } from '../text/caret_menu.tsx'
import { InPlaceText } from '../text/in_place_text.tsx'
import editable from '../text/editable.module.css'
import input from '../text/in_place_text.module.css'
import { placesIn } from '../text/line_schema.ts'
import type { Names } from '../text/names.ts'
import type { FormerLabel, KeyedComparable } from './conditions.ts'
import { checkFormula } from './formula_check.ts'
import { FormerLabels } from './former_labels.ts'
import { FUNCTIONS } from './formula_functions.ts'
import classes from './formula_input.module.css'

/**
 * A formula: other answers are chips, stored as `{#id}` and typed as `{key}`; `@` or `{` opens a menu of answers and
 * functions. What it gives, or what is wrong and where, is said while it is typed.
 */
export function FormulaInput(props: {
  label: string
  formula: string
  /** what it may give */
  types: readonly Type[]
  fields: readonly KeyedComparable[]
  /** what the check found that this field cannot know */
  error?: string
  onChange: (formula: string) => void
}) {
  const { label, formula, types, fields } = props
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const formerLabel = useContext(FormerLabels)
  const names = useMemo(() => namesOf(fields, formerLabel), [fields, formerLabel])
  const menu = useCaretMenu(element, { asked, find: (wanted) => entriesFor(fields, wanted) })
  const checked = useMemo(
    () => checkFormula(formula, types, fields, formerLabel),
    [formula, types, fields, formerLabel],
  )
  // what asks for the menu is not yet part of the formula
  const asking = menu.open !== undefined && menu.found.length > 0
  const wrong = checked && 'wrong' in checked && !asking ? checked : undefined
  const error = wrong?.wrong ?? props.error
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.box}>
        <InPlaceText
          element={element}
          className={`${editable.framed} ${input.input} ${classes.formula}`}
          tall
          multiline
          code
          text={formula}
          names={names}
          named={fields.map((field) => `${field.key} ${field.label}`).join('\n')}
          popup={popupOf(menu)}
          name={label}
          placeholder="Type @ for answers and functions"
          describedBy={`${id}-said`}
          invalid={error !== undefined}
          wrong={wrong && [placesIn(formula.slice(0, wrong.from)), placesIn(formula.slice(0, wrong.to))]}
          onText={(text) => {
            props.onChange(text)
            menu.typed()
          }}
          onKey={menu.key}
          onRewritten={menu.typed}
          onBlur={menu.close}
        />
        <ActionIcon
          className={classes.insert}
          size={24}
          aria-label="Insert an answer or a function"
          onMouseDown={(event) => event.preventDefault()}
          onClick={menu.show}
        >
          <IconPlus size={14} stroke={1.5} />
        </ActionIcon>
      </div>
      <p
        id={`${id}-said`}
        className={classes.said}
        data-wrong={error !== undefined || undefined}
        aria-live="polite"
      >
        {error ?? (checked && 'gives' in checked ? checked.gives : '')}
      </p>
      {menu.open && <CaretMenu menu={menu} label="Answers and functions" />}
    </Input.Wrapper>
  )
}

/** What the fields are called in a formula. */
function namesOf(fields: readonly KeyedComparable[], formerLabel: FormerLabel): Names {
  return {
    nameOf: (address) => {
      const field = fields.find(({ id }) => id === address)
      if (field) return field
      const { label, key } = formerLabel(blockOf(address)) ?? {}
      return label === undefined || key === undefined ? undefined : { label, key }
    },
    idOf: (key, part) => {
      const address = fields.find((field) => field.key === (part === '' ? key : `${key}.${part}`))?.id
      const id = address && blockOf(address)
      // what stands in all items of a section has a longer address than its key tells
      return address === (part === '' ? id : `${id}.${part}`) ? id : undefined
    },
    addressIn: (section, inner) => {
      const key = fields.find((field) => field.id === section)?.key
      return fields.find((field) => field.key === `${key}.${inner}`)?.id.slice(section.length + 1)
    },
  }
}

const WORDS_OF_OPERATORS = new Set(['and', 'or', 'not', 'true', 'false', 'empty'])

/** `@` and `{` ask, and so does a name that is begun; not inside a quoted text. */
function asked(before: string): MenuRequest | undefined {
  if (/["'“”„‟«]/.test(before.replace(/"[^"]*"|'[^']*'|[“”„‟«][^“”‟»]*[“”‟»]/g, ''))) return undefined
  const sign = /[@{]([\p{L}\p{N}_. →-]{0,60})$/u.exec(before)
  if (sign) return { typed: sign[0], wanted: sign[1] ?? '' }
  const name = /(?<![\p{L}\p{N}_}.])[\p{L}_][\p{L}\p{N}_]+$/u.exec(before)?.[0]
  if (name === undefined || WORDS_OF_OPERATORS.has(name.toLowerCase())) return undefined
  return { typed: name, wanted: name }
}

/** A function of just this name, then answers by label or key, then functions whose name begins so. */
function entriesFor(fields: readonly KeyedComparable[], wanted: string): MenuEntry[] {
  const lower = wanted.trim().toLowerCase()
  const answers = fields
    .filter(({ key, label }) => key.includes(lower) || label.toLowerCase().includes(lower))
    .map(({ id, key, label }): MenuEntry => ({ id, label, code: `{${key}}`, inserts: `{${key}}` }))
  const names = Object.keys(FUNCTIONS).filter((name) => name.startsWith(lower) && name !== lower)
  const exact = Object.hasOwn(FUNCTIONS, lower) ? [lower] : []
  return [...exact.map(functionEntry), ...answers, ...names.map(functionEntry)]
}

function functionEntry(name: string): MenuEntry {
  const { values, words } = FUNCTIONS[name] ?? { values: '', words: '' }
  const label = `${name}(${values})`
  const entry = { id: `f-${name}`, label, code: 'function', words, inserts: `${name}()` }
  return values === '' ? entry : { ...entry, back: 1 }
}
