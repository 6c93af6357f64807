import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DocumentProblem } from '../../../../../engine/document/problems.ts'
import { checkQuery } from '../../../../api/draft.ts'
import { useCurrentForm } from '../../../forms/form_bar.tsx'
import { useEditor, useRefused, useSaveState, useSettingsGroup } from '../../use_editor.ts'
import classes from '../panel.module.css'
import { useSettingMark } from '../wanted_setting.ts'
import own from './css_setting.module.css'

const PLACE = 'appearance.css'
/** So many lines are seen without scrolling. */
const ROWS = { least: 4, most: 16 }

/** The form's own CSS as it is typed, also what is too long of it, and what of it the page leaves out or cannot be read for it. The page itself is in the preview. */
export function CssSetting(props: { onChange: (css: string | undefined) => void }) {
  const typed = useSettingsGroup('appearance').css
  const css = typeof typed === 'string' ? typed : undefined
  const remarks = useRemarks(css !== undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  // emptied to be written anew it stays open, and the caret in it
  const [opened, setOpened] = useState(css !== undefined)
  if (css !== undefined && !opened) setOpened(true)
  // lines do not wrap: to count them needs no measuring at each key
  const lines = css?.split('\n').length ?? 0
  return (
    <details className={classes.advanced} open={opened || undefined}>
      <summary>Custom CSS</summary>
      <Textarea
        {...useSettingMark(PLACE)}
        ref={area}
        aria-label="Custom CSS"
        description="Applies to the preview and the page. Nothing is loaded from other sites."
        placeholder=".label { font-weight: 500 }"
        classNames={{ input: own.code }}
        rows={Math.min(Math.max(lines, ROWS.least), ROWS.most)}
        error={useRefused('appearance').css}
        spellCheck={false}
        autoCapitalize="off"
        value={css ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      />
      <p role="status" className={own.count}>
        {remarks.length > 0 && (remarks.length === 1 ? '1 warning' : `${remarks.length} warnings`)}
      </p>
      {remarks.length > 0 && (
        <ul className={own.remarks} aria-label="About the CSS">
          {remarks.map(({ message, at }) => (
            <li key={message}>
              <button
                type="button"
                className={own.remark}
                onClick={() => area.current && showLine(area.current, css ?? '', at ?? 0)}
              >
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** Selects what stands from a place of the CSS to the end of its line. */
function showLine(area: HTMLTextAreaElement, css: string, at: number): void {
  // a text area has no other ends of lines
  const start = css.slice(0, at).replace(/\r\n?/g, '\n').length
  const end = area.value.indexOf('\n', start)
  area.focus()
  area.setSelectionRange(start, end < 0 ? area.value.length : end)
  const above = area.value.slice(0, start).split('\n').length - 1
  const line = area.scrollHeight / area.value.split('\n').length
  area.scrollTo({ top: above * line - area.clientHeight / 2, left: 0 })
}

/** What is wrong with it, as the server says it of what is saved. */
function useRemarks(asked: boolean): readonly DocumentProblem[] {
  const { slug } = useCurrentForm()
  const { store } = useEditor()
  const saved = useSaveState().state === 'saved'
  const { data } = useQuery({
    ...checkQuery(slug, store.revision),
    enabled: saved && asked,
    placeholderData: (before) => before,
  })
  if (!asked || !data) return []
  return data.problems.filter(({ path }) => path === `settings.${PLACE}`)
}
