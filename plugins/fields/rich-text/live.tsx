import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LiveProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { useLabelOf } from '@formwright/kit/label_of'
import type { Answer, Raw } from './answer.ts'
import { AnswerEditor } from './editor.tsx'
import type { Settings } from './field.ts'
import { LinkForm } from './link_form.tsx'
import { placeOf } from './place.ts'
import { Toolbar } from './toolbar.tsx'
import { textOf } from './plain.ts'
import './live.css'

type Props = LiveProps<Settings, Answer, Raw>

/** The text with its format, and above it what formats it. */
export default function RichTextEditor(props: Props) {
  const { block, id, name, raw = '', describedBy, disabled, problems, t } = props
  const { editor, host } = useAnswerEditor(props)
  const [linking, setLinking] = useState(false)
  const label = useLabelOf(id, () => editor.focus())
  const counter = useCounter({ ...props, raw: textOf(raw) })
  const described = [describedBy, counter?.id, `${id}-keys`].filter(Boolean).join(' ')
  useEffect(() => {
    editor.describe({
      'aria-label': label,
      'aria-describedby': described,
      'aria-required': String(block.required),
      'aria-invalid': String(problems.length > 0),
      'aria-disabled': String(disabled),
      'data-placeholder': block.placeholder ?? '',
    })
  })
  const link = (asked: boolean) => {
    setLinking(asked)
    if (!asked) editor.focus()
  }
  return (
    <div className="fw-editor">
      <Toolbar
        editor={editor}
        place={placeOf(block.settings)}
        label={t('toolbar', { label })}
        disabled={disabled}
        linking={linking}
        onLink={() => link(!linking)}
        t={t}
      />
      {linking && <LinkForm id={`${id}-link`} editor={editor} t={t} onClose={() => link(false)} />}
      <div
        ref={host}
        onKeyDown={(event) => {
          if (!wantsLink(event) || !block.settings.toolbar.links) return
          event.preventDefault()
          link(true)
        }}
      />
      <p id={`${id}-keys`} hidden>
        {t('keys')}
      </p>
      <input type="hidden" name={name} value={textOf(raw)} disabled={disabled} />
      {typeof raw !== 'string' && (
        <input type="hidden" name={`${name}.tree`} value={JSON.stringify(raw)} disabled={disabled} />
      )}
      {counter && (
        <p className="fw-counter" id={counter.id}>
          {counter.text}
        </p>
      )}
    </div>
  )
}

/** The editor of the control, which lives as long as it, and shows what is set from elsewhere. */
function useAnswerEditor({ id, block, raw = '', disabled, set }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [editor] = useState(() => new AnswerEditor(id, placeOf(block.settings), raw))
  // at once: what had the focus gives it to the editor
  useLayoutEffect(() => {
    if (host.current) editor.mount(host.current)
    return () => editor.end()
  }, [editor])
  useEffect(() => editor.hold(raw, disabled, set))
  return { editor, host }
}

function wantsLink(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean {
  return event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
}
