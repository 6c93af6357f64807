import { Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { LibraryFile } from '../../../../api_types/media.ts'
import { sizeInEnglish } from '@formwright/kit/size'
import { blockName } from '../blocks/block_name.ts'
import { groupName, SETTINGS_GROUPS } from '../blocks/settings_groups.ts'
import { isSettingsKind } from '../draft/row.ts'
import type { EditorModel } from '../model.ts'
import { showSetting } from '../panel/wanted_setting.ts'
import { useEditor } from '../use_editor.ts'
import classes from './library.module.css'
import { mediaUses, type MediaUse } from './media_uses.ts'

/** So many places are named; a picture that stands at every option of a long list has more. */
const NAMED = 5
const ELSEWHERE = 'Not used in this form. Another form uses it.'

/** What is known of the chosen file, where it is used, and what can be done with it. */
export function LibraryFooter(props: {
  file: LibraryFile | undefined
  /** undefined where nothing is chosen for */
  onTake: (() => void) | undefined
  onRemove: (id: string) => void
  removing: boolean
}) {
  const { file } = props
  const editor = useEditor()
  // nobody changes the draft here while the library lies over it
  const uses = useMemo(() => mediaUses(shownRows(editor)), [editor])
  const used = file ? (uses.get(file.src) ?? []) : []
  return (
    <div className={classes.footer}>
      <div className={classes.facts} aria-live="polite">
        {file ? (
          <Facts file={file} uses={used} />
        ) : (
          <Text size="sm" c="dimmed">
            Choose a file to see where it is used.
          </Text>
        )}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.5} />}
          disabled={!file || used.length > 0 || file.in_versions}
          loading={props.removing}
          onClick={() => file && props.onRemove(file.id)}
        >
          Remove
        </Button>
        {props.onTake && (
          <Button disabled={!file} onClick={props.onTake}>
            Use this file
          </Button>
        )}
      </div>
    </div>
  )
}

function Facts({ file, uses }: { file: LibraryFile; uses: readonly MediaUse[] }) {
  const editor = useEditor()
  const alts = [...new Set(uses.flatMap(({ alt }) => alt ?? []))]
  const rows = [...new Set(uses.map(({ row }) => row))]
  const unused = rows.length === 0 && !file.in_versions
  const pixels = file.width && file.height ? `, ${file.width} × ${file.height} pixels` : ''
  return (
    <>
      <Text size="sm" fw={500} truncate dir="auto" title={file.name}>
        {file.name}
      </Text>
      <Text size="xs" c="dimmed">
        {sizeInEnglish(file.size)}
        {pixels}
      </Text>
      {alts.length > 0 && (
        <Text size="xs" lineClamp={2}>
          Alternative text: <bdi>{alts.join('; ')}</bdi>
        </Text>
      )}
      <div className={classes.uses}>
        {rows.length > 0 && (
          <>
            <span>Used in</span>
            {rows.slice(0, NAMED).map((row) => (
              <button
                key={row}
                type="button"
                className={classes.link}
                onClick={() => lead(editor, row, file.src)}
              >
                {nameOf(editor, row)}
              </button>
            ))}
            {rows.length > NAMED && <span>and {rows.length - NAMED} more</span>}
          </>
        )}
        {unused && <span>{file.elsewhere ? ELSEWHERE : 'Not used. It is removed after a day.'}</span>}
        {file.in_versions && <span>Used in a published version, so it stays.</span>}
      </div>
    </>
  )
}

/** What a draft shows media files in: its blocks, and the settings of the form. */
function shownRows({ store }: EditorModel) {
  const groups = SETTINGS_GROUPS.flatMap((group) => store.row(`settings.${group}`) ?? [])
  return [...groups, ...store.rows()]
}

function nameOf(editor: EditorModel, id: string): string {
  const row = editor.store.row(id)
  return groupName(id.replace(/^settings\./, '')) ?? (row ? blockName(editor, row) : '')
}

/** Leads to what shows the file. */
function lead(editor: EditorModel, id: string, src: string): void {
  editor.library.set(undefined)
  if (isSettingsKind(id)) {
    const content = Object.entries(editor.store.row(id)?.content ?? {})
    const [name] = content.find(([, value]) => JSON.stringify(value).includes(src)) ?? ['']
    return showSetting(editor, `${id.replace('settings.', '')}.${name}`)
  }
  editor.selection.only(id)
  editor.wantedFocus.set({ block: id, caret: 'end' })
}
