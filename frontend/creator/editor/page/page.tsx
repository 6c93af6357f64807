import { useEffect, useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import { UNTITLED } from '../../../../engine/document/document.ts'
import { Cover, Logo } from '../../../respondent/cover.tsx'
import { coreTexts, direction } from '../../../respondent/languages.ts'
import { useReadOnly } from '../../text/read_only.ts'
import { editorOf } from '../../text/text_editor.ts'
import { addFirstQuestion } from '../blocks/add_blocks.ts'
import { inOrder } from '../blocks/block_order.ts'
import { settingsOf } from '../blocks/block_of.ts'
import { duplicateBlocks } from '../blocks/copy_blocks.ts'
import { familyOf } from '../blocks/kinds.ts'
import { insertionPointBehindRow } from '../blocks/rows.ts'
import { SETTINGS_GROUPS } from '../blocks/settings_groups.ts'
import type { EditorModel } from '../model.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import {
  useChildren,
  useDraft,
  useEditor,
  useObserved,
  useLanguage,
  useRow,
  useSettingsGroup,
} from '../use_editor.ts'
import { Adder, EndLine } from './adder.tsx'
import { Clash } from './clash.tsx'
import { focusBlock, focusText, focusTextOf } from './focus.ts'
import { Blocks } from './blocks.tsx'
import { FormText } from './form_text.tsx'
import { moveAndSay } from './moves.ts'
import { isBlock, useClipboard } from './use_clipboard.ts'
import { useOwnGround, usePaperStyle } from '../../plugins/paper_style.ts'
import classes from './page.module.css'

/** The form as respondents see it, on its paper: every block, and the line to add one. */
export function Page() {
  const editor = useEditor()
  const order = useChildren(null)
  const appearance = settingsOf('appearance', useSettingsGroup('appearance'))
  const language = useLanguage()
  const first = order[0]
  const readOnly = useReadOnly()
  usePaperStyle(appearance)
  const ownGround = useOwnGround(appearance)
  useWantedFocus(editor)
  useClipboard(editor, readOnly)
  useSelectAll(editor, readOnly)
  useEffect(
    () =>
      editor.store.subscribe('order', () =>
        editor.selection.keepOnly((id) => editor.store.row(id) !== undefined),
      ),
    [editor],
  )
  const { welcomes, pages, endings } = useParts(order)

  return (
    <div
      className={`fw-paper ${classes.paper}`}
      data-page
      data-live
      data-own-ground={ownGround || undefined}
      role="region"
      aria-label="The form"
      tabIndex={-1}
      lang={language}
      dir={direction(language)}
      onKeyDown={(event) => !readOnly && keyDown(event, editor)}
    >
      <Cover cover={appearance.cover} />
      <div className={classes.sheet}>
        <Logo logo={appearance.logo} />
        <header onClick={intoItsText}>
          <h1>
            <FormText
              group="general"
              name="title"
              label="Form title"
              placeholder={UNTITLED}
              onKey={(event) => event.key === 'Enter' && onToQuestions(editor)}
            />
          </h1>
          <Description />
        </header>
        {!readOnly && SETTINGS_GROUPS.map((group) => <SettingsClash key={group} group={group} />)}
        {welcomes.length > 0 && <Welcome ids={welcomes} first={first} />}
        <div className="blocks">
          {!readOnly && <Adder parent={null} after={null} />}
          <Blocks ids={pages} first={first} />
        </div>
        {order.length === 0 && (
          <p className={classes.empty} data-tool>
            {readOnly ? 'This form is empty.' : 'This form is empty. Type a question, or / for a block.'}
          </p>
        )}
        {!readOnly && (
          <div className={classes.end} data-tool>
            <EndLine />
          </div>
        )}
        <div className="buttons" onClick={intoItsText}>
          <FormText
            group="sending"
            name="submitLabel"
            label="Send button"
            said={coreTexts(language).send}
            frame={classes.sendButton}
          />
        </div>
        {endings.length > 0 && <Endings ids={endings} first={first} />}
      </div>
    </div>
  )
}

/** What the form says of itself, and what the stars of its questions mean. */
function Description() {
  const { store } = useEditor()
  const language = useLanguage()
  const explained = useDraft('required', () =>
    store.order().some((id) => store.row(id)?.content.required === true),
  )
  return (
    <div className="description">
      <FormText
        group="general"
        name="description"
        label="Form description"
        placeholder="Add a description"
        multiline
      />
      {explained && <span className="explained">{coreTexts(language)['required.explained']}</span>}
    </div>
  )
}

/** A click beside a text, on its line or on the button around it, is for that text. */
function intoItsText({ target, currentTarget }: MouseEvent): void {
  if (!(target instanceof Element) || target === currentTarget || target.closest('[data-text]')) return
  const text = target.querySelector<HTMLElement>('[data-text]')
  if (text && getSelection()?.isCollapsed !== false) focusTextOf(text, 'end')
}

/** Enter in the title goes on to the first question, which a form without blocks gets then. */
function onToQuestions(editor: EditorModel): boolean {
  if (editor.store.order().length === 0) addFirstQuestion(editor)
  const [first] = editor.store.order()
  if (first === undefined) return false
  editor.wantedFocus.set({ block: first, caret: 'end' })
  return true
}

interface Part {
  ids: readonly string[]
  first: string | undefined
}

/** The screen before the pages, which are counted from here. */
function Welcome(props: Part) {
  return (
    <section className={classes.apart} aria-label="Welcome">
      <PartLine says="Before the first page" />
      <div className="blocks">
        <Blocks {...props} />
      </div>
      <PartLine says="Page 1" />
    </section>
  )
}

/** What is shown after sending. */
function Endings(props: Part) {
  return (
    <section className={classes.apart} aria-label="Endings">
      <PartLine says="After sending" />
      <div className="blocks">
        <Blocks {...props} />
      </div>
    </section>
  )
}

/** What comes next on the paper. */
function PartLine({ says }: { says: string }) {
  return (
    <p className={classes.pageNumber} data-tool>
      <span>{says}</span>
    </p>
  )
}

/** Endings stand behind everything else, and a welcome before it, wherever it is among the blocks. */
function useParts(order: readonly string[]): Record<'welcomes' | 'pages' | 'endings', readonly string[]> {
  const { store, kinds } = useEditor()
  return useMemo(() => {
    const family = (id: string) => familyOf(kinds, store.row(id)?.kind ?? '')
    const welcomes = order.filter((id) => family(id) === 'welcome')
    const others = welcomes.length === 0 ? order : order.filter((id) => family(id) !== 'welcome')
    const split = others.findLastIndex((id) => family(id) !== 'ending')
    return { welcomes, pages: others.slice(0, split + 1), endings: others.slice(split + 1) }
  }, [store, kinds, order])
}

/** Two people changed the same settings of the form: the question stands on the page, whatever the panel shows. */
function SettingsClash(props: { group: string }) {
  const row = useRow(`settings.${props.group}`)
  if (!row?.theirs) return null
  return (
    <div className={classes.settingsClash}>
      <Clash row={row} />
    </div>
  )
}

function useWantedFocus(editor: EditorModel): void {
  const wanted = useObserved(editor.wantedFocus)
  useEffect(() => {
    if (!wanted) return
    return focusText(wanted, () => editor.wantedFocus.set(undefined))
  }, [editor, wanted])
}

/** Where neither a text nor a control has the focus, but a block, its handle or the page, all that is selected are the blocks. */
function useSelectAll(editor: EditorModel, readOnly: boolean): void {
  useEffect(() => {
    if (readOnly) return
    const selectAll = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event
      const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!command || key.toLowerCase() !== 'a' || event.defaultPrevented) return
      if (!(target instanceof Element)) return
      if (!isBlock(target) && !target.matches('body, #main, [data-page]')) return
      event.preventDefault()
      editor.selection.several(editor.store.order())
      focusCurrent(editor)
    }
    document.addEventListener('keydown', selectAll)
    return () => document.removeEventListener('keydown', selectAll)
  }, [editor, readOnly])
}

function keyDown(event: KeyboardEvent, editor: EditorModel): void {
  const { selection, store } = editor
  if (event.defaultPrevented || !(event.target instanceof Element)) return
  // the title and the buttons of the form are texts like others, but no blocks
  const here = event.target.closest<HTMLElement>('[data-block]')?.dataset.block
  if (here === undefined) return
  // after Escape none is chosen, and the focus is still on one
  const current = selection.current() ?? here
  const arrow = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
  const command = event.ctrlKey || event.metaKey
  const chosen = () => (selection.ids().size > 0 ? inOrder(editor, selection.ids()) : [current])
  if (arrow && event.altKey) {
    event.preventDefault()
    const caret = caretIn(event.target)
    moveAndSay(editor, chosen(), arrow)
    if (caret) requestAnimationFrame(caret)
    return
  }
  if (command && event.key.toLowerCase() === 'd') {
    event.preventDefault()
    duplicateBlocks(editor, chosen())
    focusCurrent(editor)
    return
  }
  if ((event.key === 'Delete' || event.key === 'Backspace') && !command && isBlock(event.target)) {
    event.preventDefault()
    removeWithToast(editor, chosen())
    return
  }
  const onBlock = event.target instanceof HTMLElement && event.target.dataset.block !== undefined
  if (!onBlock) return
  if (arrow) {
    event.preventDefault()
    const order = store.order()
    const next = order[order.indexOf(current) + arrow]
    if (next === undefined) return
    if (event.shiftKey) selection.extendTo(next, order)
    else selection.only(next)
    focusBlock(next)
  } else if ((event.key === 'Enter' || event.key === 'F2') && !command) {
    event.preventDefault()
    editor.wantedFocus.set({ block: current, caret: 'end' })
  } else if (event.key === '/' && !command) {
    event.preventDefault()
    editor.adding.set(insertionPointBehindRow(editor, current))
  } else if (event.key === 'Escape') {
    const section = store.parentOf(current)
    if (section !== null) {
      selection.only(section)
      return focusBlock(section)
    }
    selection.clear()
    editor.announce('No block selected.')
  }
}

/** Puts the caret back to where it is in a text: a block that is moved takes the text from the page for a moment. */
function caretIn(target: Element): (() => void) | undefined {
  const text = editorOf(target.closest('[data-text]'))
  const caret = text?.caret()
  return caret === undefined ? undefined : () => text?.place(caret)
}

function focusCurrent(editor: EditorModel): void {
  const current = editor.selection.current()
  if (current !== undefined) requestAnimationFrame(() => focusBlock(current))
}

/** Whether there is something to undo and to redo. */
export function useHistory(): { canUndo: boolean; canRedo: boolean } {
  const { store } = useEditor()
  return { canUndo: useDraft('history', store.canUndo), canRedo: useDraft('history', store.canRedo) }
}
