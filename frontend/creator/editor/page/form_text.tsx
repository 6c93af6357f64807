import { useId } from 'react'
import { InPlaceText } from '../../text/in_place_text.tsx'
import { changeSettings } from '../blocks/form_settings.ts'
import { useEditor, useRefused, useSettingsGroup } from '../use_editor.ts'
import classes from './page.module.css'

/** A text of the form itself, changed where it stands; what it cannot be is said below it. */
export function FormText(props: {
  group: 'general' | 'sending'
  name: string
  label: string
  placeholder?: string
  said?: string
  multiline?: boolean
  /** what it stands in: what is wrong with it does not */
  frame?: string
  onKey?: (event: globalThis.KeyboardEvent) => boolean
}) {
  const { group, name, label, frame, ...text } = props
  const editor = useEditor()
  const id = useId()
  const value = useSettingsGroup(group)[name]
  const refused = useRefused(group)[name]
  return (
    <>
      <span className={frame}>
        <InPlaceText
          {...text}
          text={typeof value === 'string' ? value : ''}
          path={`${group}.${name}`}
          name={label}
          describedBy={refused && id}
          invalid={refused !== undefined}
          onText={(next) => changeSettings(editor, group, { [name]: next })}
        />
      </span>
      {refused !== undefined && (
        <span id={id} className={classes.refusedText} data-tool role="alert">
          {refused}
        </span>
      )}
    </>
  )
}
