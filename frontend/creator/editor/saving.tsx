import { Button, Group, Popover, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { timeOfDay } from '../../design/time.ts'
import { blockName } from './blocks/block_name.ts'
import { groupName } from './blocks/settings_groups.ts'
import { isSettingsKind } from './draft/row.ts'
import { focusBlock, focusClash } from './page/focus.ts'
import { settingAt, showSetting } from './panel/wanted_setting.ts'
import classes from './saving.module.css'
import { useEditor, useRow, useSaveState } from './use_editor.ts'

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true }

/** How saving goes: an icon, with a word while it is not done; what could not be saved, why, and what can be done. */
export function Saving() {
  const save = useSaveState()
  if (save.state === 'saving') {
    return (
      <span role="status" className={classes.state}>
        <span data-word>Saving</span>
        <IconCloudUp {...ICON} />
      </span>
    )
  }
  if (save.state === 'saved') {
    const words = save.at !== undefined && `Saved ${timeOfDay(new Date(save.at))}`
    return (
      <span role="status" className={classes.state} title={words || undefined}>
        {words && (
          <>
            <VisuallyHidden>{words}</VisuallyHidden>
            <IconCloudCheck {...ICON} />
          </>
        )}
      </span>
    )
  }
  if (save.state === 'offline') {
    return save.kept ? (
      <Trouble word="Offline" said="Offline, kept here" role="status">
        {() => <Text>Your changes are kept on this device. They are saved when the connection returns.</Text>}
      </Trouble>
    ) : (
      <Trouble word="Not saved" said="Offline, not saved: leave this page open" role="status">
        {() => (
          <Text>
            There is no connection, and this browser cannot keep your changes. Leave this page open: they are
            saved when the connection returns.
          </Text>
        )}
      </Trouble>
    )
  }
  const said = save.rows ? notSaved(save.rows.length) : `Not saved: ${save.message}`
  return (
    <Trouble word="Not saved" name={save.rows && said} said={said} role="alert">
      {(close) =>
        save.rows ? <Unsaved rows={save.rows} onShow={close} /> : <NothingSaved message={save.message} />
      }
    </Trouble>
  )
}

function notSaved(count: number): string {
  return count === 1 ? '1 change not saved' : `${count} changes not saved`
}

/** A word that leads to what it means. What it says is told at once. */
function Trouble(props: {
  word: string
  /** where the word alone says too little about what it opens */
  name?: string
  said: string
  role: 'status' | 'alert'
  /** what it means; it can close itself */
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <VisuallyHidden role={props.role}>{props.said}</VisuallyHidden>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        // the bar stays where the page is scrolled
        floatingStrategy="fixed"
        width={320}
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-error)"
            className={classes.trouble}
            aria-label={props.name}
            rightSection={<IconCloudOff {...ICON} />}
            onClick={() => setOpen(!open)}
          >
            <span data-word>{props.word}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          {props.children(() => setOpen(false))}
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

/** Nothing can be saved as things are. */
function NothingSaved(props: { message: string }) {
  const { saver } = useEditor()
  return (
    <Stack gap="md">
      <Text>{props.message}</Text>
      <Group>
        <Button size="xs" variant="default" onClick={() => saver?.retry()}>
          Try again
        </Button>
      </Group>
    </Stack>
  )
}

/** Everything is saved but these. */
function Unsaved(props: { rows: readonly string[]; onShow: () => void }) {
  const { store, saver } = useEditor()
  return (
    <Stack gap="md">
      <Text>Everything else is saved. These changes are kept here:</Text>
      {props.rows.map((id) => (
        <UnsavedRow key={id} id={id} onShow={props.onShow} />
      ))}
      {store.refused().length > 0 && (
        <Group>
          <Button size="xs" variant="default" onClick={() => saver?.retry()}>
            Try again
          </Button>
        </Group>
      )}
    </Stack>
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
      <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {block ? blockName(editor, row) : (groupName(settingAt(props.id) ?? '') ?? 'A removed block')}
      </Text>
      <Text size="sm" mb={4}>
        {clash ? 'Someone else changed this too. Choose which version to keep.' : row?.refusal}
      </Text>
      <Group gap="xs">
        {(block || clash || setting !== undefined) && (
          <Button size="compact-xs" variant="default" onClick={show}>
            Show
          </Button>
        )}
        {!clash && (
          <Button size="compact-xs" variant="default" onClick={() => editor.store.drop(props.id)}>
            Discard this change
          </Button>
        )}
      </Group>
    </div>
  )
}
