import { TextInput, UnstyledButton } from '@mantine/core'
import { useDraggable } from '@dnd-kit/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { addBlock } from '../blocks/add_blocks.ts'
import { GROUPS, paletteOf, searchPalette, type PaletteEntry } from '../blocks/kinds.ts'
import { whyUnusable } from '../../plugins/unusable.ts'
import { useEditor } from '../use_editor.ts'
import { KindIcon } from './kind_icon.tsx'
import classes from './palette.module.css'

/**
 * All kinds of blocks: a click adds one behind the chosen block, dragging puts it anywhere. In the search Enter adds the
 * first that is found, and arrows lead to the others.
 */
export function Palette(props: { onAdded?: () => void }) {
  const editor = useEditor()
  const [typed, setTyped] = useState('')
  const entries = paletteOf(editor.kinds)
  const found = searchPalette(entries, typed)
  const { unusable = [] } = editor.kinds
  const root = useRef<HTMLDivElement>(null)
  const add = (entry: PaletteEntry) => {
    addBlock(editor, entry)
    props.onAdded?.()
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const searched = typed.trim() !== '' && event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && searched && found[0]) {
      event.preventDefault()
      add(found[0])
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && root.current) {
      event.preventDefault()
      focusBeside(root.current, event.key === 'ArrowDown' ? 1 : -1)
    }
  }
  return (
    <div ref={root} className={classes.palette} onKeyDown={key}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Search blocks"
        placeholder="Search blocks"
        data-own-undo
        leftSection={<IconSearch size={14} stroke={1.5} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {GROUPS.map(([group, title]) => {
        const members = found.filter((entry) => entry.preset.group === group)
        if (members.length === 0) return null
        return (
          <section key={group} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <ul className={classes.list}>
              {members.map((entry) => (
                <li key={entry.id}>
                  <Item entry={entry} onAdd={() => add(entry)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {typed === '' && unusable.length > 0 && (
        <section aria-label="Cannot be used">
          <h3 className={classes.title}>Cannot be used</h3>
          <ul className={classes.list}>
            {unusable.map((plugin) => (
              <li key={plugin.kind}>
                <UnstyledButton className={classes.item} disabled>
                  <KindIcon icon={undefined} />
                  <span>
                    {plugin.title}
                    <span className={classes.why}>{whyUnusable(plugin)}</span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.length === 0 && <p className={classes.none}>No blocks found.</p>}
    </div>
  )
}

/** From the search to the entries that it found, and from one to the next. */
function focusBeside(root: HTMLElement, step: number): void {
  const stops = [...root.querySelectorAll<HTMLElement>('input, button:enabled')]
  stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus()
}

function Item(props: { entry: PaletteEntry; onAdd: () => void }) {
  const { entry } = props
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `palette:${entry.id}`,
    data: { entry },
  })
  return (
    <UnstyledButton
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging || undefined}
      {...listeners}
      onClick={props.onAdd}
    >
      <KindIcon icon={entry.icon} />
      {entry.title}
    </UnstyledButton>
  )
}
