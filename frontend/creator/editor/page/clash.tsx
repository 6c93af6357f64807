import { Button } from '@mantine/core'
import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { showKeys } from '../../../../engine/logic/references.ts'
import { isRichText } from '@formwright/kit/rich/tree'
import { groupName } from '../blocks/settings_groups.ts'
import { isObject } from '../blocks/json.ts'
import { storedTextOf } from '../blocks/text_path.ts'
import { isSettingsKind } from '../draft/row.ts'
import type { RowView } from '../draft/row_view.ts'
import { settingAt } from '../panel/wanted_setting.ts'
import { useEditor } from '../use_editor.ts'
import { focusBlock, focusTitle } from './focus.ts'
import classes from './page.module.css'

/** Two people changed this block, or this group of settings: both versions, and a choice. */
export function Clash(props: { row: RowView }) {
  const { store } = useEditor()
  const { row } = props
  const theirs = row.theirs
  if (!theirs) return null
  const mine = row.removedHere ? null : row.content
  const settings = isSettingsKind(row.kind)
  const keep = (which: 'mine' | 'theirs') => {
    store.resolve(row.id, which)
    if (settings) focusTitle()
    else focusBlock(row.id)
  }
  const differences = mine && theirs.content ? differing(mine, theirs.content) : []
  const show = (value: Json | undefined) => showKeys(words(value), store.keyOf)
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
          {mine ? (
            <Texts list={differences.map(({ name, mine: value }) => [name, show(value)])} />
          ) : (
            'You removed it.'
          )}
        </Side>
        <Side title="Theirs" keep={() => keep('theirs')} action="Keep theirs">
          {theirs.content ? (
            <Texts
              list={
                mine
                  ? differences.map(({ name, theirs: value }) => [name, show(value)])
                  : [['label', show(theirs.content.label)]]
              }
            />
          ) : (
            'They removed it.'
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

/** Properties in which two versions of a block differ, those of its settings by their own names. The key goes with the label. */
function differing(mine: Content, theirs: Content): { name: string; mine?: Json; theirs?: Json }[] {
  const flat = (content: Content): { [name: string]: Json } => {
    const { settings, key: _, v: __, ...own } = content
    return { ...own, ...(isObject(settings) ? settings : {}) }
  }
  const [a, b] = [flat(mine), flat(theirs)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
    .map((name) => ({ name, mine: a[name], theirs: b[name] }))
}

function words(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  if (isRichText(value)) return storedTextOf(value)
  if (Array.isArray(value)) {
    return value
      .map((item) => (isObject(item) && typeof item.label === 'string' ? item.label : words(item)))
      .join(', ')
  }
  return JSON.stringify(value)
}
