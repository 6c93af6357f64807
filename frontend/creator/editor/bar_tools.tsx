import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconLibraryPhoto, IconPlus } from '@tabler/icons-react'
import type { Form } from '../../../api_types/forms.ts'
import { useOfferCommands, type Command } from '../forms/commands.ts'
import { FormBarTools, useEditorSheet } from '../forms/form_bar.tsx'
import { useReadOnly } from '../text/read_only.ts'
import { insertionPointAtEnd } from './blocks/insertion_point.ts'
import { insertionPointBehindRow } from './blocks/rows.ts'
import classes from './editor.module.css'
import { Library } from './media/library.tsx'
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
  useEditorCommands(readOnly)
  return (
    <>
      <FormBarTools>
        <Saving />
        {!readOnly && <UndoRedo className={classes.onWide} />}
      </FormBarTools>
      <Preview slug={form.slug} opened={sheet === 'preview'} onClose={close} />
      <PublishSheet form={form} opened={sheet === 'publish'} onClose={close} />
      {!readOnly && <Library formId={form.id} />}
    </>
  )
}

/** What the editor offers where one searches for it. */
function useEditorCommands(readOnly: boolean): void {
  const editor = useEditor()
  const { canUndo, canRedo } = useHistory()
  const add = () => {
    const current = editor.selection.current()
    editor.adding.set(
      current === undefined ? insertionPointAtEnd(editor) : insertionPointBehindRow(editor, current),
    )
  }
  const commands: (Command | false)[] = [
    {
      id: 'add',
      label: 'Add a block',
      words: 'new question field',
      keys: '/',
      icon: IconPlus,
      run: add,
    },
    {
      id: 'library',
      label: 'Media library',
      words: 'pictures images files uploads',
      icon: IconLibraryPhoto,
      run: () => editor.library.set('all'),
    },
    canUndo && { id: 'undo', label: 'Undo', keys: 'Ctrl Z', icon: IconArrowBackUp, run: () => undo(editor) },
    canRedo && {
      id: 'redo',
      label: 'Redo',
      keys: 'Ctrl Shift Z',
      icon: IconArrowForwardUp,
      run: () => redo(editor),
    },
  ]
  useOfferCommands('page', readOnly ? [] : commands.filter((one) => one !== false))
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
