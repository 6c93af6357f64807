import {
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { Translate } from '@formwright/kit/control'
import type { CreatorField, CreatorLayout } from '@formwright/kit/found'
import { isEmptyRichText } from '@formwright/kit/rich/tree'
import { settingsForm } from '@formwright/kit/settings_form'
import '../../../respondent/code_step.css'
import { Beside } from '../../../respondent/media.tsx'
import { asideOf } from '../blocks/block_of.ts'
import { isObject } from '../blocks/json.ts'
import { bind, fullSettings, wordsOf } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import { richTextAt, textAt } from '../blocks/text_path.ts'
import { BlockBoundary } from '../block_boundary.tsx'
import { changedTexts } from '../draft/changed_texts.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor, useLanguage } from '../use_editor.ts'
import { WrittenTexts } from './block_context.ts'
import { PageRichText } from './page_rich_text.tsx'
import { PageText } from './page_text.tsx'
import { ListedBelow } from './listed_below.tsx'
import { FIRST_BELOW, useShortened } from './shortened.ts'
import { controlOf, layoutOf } from './views.ts'

const NO_PROBLEMS: readonly [] = []
const NO_TEXTS = {}
const nothing = () => {}
const TYPING_STOPPED_MS = 3_000
/** Nothing is sent from the paper, and nothing can be chosen there. */
const uploadsNothing = () => new Promise<never>(nothing)

/** A field as respondents see it, with its texts editable. */
export function FieldView(props: { row: RowView; plugin: CreatorField }) {
  const { row, plugin } = props
  const { settings, leftOut, below } = useDrawn(row, plugin)
  const language = useLanguage()
  const t = wordsOf(plugin, language)
  const Control = controlOf(plugin)
  const field = bind(plugin, settings)
  const { labelling } = field
  const editor = useEditor()
  const { shown, written } = useMemo(() => {
    const texts = field.pipedTexts.flatMap(({ path, text }) =>
      typeof text === 'string' ? [[path, text] as const] : [],
    )
    return { shown: field.withTexts((_, text) => spoken(editor, text)).settings, written: new Map(texts) }
  }, [field, editor])
  const placeholder = textAt(row.content, 'placeholder')
  const required = row.content.required === true
  const disabled = row.content.state === 'disabled'
  // a letter in the label draws the label: not the hundreds of options that may stand below it
  const control = useMemo(
    () => (
      <BlockBoundary family="fields" plugin={plugin} part="respond" of={settings}>
        <Suspense fallback={<div className="fw-input" />}>
          <Quiet labelledBy={`l-${row.id}`}>
            <Control
              block={{
                id: row.id,
                settings: shown,
                required,
                ...(placeholder && { placeholder: spoken(editor, placeholder) }),
              }}
              name={`f.${row.id}`}
              id={`c-${row.id}`}
              raw={undefined}
              answer={undefined}
              problems={NO_PROBLEMS}
              describedBy={undefined}
              disabled={disabled}
              locale={language}
              set={nothing}
              upload={uploadsNothing}
              texts={NO_TEXTS}
              t={t}
              Text={PageText}
            />
          </Quiet>
        </Suspense>
      </BlockBoundary>
    ),
    [Control, plugin, row.id, settings, shown, editor, required, disabled, placeholder, language, t],
  )
  const { media, helpBelow } = useMemo(() => asideOf(row), [row])
  const help = <Help row={row} below={helpBelow === true} />
  const question = (
    <>
      <Label row={row} starred={required && labelling !== 'none'} t={t} />
      {!helpBelow && help}
      {field.unusable ? (
        <p className="help">This question cannot be shown: its plugin fails. Its data is kept.</p>
      ) : (
        <WrittenTexts value={written}>{control}</WrittenTexts>
      )}
      {below && (
        <WrittenTexts value={written}>
          <ListedBelow {...below} items={shown[below.list]} />
        </WrittenTexts>
      )}
      {field.confirms && <CodeButton t={t} />}
      {leftOut > 0 && (
        <p className="help">{`And ${leftOut.toLocaleString('en')} more: all of them are in the settings.`}</p>
      )}
      {helpBelow && help}
    </>
  )
  if (!media) return question
  return (
    <Beside media={media} className="" first>
      <div>{question}</div>
    </Beside>
  )
}

/** Settings as the control is drawn with, how many items they leave out, and which are changed below the control. */
function useDrawn(row: RowView, plugin: CreatorField) {
  const settings = useSettings(row)
  const below = useMemo(() => {
    const listed = bind(plugin, settings).listedBelow
    const entry = settingsForm(plugin.definition.settings).find(({ name }) => name === listed?.list)
    return listed && { ...listed, name: entry?.title ?? listed.list }
  }, [plugin, settings])
  return { ...useShortened(settings, below && FIRST_BELOW), below }
}

/** Where respondents ask for the code that confirms their answer. */
function CodeButton({ t }: { t: Translate }) {
  return (
    <Quiet>
      <div className="code-step">
        <p className="fw-counter code-said">{t('code.why')}</p>
        <button type="button" className="quiet small">
          {t('code.send')}
        </button>
      </div>
    </Quiet>
  )
}

function Label({ row, starred, t }: { row: RowView; starred: boolean; t: Translate }) {
  return (
    <div className="label" id={`l-${row.id}`}>
      <PageText path="label" value={textAt(row.content, 'label')} />
      {starred && (
        <>
          <span className="star" aria-hidden="true">
            {' *'}
          </span>
          <span className="unseen"> ({t('required')})</span>
        </>
      )}
    </div>
  )
}

/** What helps to answer a field. Emptied to be written anew it stays, and the caret in it. */
function Help({ row, below }: { row: RowView; below: boolean }) {
  const help = richTextAt(row.content, 'help')
  const [focused, setFocused] = useState(false)
  if (isEmptyRichText(help) && !focused) return null
  return (
    <div
      className={below ? 'help below' : 'help'}
      id={`h-${row.id}`}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <PageRichText path="help" text={help} texts={NO_TEXTS} />
    </div>
  )
}

/** A heading, a paragraph, an ending: as respondents see it, with its texts editable. */
export function LayoutView(props: { row: RowView; plugin: CreatorLayout }) {
  const { row, plugin } = props
  const settings = useSettings(row)
  const Layout = layoutOf(plugin)
  const t = wordsOf(plugin, useLanguage())
  return (
    <BlockBoundary family="layout" plugin={plugin} part="respond" of={settings}>
      <Suspense fallback={<div className="fw-paragraph" data-awaited />}>
        <Quiet>
          <Layout
            block={{ id: row.id, settings }}
            texts={NO_TEXTS}
            t={t}
            Text={PageText}
            Rich={PageRichText}
          />
        </Quiet>
      </Suspense>
    </BlockBoundary>
  )
}

/**
 * Settings as they are drawn. While somebody types into one text of a long list the list is not drawn anew: the text
 * shows what is typed by itself, and the list follows once the typing stops.
 */
function useSettings(row: RowView): Record<string, unknown> {
  const { kinds, store } = useEditor()
  const now = row.content.settings
  const [drawn, setDrawn] = useState({ settings: now })
  const { paths, alone } = useMemo(() => changedTexts(drawn.settings, now), [drawn, now])
  const typed = alone && paths.every((path) => store.isFollowed(`text:${row.id}:${path}`))
  if (drawn.settings !== now && !typed) setDrawn({ settings: now })
  useEffect(() => {
    if (drawn.settings === now) return
    const timer = setTimeout(() => startTransition(() => setDrawn({ settings: now })), TYPING_STOPPED_MS)
    return () => clearTimeout(timer)
  }, [drawn, now])
  const stored = typed ? drawn.settings : now
  return useMemo(
    () => fullSettings(kinds, row.kind, isObject(stored) ? stored : {}),
    [kinds, row.kind, stored],
  )
}

/** Parts that take the focus still. What is the editor's own may. */
const LOUD =
  ':is(input, select, textarea, button, a, summary, iframe, [tabindex="0"]):not([tabindex="-1"], [data-text], [data-tool] *)'

/** Controls are shown, not filled in: nothing but texts takes focus or clicks. */
function Quiet(props: { labelledBy?: string; children: ReactNode }) {
  const { labelledBy } = props
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    // some parts of a control come once it is seen
    const observer = new MutationObserver((changes) => {
      for (const place of new Set(changes.map(({ target }) => target)))
        if (place instanceof Element) quieten(place, labelledBy)
    })
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [labelledBy])
  useLayoutEffect(() => {
    if (element.current) quieten(element.current, labelledBy)
  })
  return (
    <div
      ref={element}
      onMouseDown={(event) => {
        if (isWithin(event) && !isText(event.target)) event.preventDefault()
      }}
      onClickCapture={keepFromControl}
      onDropCapture={keepFromControl}
    >
      {props.children}
    </div>
  )
}

function quieten(element: Element, labelledBy: string | undefined): void {
  for (const part of element.querySelectorAll<HTMLElement>(LOUD)) {
    part.tabIndex = -1
    // what has words of its own is called by them
    const named = part.matches('button, a, summary, [aria-label]') || part.closest('label') !== null
    if (labelledBy && !named) {
      part.setAttribute('aria-labelledby', labelledBy)
    }
  }
}

/** A press, or a file that is dropped, does nothing on the paper: no camera is opened, no calendar. */
function keepFromControl(event: MouseEvent): void {
  if (!isWithin(event)) return
  event.preventDefault()
  if (!isText(event.target) && !isTool(event.target)) event.stopPropagation()
}

/** Whether that happened here, and not in a form or a menu that only belongs here. */
function isWithin({ currentTarget, target }: MouseEvent): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

function isText(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-text]') !== null
}

function isTool(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-tool]') !== null
}
