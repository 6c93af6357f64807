import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { memo, useDeferredValue, useState, type ReactNode } from 'react'
import { inOrder } from '../blocks/block_order.ts'
import { duplicateBlocks } from '../blocks/copy_blocks.ts'
import { moveAndSay, wrapAndSay } from '../page/moves.ts'
import { copyByMenu, cutByMenu } from '../page/use_clipboard.ts'
import type { EditorModel } from '../model.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import { useChosenIds, useCurrent, useEditor, useRow } from '../use_editor.ts'
import { BlockPanel } from './block_panel.tsx'
import { FormPanel } from './form_panel.tsx'
import classes from './panel.module.css'

/** Settings of what is chosen: a block, several, or the form itself; `state` where nothing else says how saving goes. */
export function Panel({ state }: { state?: ReactNode }) {
  const current = useCurrent()
  const chosen = useChosenIds()
  if (chosen.size > 1) return <Several count={chosen.size} />
  return current === undefined ? <FormPanel state={state} /> : <Chosen id={current} state={state} />
}

/**
 * While someone types on the page the panel may follow a moment later: the letter comes first. What is typed in the
 * panel itself is never late.
 */
function Chosen(props: { id: string; state: ReactNode }) {
  const now = useRow(props.id)
  const later = useDeferredValue(now)
  const [inside, setInside] = useState(false)
  const row = inside || later?.id !== props.id ? now : later
  if (!now || !row) return <FormPanel state={props.state} />
  return (
    <div onFocus={() => setInside(true)} onBlur={() => setInside(false)}>
      <LateBlockPanel key={props.id} row={row} state={props.state} />
    </div>
  )
}

const LateBlockPanel = memo(BlockPanel)

/** What is done with several blocks at once. */
const SEVERAL: readonly (readonly [name: string, run: (editor: EditorModel, ids: string[]) => unknown])[] = [
  ['Move up', (editor, ids) => moveAndSay(editor, ids, -1)],
  ['Move down', (editor, ids) => moveAndSay(editor, ids, 1)],
  ['Copy', copyByMenu],
  ['Cut', cutByMenu],
  ['Duplicate', duplicateBlocks],
  ['Put in a section', wrapAndSay],
  ['Delete', removeWithToast],
]

function Several(props: { count: number }) {
  const editor = useEditor()
  const chosen = () => inOrder(editor, editor.selection.ids())
  return (
    <Stack className={classes.panel} gap="sm">
      <Title order={2} size="h4">
        {props.count} blocks
      </Title>
      <Text c="dimmed" className={classes.keys}>
        Press Alt and an arrow key to move them together.
      </Text>
      <Group gap="sm">
        {SEVERAL.map(([name, run]) => (
          <Button key={name} variant="default" size="xs" onClick={() => run(editor, chosen())}>
            {name}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
