import { ActionIcon, Alert, Button, Drawer, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconAdjustmentsHorizontal,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconPlus,
} from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { useUser } from '../../api/accounts.ts'
import { refreshForms, useForm } from '../../api/forms.ts'
import { may } from '../../api/workspaces.ts'
import { Deferred } from '../../design/deferred.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useTellEdited } from '../forms/edited.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import { FormerLabels } from '../logic/former_labels.ts'
import { ReadOnlyProvider, useReadOnly } from '../text/read_only.ts'
import { ReferencesProvider } from '../text/references.ts'
import { BarTools, UndoRedo } from './bar_tools.tsx'
import { settingsOf } from './blocks/block_of.ts'
import { formerLabelIn } from './blocks/references.ts'
import { draftReferences } from './draft_references.ts'
import classes from './editor.module.css'
import type { EditorModel } from './model.ts'
import { useOpenedEditor } from './open_editor.ts'
import { Drag } from './page/drag.tsx'
import { MissingKinds } from './page/missing_kinds.tsx'
import { Page } from './page/page.tsx'
import { loadViews } from './page/views.ts'
import { Palette } from './palette/palette.tsx'
import { Panel } from './panel/panel.tsx'
import { Saving } from './saving.tsx'
import { useUndoKeys } from './undo/undo_keys.ts'
import { useNewDraft } from './use_new_draft.ts'
import {
  EditorProvider,
  useEditor,
  useObserved,
  useRevision,
  useSaveState,
  useSettingsGroup,
} from './use_editor.ts'

const ICON = { size: 18, stroke: 1.5 }
const SAVING = <Saving />

/** What stands beside the page. */
type Side = 'palette' | 'panel'

/** The editor of one form. */
export default function EditorPage() {
  const form = useCurrentForm()
  const user = useUser()
  const [attempt, setAttempt] = useState(0)
  const opened = useOpenedEditor(form, user?.id, attempt)
  usePageTitle(form.title)
  if (opened.state === 'failed') {
    return (
      <main id="main" tabIndex={-1} className={classes.waiting}>
        <ErrorState error={opened.error} retry={() => setAttempt(attempt + 1)} />
      </main>
    )
  }
  if (opened.state === 'opening') {
    return (
      <main id="main" tabIndex={-1} className={classes.waiting}>
        <DelayedFallback>
          <Skeleton h={480} radius="md" />
        </DelayedFallback>
      </main>
    )
  }
  return (
    <EditorProvider value={opened.editor}>
      <ReadOnlyProvider value={!may(form.role, 'editor')}>
        <NamesOfDraft>
          <Workbench form={form} />
        </NamesOfDraft>
      </ReadOnlyProvider>
    </EditorProvider>
  )
}

/** Texts, conditions and formulas below name the questions of the draft, removed ones by what they were called. */
function NamesOfDraft(props: { children: ReactNode }) {
  const editor = useEditor()
  const references = useMemo(() => draftReferences(editor), [editor])
  const formerLabel = useMemo(() => formerLabelIn(editor), [editor])
  return (
    <ReferencesProvider value={references}>
      <FormerLabels value={formerLabel}>{props.children}</FormerLabels>
    </ReferencesProvider>
  )
}

function Workbench(props: { form: Form }) {
  const { form } = props
  const editor = useEditor()
  const wide = useMediaQuery('(min-width: 68em)', true, { getInitialValueInEffect: false })
  const [palette, setPalette] = useLocalStorage({ key: 'formwright-palette', defaultValue: true })
  const [panel, setPanel] = useLocalStorage({ key: 'formwright-panel', defaultValue: true })
  const [drawer, setDrawer] = useState<Side>()
  const readOnly = useReadOnly()
  const showPalette = wide && palette && !readOnly
  const showPanel = wide && panel && !readOnly
  useUndoKeys(editor, readOnly)
  useNewDraft(editor)
  // what is added is drawn at once, as the paper was
  useEffect(() => {
    const { fields, layouts } = editor.kinds
    if (!readOnly) void loadViews(editor.kinds, [...Object.keys(fields), ...Object.keys(layouts)])
  }, [editor, readOnly])
  const wanted = useObserved(editor.wantedSetting)
  useEffect(() => {
    if (!wanted) return
    if (wide) setPanel(true)
    else setDrawer('panel')
  }, [wanted, wide, setPanel])

  return (
    <Drag>
      <BarTools form={form} />
      <main
        id="main"
        tabIndex={-1}
        className={classes.workbench}
        data-palette={showPalette || undefined}
        data-panel={showPanel || undefined}
      >
        <h2 className={classes.unseen}>Editor</h2>
        {showPalette && (
          <aside className={`${classes.side} ${classes.left}`} aria-label="Blocks to add">
            <Deferred>
              <Palette />
            </Deferred>
          </aside>
        )}
        <div
          className={classes.middle}
          onMouseDown={(event) => {
            if (event.target === event.currentTarget) editor.selection.clear()
          }}
        >
          {readOnly && <Alert m="md">You can view this form. To change it, you need the editor role.</Alert>}
          {wide && !readOnly && (
            <div className={classes.folds}>
              <Fold label="blocks" open={palette} onToggle={() => setPalette(!palette)} side="left" />
              <Fold label="settings" open={panel} onToggle={() => setPanel(!panel)} side="right" />
            </div>
          )}
          <MissingKinds />
          <Page />
        </div>
        {showPanel && (
          <aside className={`${classes.side} ${classes.right}`} aria-label="Settings">
            <Deferred>
              <Panel />
            </Deferred>
          </aside>
        )}
        <p id="fw-handle-help" hidden>
          Press Enter for a menu, or Space to pick up the block and move it with the arrow keys.
        </p>
        <Announcement />
        <TrueBar form={form} />
      </main>
      {!wide && !readOnly && <SidesInDrawers opened={drawer} onOpened={setDrawer} />}
    </Drag>
  )
}

/** On a narrow screen: blocks to add and settings, in drawers that a bar at the bottom opens. */
function SidesInDrawers(props: { opened: Side | undefined; onOpened: (side: Side | undefined) => void }) {
  const { opened, onOpened } = props
  const close = () => onOpened(undefined)
  return (
    <>
      <div className={classes.bottomBar}>
        <UndoRedo className={classes.onPhone} />
        <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => onOpened('palette')}>
          Add
        </Button>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal {...ICON} />}
          onClick={() => onOpened('panel')}
        >
          Settings
        </Button>
      </div>
      <Drawer
        opened={opened === 'palette'}
        onClose={close}
        position="left"
        size={300}
        title="Add a block"
        closeButtonProps={{ 'aria-label': 'Close' }}
        returnFocus={false}
        padding={0}
        classNames={{ header: classes.drawerHead }}
        data-editor-side
      >
        <Palette onAdded={close} />
      </Drawer>
      <Drawer
        opened={opened === 'panel'}
        onClose={close}
        // Escape is for what has the focus: a dialog or a list that opened over the settings closes alone
        closeOnEscape={false}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isMeant(event)) close()
        }}
        position="bottom"
        size="75%"
        title="Settings"
        closeButtonProps={{ 'aria-label': 'Close' }}
        padding={0}
        classNames={{ header: classes.drawerHead }}
        data-editor-side
      >
        <Panel state={SAVING} />
      </Drawer>
    </>
  )
}

/** Whether a key is meant for what holds its target, and not for a list or an input method there, nor for what lies over it. */
function isMeant(event: KeyboardEvent): boolean {
  const { target, currentTarget, nativeEvent } = event
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  const taken = target.getAttribute('data-mantine-stop-propagation') === 'true'
  return !taken && !event.defaultPrevented && !nativeEvent.isComposing
}

function Fold(props: { label: string; open: boolean; side: 'left' | 'right'; onToggle: () => void }) {
  const label = `${props.open ? 'Hide' : 'Show'} the ${props.label}`
  const Icon = props.side === 'left' ? IconLayoutSidebar : IconLayoutSidebarRight
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} aria-expanded={props.open} onClick={props.onToggle}>
        <Icon {...ICON} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

/** What is said to assistive technology. */
function Announcement() {
  return <VisuallyHidden role="status">{useObserved(useEditor().announcement)}</VisuallyHidden>
}

/**
 * Keeps title and state of the form in the bar true. Shows nothing: saving would otherwise draw anew all that can be
 * dragged.
 */
function TrueBar(props: { form: Form }) {
  const { form } = props
  const client = useQueryClient()
  const editor = useEditor()
  const save = useSaveState()
  const { title } = settingsOf('general', useSettingsGroup('general'))
  // The role may be another one by now, or the form gone.
  const refused = save.state === 'failed' && save.rows === undefined
  useEffect(() => {
    if (refused) void refreshForms(client)
  }, [client, refused])
  const savedAt = save.state === 'saved' ? save.at : undefined
  // of what others changed the bar tells, too
  const revision = useRevision()
  const [opened] = useState(revision)
  const { dataUpdatedAt } = useForm(form.slug)
  useTellEdited(form.id, save.state !== 'saved' || (savedAt ?? 0) > dataUpdatedAt)
  const stale =
    (savedAt !== undefined || revision > opened) &&
    ((form.published_version !== null && !form.has_unpublished_changes) || title !== form.title)
  const told = useRef(whatMayBeBack(editor))
  useEffect(() => {
    // what was taken back, or moved, may be what is published
    const now = whatMayBeBack(editor)
    const back =
      savedAt !== undefined && (now.replays !== told.current.replays || now.order !== told.current.order)
    if (back) told.current = now
    if (stale || back) void refreshForms(client)
  }, [client, editor, stale, savedAt, revision])
  return null
}

function whatMayBeBack({ store }: EditorModel) {
  return { replays: store.replays(), order: store.order() }
}
