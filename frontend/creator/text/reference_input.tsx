import { Button } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { useRef } from 'react'
import { useNames } from './references.ts'
import { InPlaceText } from './in_place_text.tsx'
import editable from './editable.module.css'
import classes from './in_place_text.module.css'
import { popupOf } from './caret_menu.tsx'
import { ReferenceMenu, useReferenceMenu } from './reference_menu.tsx'
import { SettingFrame } from './setting_frame.tsx'

/** A text of the settings that may hold references: chips, and the menu that `@` or `{` opens. */
export function ReferenceInput(props: {
  /** the block it belongs to, which cannot refer to itself */
  block: string
  /** where it stands in the settings of the block */
  path?: string
  label: string
  description?: string
  error?: string
  placeholder?: string
  text: string
  multiline?: boolean
  /** a button says that answers can stand in it */
  offersAnswers?: boolean
  onText: (text: string) => void
}) {
  const { label, error } = props
  const element = useRef<HTMLDivElement>(null)
  const { names, named } = useNames(props.text)
  const menu = useReferenceMenu(element, props.block, props.path)
  return (
    <>
      <SettingFrame label={label} description={props.description} error={error}>
        {(describedBy) => (
          <InPlaceText
            element={element}
            className={`${editable.framed} ${classes.input}`}
            tall={props.multiline}
            text={props.text}
            names={names}
            named={named}
            popup={popupOf(menu)}
            name={label}
            placeholder={props.placeholder ?? ''}
            multiline={props.multiline}
            describedBy={describedBy}
            invalid={error !== undefined}
            onText={(text) => {
              props.onText(text)
              menu.typed()
            }}
            onKey={menu.key}
            onRewritten={menu.typed}
            onBlur={menu.close}
          />
        )}
      </SettingFrame>
      {props.offersAnswers && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={-12}
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconAt size={14} stroke={1.5} />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            element.current?.focus()
            menu.show()
          }}
        >
          Insert an answer
        </Button>
      )}
      {menu.open && <ReferenceMenu menu={menu} />}
    </>
  )
}
