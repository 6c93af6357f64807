import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Form } from '../../../api_types/forms.ts'
import { FormBarTools, useEditorSheet } from '../forms/form_bar.tsx'
import { useReadOnly } from '../text/read_only.ts'
import classes from './editor.module.css'
import { useHistory } from './page/page.tsx'
import { Preview } from './preview/preview.tsx'
import { PublishSheet } from './publish/publish_sheet.tsx'
import { Saving } from './saving.tsx'
import { redo, undo } from './undo/undo.ts'
import { useEditor } from './use_editor.ts'

const ICON = { size: 18, stroke: 1.5 }

/** What the editor adds to the form's bar: saved or not, undo, redo; and what the bar opens. */
export function BarTools(props: { form: Form }) {
  const { form } = props
  const readOnly = useReadOnly()
  const { sheet, close } = useEditorSheet()
  return (
    <>
      <FormBarTools>
        <Saving />
        {!readOnly && <UndoRedo className={classes.onWide} />}
      </FormBarTools>
      <Preview slug={form.slug} opened={sheet === 'preview'} onClose={close} />
      <PublishSheet form={form} opened={sheet === 'publish'} onClose={close} />
    </>
  )
}

/** Back and forth through the steps. */
export function UndoRedo(props: { className?: string }) {
  const editor = useEditor()
  const { canUndo, canRedo } = useHistory()
  return (
    <Group gap={0} wrap="nowrap" className={props.className}>
      <Tooltip label="Undo (Ctrl Z)">
        <ActionIcon aria-label="Undo" disabled={!canUndo} onClick={() => undo(editor, 'button')}>
          <IconArrowBackUp {...ICON} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl Shift Z)">
        <ActionIcon aria-label="Redo" disabled={!canRedo} onClick={() => redo(editor, 'button')}>
          <IconArrowForwardUp {...ICON} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
