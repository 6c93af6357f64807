import { fixedScheme } from '../../../respondent/theme.ts'
import { settingsOf } from '../blocks/block_of.ts'
import type { SaveState } from '../draft/store.ts'
import { useEditor, useSaveState, useSettingsGroup } from '../use_editor.ts'
import { PreviewDialog } from './preview_dialog.tsx'

/** What a form says when it is in such a state has a page of its own. */
export type PreviewedState = 'early' | 'closed' | 'full'

/** The real page of the draft, or the one shown in its place in a state. Nothing is sent from it. */
export function Preview(props: {
  slug: string
  state?: PreviewedState
  title?: string
  opened: boolean
  onClose: () => void
}) {
  const { store } = useEditor()
  const save = useSaveState()
  const look = settingsOf('appearance', useSettingsGroup('appearance'))
  // what the server does not take is left out of the preview; everything else is in it
  const partly = save.state === 'failed' && save.rows !== undefined
  return (
    <PreviewDialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title ?? 'Preview'}
      address={`/forms/${props.slug}/preview${props.state ? `/${props.state}` : ''}`}
      state={String(store.revision)}
      fixed={fixedScheme(look)}
      warning={partly ? 'Changes that are not saved are not in this preview.' : undefined}
      waiting={save.state === 'saved' || partly ? undefined : <p role="status">{waitingFor(save)}</p>}
    />
  )
}

/** Why there is nothing to see yet. */
function waitingFor(save: Exclude<SaveState, { state: 'saved' }>): string {
  if (save.state === 'saving') return 'Saving your last changes…'
  if (save.state === 'offline') return 'A preview needs a connection.'
  return `Your last changes could not be saved: ${save.message}`
}
