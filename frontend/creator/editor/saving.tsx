import { Button, Group, Popover, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { SavedState } from '../../design/saved_state.tsx'
import { blockName } from './blocks/block_name.ts'
import { groupName } from './blocks/settings_groups.ts'
import { isSettingsKind } from './draft/row.ts'
import { focusBlock, focusClash } from './page/focus.ts'
import { settingAt, showSetting } from './panel/wanted_setting.ts'
import { useEditor, useRow, useSaveState } from './use_editor.ts'

/** How saving goes; what could not be saved, why, and what can be done about it. */
export function Saving() {
  const save = useSaveState()
  const { saver } = useEditor()
  if (save.state === 'failed') {
    if (save.rows) return <Unsaved rows={save.rows} />
    return (
      <Group gap="xs" wrap="nowrap">
        <Text component="span" size="xs" c="var(--mantine-color-error)" role="alert">
          Not saved: {save.message}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => saver?.retry()}>
          Try again
        </Button>
      </Group>
    )
  }
  if (save.state !== 'saved') return <SavedState saved={save} />
  if (save.at === undefined) return <span role="status" />
  return <SavedState saved={{ state: 'saved', at: new Date(save.at) }} />
}

/** Everything is saved but these. */
function Unsaved(props: { rows: readonly string[] }) {
  const { store, saver } = useEditor()
  const [open, setOpen] = useState(false)
  const { rows } = props
  const words = rows.length === 1 ? '1 change is not saved' : `${rows.length} changes are not saved`
  return (
    <>
      <VisuallyHidden role="alert">{words}</VisuallyHidden>
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus withinPortal>
        <Popover.Target>
          <Button
            size="compact-xs"
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => setOpen(!open)}
          >
            {words}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Changes that are not saved" mah="70dvh" style={{ overflowY: 'auto' }}>
          <Stack gap="md">
            <Text size="sm">Everything else is saved. These are kept here:</Text>
            {rows.map((id) => (
              <UnsavedRow key={id} id={id} onShow={() => setOpen(false)} />
            ))}
            {store.refused().length > 0 && (
              <Group>
                <Button size="xs" variant="default" onClick={() => saver?.retry()}>
                  Try again
                </Button>
              </Group>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

function UnsavedRow(props: { id: string; onShow: () => void }) {
  const editor = useEditor()
  const row = useRow(props.id)
  const block = row !== undefined && !isSettingsKind(row.kind)
  const [part] = Object.keys(row?.refusedParts ?? {})
  const setting = block || part === undefined ? undefined : settingAt(`${props.id}.${part}`)
  const clash = row?.theirs !== undefined
  const show = () => {
    props.onShow()
    if (setting !== undefined && !clash) return showSetting(editor, setting)
    if (block) editor.selection.only(props.id)
    requestAnimationFrame(() => (clash ? focusClash(props.id) : focusBlock(props.id)))
  }
  return (
    <div>
      <Text size="sm" fw={550} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {block ? blockName(editor, row) : (groupName(settingAt(props.id) ?? '') ?? 'A removed block')}
      </Text>
      <Text size="sm" mb={4}>
        {clash ? 'Someone else changed this too. Choose which one stays.' : row?.refusal}
      </Text>
      <Group gap="xs">
        {(block || clash || setting !== undefined) && (
          <Button size="compact-xs" variant="default" onClick={show}>
            Show
          </Button>
        )}
        {!clash && (
          <Button size="compact-xs" variant="default" onClick={() => editor.store.drop(props.id)}>
            Drop this change
          </Button>
        )}
      </Group>
    </div>
  )
}
