import './section.css'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { add, move, remove, type RemovedItem, restore } from './section_items.ts'
import { itemTitle, sectionTitle } from './section_names.ts'
import type { BlockProps, DrawnWith, Visit } from './visit.ts'

export { itemsWith } from './section_items.ts'
export { nameOf } from './section_names.ts'

type Props = BlockProps & { page: DrawnWith }

/** With more items than this, what is not on the screen is not laid out. */
const MANY = 30

/** Blocks that belong together: once, or in each item of a section that repeats. */
export function Section(props: Props) {
  const { visit, block, path, page } = props
  const { LayoutTexts, Messages } = page
  page.useVisit(visit, path)
  if (!visit.response.relevant(path)) return null
  const titled = sectionTitle(visit, block) !== ''
  const problems = visit.problemsOf(path)
  return (
    <div
      className={`block section ${page.widthClass(block)}${problems.length > 0 ? ' wrong' : ''}`}
      id={`b-${path}`}
      role={titled ? 'group' : undefined}
      aria-labelledby={titled ? `t-${path}` : undefined}
      aria-describedby={problems.length > 0 ? `m-${path}` : undefined}
      tabIndex={-1}
      autoFocus={visit.state.focus?.on === path}
    >
      <div id={`t-${path}`}>
        <LayoutTexts visit={visit} block={block} path={path} />
      </div>
      {block.section?.repeat ? <Items {...props} {...block.section.repeat} /> : <Blocks {...props} at="" />}
      <Messages visit={visit} id={`m-${path}`} problems={problems} />
    </div>
  )
}

/** The blocks of a section, at their addresses behind `at`. */
function Blocks({ visit, block: section, page, at }: Omit<Props, 'path'> & { at: string }) {
  const blocks = visit.data.form.blocks.filter(({ parent }) => parent === section.id)
  return (
    <div className="blocks">
      {blocks.map((block) => (
        <page.BlockView key={block.id} visit={visit} block={block} path={at + block.id} />
      ))}
    </div>
  )
}

/** The items of a section that repeats, and the button that adds one. */
function Items({ min, max, ...props }: Props & { min: number; max: number }) {
  const { visit, block } = props
  const { response, state, t } = visit
  const { id } = block
  const [removed, setRemoved] = useState<RemovedItem>()
  const drawn = useRef(new Map<string, { as: string; item: ReactNode }>())
  const items = response.items(id)
  const removable = items.length > min
  // What is the same as before is not drawn again: an item more costs one item, however many there are.
  const itemAt = (item: string, place: number): ReactNode => {
    const last = place === items.length - 1
    const as = [place, last, removable].join()
    const before = drawn.current.get(item)
    if (before?.as === as) return before.item
    const onMove = (by: 1 | -1) => {
      setRemoved(undefined)
      move(visit, block, item, by)
    }
    const onRemove = () => setRemoved(remove(visit, block, item))
    const around = { item, place, last, removable, onMove, onRemove }
    const now = <Item key={item} {...props} {...around} />
    drawn.current.set(item, { as, item: now })
    return now
  }
  const list = items.map(itemAt)
  if (removed) {
    const onPress = () => {
      setRemoved(undefined)
      restore(visit, block, removed)
    }
    list.splice(
      removed.place,
      0,
      <Undo key="" visit={visit} section={id} removed={removed} onPress={onPress} />,
    )
  }
  return (
    <>
      <div className={items.length > MANY ? 'items many' : 'items'}>{list}</div>
      {items.length < max ? (
        <button
          className="quiet"
          type="submit"
          name="_go"
          value={`add:${id}`}
          id={`add:${id}`}
          autoFocus={state.focus?.on === `add:${id}`}
          onClick={(event) => {
            event.preventDefault()
            setRemoved(undefined)
            add(visit, block)
          }}
        >
          {block.section?.add ?? t('section.add')}
        </button>
      ) : (
        <p className="help">{t('section.full', { count: max })}</p>
      )}
    </>
  )
}

type ItemProps = Props & {
  item: string
  place: number
  last: boolean
  removable: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** One item with its blocks, which are drawn for themselves: only what stands around them depends on the other items. */
function Item({ item, place, last, removable, onMove, onRemove, ...props }: ItemProps) {
  const { visit, block, page } = props
  const path = `${block.id}.${item}`
  page.useVisit(visit, path)
  const { state, t } = visit
  const blocks = useMemo(
    () => <Blocks visit={visit} block={block} page={page} at={`${path}.`} />,
    [visit, block, page, path],
  )
  const title = itemTitle(visit, block, item, place)
  const tool = (go: string, disabled: boolean, onPress: () => void, shown: ReactNode) => (
    <button
      className="quiet small"
      type="submit"
      name="_go"
      value={`${go}:${path}`}
      id={`${go}:${path}`}
      aria-label={t(`section.${go}`, { item: title })}
      disabled={disabled}
      autoFocus={state.focus?.on === `${go}:${path}`}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {shown}
    </button>
  )
  return (
    <div
      className="item fw-card"
      id={`b-${path}`}
      role="group"
      aria-labelledby={`t-${path}`}
      tabIndex={-1}
      autoFocus={state.focus?.on === path}
    >
      <input type="hidden" name={`f.${block.id}`} value={item} />
      <div className="item-head">
        <h3 id={`t-${path}`}>{title}</h3>
        {!(last && place === 0) && (
          <>
            {tool('up', place === 0, () => onMove(-1), <Arrow d="M8 13V3M4 7l4-4 4 4" />)}
            {tool('down', last, () => onMove(1), <Arrow d="M8 3v10M4 9l4 4 4-4" />)}
          </>
        )}
        {removable && tool('remove', false, onRemove, t('section.remove.short'))}
      </div>
      {blocks}
    </div>
  )
}

function Arrow({ d }: { d: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}

interface UndoProps {
  visit: Visit
  section: string
  removed: RemovedItem
  onPress(): void
}

/** In the place of an item that was removed with something in it. */
function Undo({ visit: { t }, section, removed, onPress }: UndoProps) {
  return (
    <div className="removed">
      <span>{t('section.removed', { item: removed.title })}</span>
      <button className="quiet small" type="button" id={`undo:${section}`} onClick={onPress}>
        {t('section.undo')}
      </button>
    </div>
  )
}
