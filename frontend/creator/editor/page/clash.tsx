import { Button } from '@mantine/core'
import { settingsForm } from '@formwright/kit/settings_form'
import { showKeys } from '../../../../engine/logic/references.ts'
import { kindTitle, pluginOf, titleOf } from '../blocks/kinds.ts'
import { groupName } from '../blocks/settings_groups.ts'
import { isSettingsKind } from '../draft/row.ts'
import type { RowView } from '../draft/row_view.ts'
import { settingAt } from '../panel/wanted_setting.ts'
import { useEditor } from '../use_editor.ts'
import { differencesOf } from './differences.ts'
import { focusBlock, focusTitle } from './focus.ts'
import classes from './page.module.css'

/** Two people changed this block, or this group of settings: both versions, and a choice. */
export function Clash(props: { row: RowView }) {
  const { store, kinds } = useEditor()
  const { row } = props
  const theirs = row.theirs
  if (!theirs) return null
  const settings = isSettingsKind(row.kind)
  const keep = (which: 'mine' | 'theirs') => {
    store.resolve(row.id, which)
    if (settings) focusTitle()
    else focusBlock(row.id)
  }
  const { kind, content } = theirs
  const kindOf = (name: string) => {
    const schema = pluginOf(kinds, name)?.definition.settings
    return { title: kindTitle(kinds, name), entries: schema ? settingsForm(schema) : [] }
  }
  const differences = content && !row.removedHere ? differencesOf(kindOf, row, { kind, content }) : []
  const show = (value: string) => showKeys(value, store.keyOf)
  const what = settings ? `“${groupName(settingAt(row.id) ?? '') ?? row.id}”` : 'this'
  return (
    <section
      className={classes.clash}
      data-tool
      data-clash={row.id}
      tabIndex={-1}
      aria-label="Changed by someone else too"
    >
      <p className={classes.clashTitle} role="alert">
        Someone else changed {what} too. Which version do you want to keep?
      </p>
      <div className={classes.sides}>
        <Side title="Yours" keep={() => keep('mine')} action="Keep yours">
          {row.removedHere ? (
            'You removed it.'
          ) : content === null ? (
            show(titleOf(kinds, row))
          ) : (
            <Texts list={differences.map(({ title, mine }) => [title, show(mine)])} />
          )}
        </Side>
        <Side title="Theirs" keep={() => keep('theirs')} action="Keep theirs">
          {content === null ? (
            'They removed it.'
          ) : row.removedHere ? (
            show(titleOf(kinds, { kind, content }))
          ) : (
            <Texts list={differences.map((one) => [one.title, show(one.theirs)])} />
          )}
        </Side>
      </div>
    </section>
  )
}

function Side(props: { title: string; action: string; keep: () => void; children: React.ReactNode }) {
  return (
    <div className={classes.side}>
      <strong>{props.title}</strong>
      <div className={classes.sideText}>{props.children}</div>
      <Button size="xs" variant="default" onClick={props.keep}>
        {props.action}
      </Button>
    </div>
  )
}

function Texts(props: { list: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes.texts}>
      {props.list.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text === '' ? <em>empty</em> : text}</dd>
        </div>
      ))}
    </dl>
  )
}
