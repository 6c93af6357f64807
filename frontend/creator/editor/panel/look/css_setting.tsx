import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkQuery } from '../../../../api/draft.ts'
import { useCurrentForm } from '../../../forms/form_bar.tsx'
import { useEditor, useSaveState } from '../../use_editor.ts'
import classes from '../panel.module.css'
import { useSettingMark } from '../wanted_setting.ts'
import own from './css_setting.module.css'

const PLACE = 'appearance.css'
/** As the server takes it, in bytes. */
const MOST = 50_000

/** The form's own CSS, and what of it the page leaves out or cannot be read for it. The page itself is in the preview. */
export function CssSetting(props: { css: string | undefined; onChange: (css: string | undefined) => void }) {
  const { css } = props
  const remarks = useRemarks(css !== undefined)
  // emptied to be written anew it stays open, and the caret in it
  const [opened, setOpened] = useState(css !== undefined)
  if (css !== undefined && !opened) setOpened(true)
  return (
    <details className={classes.advanced} open={opened || undefined}>
      <summary>Custom CSS</summary>
      <Textarea
        {...useSettingMark(PLACE)}
        aria-label="Custom CSS"
        description="Applies to the preview and the page. Nothing is loaded from other sites."
        placeholder=".label { font-weight: 500 }"
        classNames={{ input: own.code }}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={MOST}
        spellCheck={false}
        autoCapitalize="off"
        value={css ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      />
      <div role="status">
        {remarks.length > 0 && (
          <ul className={own.remarks} aria-label="About the CSS">
            {remarks.map((message) => (
              <li key={message} className={classes.wrong}>
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

/** What is wrong with it, as the server says it of what is saved. */
function useRemarks(asked: boolean): readonly string[] {
  const { slug } = useCurrentForm()
  const { store } = useEditor()
  const saved = useSaveState().state === 'saved'
  const { data } = useQuery({
    ...checkQuery(slug, store.revision),
    enabled: saved && asked,
    placeholderData: (before) => before,
  })
  if (!asked || !data) return []
  return data.problems.filter(({ path }) => path === `settings.${PLACE}`).map(({ message }) => message)
}
