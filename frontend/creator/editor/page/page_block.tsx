import { memo, useMemo, type ComponentType, type MouseEvent, type SyntheticEvent } from 'react'
import { useReadOnly } from '../../text/read_only.ts'
import { blockName } from '../blocks/block_name.ts'
import { whyUnknown } from '../../plugins/unusable.ts'
import { familyOf, titleOf } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { useChosen, useEditor, useProblemsOf, useRow } from '../use_editor.ts'
import { Adder } from './adder.tsx'
import { BlockContext } from './block_context.ts'
import { BlockHandle } from './block_handle.tsx'
import { BlockProblems } from './block_problems.tsx'
import { FieldView, LayoutView } from './block_view.tsx'
import { Clash } from './clash.tsx'
import { PageBreakView } from './page_break_view.tsx'
import classes from './page.module.css'
import { PlainView } from './plain_view.tsx'
import { Refusal } from './refusal.tsx'
import { SectionBody, SectionTitle, type BlocksProps } from './section_view.tsx'
import { WelcomeView } from './welcome_view.tsx'

/** One block of the page: as respondents see it, with its handle, what is wrong with it, and what others made of it. */
export const PageBlock = memo(function PageBlock(props: {
  id: string
  first: boolean
  page: number
  /** until then it is drawn, and nothing in it can be used */
  live: boolean
  /** draws what stands in a section */
  Blocks: ComponentType<BlocksProps>
}) {
  const { id, live, Blocks } = props
  const editor = useEditor()
  const row = useRow(id)
  const chosen = useChosen(id)
  const problems = useProblemsOf(id)
  const current = chosen === 'current'
  const context = useMemo(() => ({ id, current }), [id, current])
  const readOnly = useReadOnly()
  if (!row) return null
  const name = blockName(editor, row)
  const family = familyOf(editor.kinds, row.kind)
  const hidden = row.content.state === 'hidden'

  const view = (
    <BlockContext value={context}>
      {live ? <View row={row} page={props.page} /> : <PlainView row={row} />}
      {family === 'section' && <SectionBody row={row} page={props.page} live={live} Blocks={Blocks} />}
    </BlockContext>
  )
  if (readOnly) {
    return (
      <div
        className={`block ${widthClass(row)}`}
        role="group"
        aria-label={name}
        data-block={id}
        data-family={family}
      >
        {view}
        <Marks row={row} hidden={hidden} />
      </div>
    )
  }

  return (
    <>
      <div
        className={`block ${widthClass(row)} ${classes.block}`}
        role="group"
        aria-label={name}
        aria-current={current || undefined}
        tabIndex={current || props.first ? 0 : -1}
        data-block={id}
        data-chosen={chosen === 'no' ? undefined : chosen}
        data-family={family}
        data-hidden={hidden || undefined}
        onMouseDown={(event) => isOwn(event) && select(event, editor, id)}
        onFocus={(event) => {
          if (!isOwn(event)) return
          // what was marked in a text would be copied instead of the block
          if (event.target === event.currentTarget) document.getSelection()?.removeAllRanges()
          if (!editor.selection.has(id)) editor.selection.only(id)
        }}
      >
        {live && <BlockHandle id={id} name={name} current={current} />}
        {view}
        <Marks row={row} hidden={hidden} />
        {problems.length > 0 && <BlockProblems problems={problems} />}
        {row.refusal !== undefined && <Refusal id={id} reason={row.refusal} />}
        {row.theirs && <Clash row={row} />}
      </div>
      <Adder parent={editor.store.parentOf(id)} after={id} />
    </>
  )
})

/** What a press on a block selects: it alone, or with Shift or Ctrl it too. */
function select(event: MouseEvent<HTMLElement>, { selection, store }: EditorModel, id: string): void {
  const block = event.currentTarget
  const text = event.target instanceof Element ? event.target.closest('[data-text]') : null
  const typing = text !== null && text === document.activeElement
  if ((event.shiftKey || event.ctrlKey || event.metaKey) && !typing) {
    // the focus goes along: the keys that follow are for the blocks, not for a text
    event.preventDefault()
    if (event.shiftKey) selection.extendTo(id, store.order())
    else selection.toggle(id)
    if (selection.has(id)) block.focus({ preventScroll: true })
  } else if (event.target instanceof Element && event.target.closest('[data-tool]') === null) {
    selection.only(id)
    if (text === null) block.focus({ preventScroll: true })
  }
}

/** Whether an event is for this block, and not for one that stands in it, or for a line to add one. */
function isOwn({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Element && target.closest('[data-block], [data-adder]') === currentTarget
}

function View(props: { row: RowView; page: number }) {
  const { kinds } = useEditor()
  const { row } = props
  const field = kinds.fields[row.kind]
  if (field) return <FieldView row={row} plugin={field} />
  const layout = kinds.layouts[row.kind]
  if (layout?.definition.role === 'section') return <SectionTitle row={row} />
  if (layout?.definition.role === 'page-break') return <PageBreakView row={row} page={props.page} />
  if (layout?.definition.role === 'welcome') return <WelcomeView row={row} plugin={layout} />
  if (layout) return <LayoutView row={row} plugin={layout} />
  return <UnknownView row={row} />
}

/** A block whose kind is not there: what it is known by, and why nothing more of it is shown. */
function UnknownView({ row }: { row: RowView }) {
  const editor = useEditor()
  const label = spoken(editor, titleOf(editor.kinds, row))
  return (
    <>
      {label !== '' && (
        <p className="label" dir="auto">
          {label}
        </p>
      )}
      <p className="help" dir="ltr">
        {`${whyUnknown(row.kind, editor.kinds.unusable ?? [])} Its data is kept.`}
      </p>
    </>
  )
}

/** What respondents do not see but the creator should. */
function Marks(props: { row: RowView; hidden: boolean }) {
  const { rules, hideLabel, condition } = props.row.content
  const count = Array.isArray(rules) ? rules.length : 0
  const marks = [
    props.hidden && 'Starts hidden',
    hideLabel === true && 'Label not shown',
    count > 0 && (count === 1 ? '1 rule' : `${count} rules`),
    condition !== undefined && 'Has a condition',
  ].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return (
    <p className={classes.marks} data-tool>
      {marks.join(' · ')}
    </p>
  )
}

function widthClass(row: RowView): string {
  const width = typeof row.content.width === 'string' ? row.content.width : 'full'
  return `w-${width.replace('/', '-')}`
}
