import { Menu } from '@mantine/core'
import { toast } from '../../../design/toasts.tsx'
import { conversionsOf, convertBlock } from '../blocks/convert_block.ts'
import type { PaletteEntry } from '../blocks/kinds.ts'
import type { EditorModel } from '../model.ts'
import { KindIcon } from '../palette/kind_icon.tsx'
import { useEditor, useRow } from '../use_editor.ts'

/** What a block can be turned into. */
export function useConversions(id: string): PaletteEntry[] {
  const editor = useEditor()
  const row = useRow(id)
  return row ? conversionsOf(editor, row) : []
}

/** The items of a menu that turn a block into something else. */
export function TurnIntoItems(props: { id: string; entries: readonly PaletteEntry[] }) {
  const editor = useEditor()
  return props.entries.map((entry) => (
    <Menu.Item
      key={entry.id}
      leftSection={<KindIcon icon={entry.icon} />}
      onClick={() => turnIntoAndSay(editor, props.id, entry)}
    >
      {entry.title}
    </Menu.Item>
  ))
}

function turnIntoAndSay(editor: EditorModel, id: string, entry: PaletteEntry): void {
  const whole = convertBlock(editor, id, entry)
  editor.announce(`Turned into ${entry.title}.`)
  if (!whole) toast.warning('Its default answer does not fit and was removed.')
}
