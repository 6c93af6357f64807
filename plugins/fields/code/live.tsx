import { useEffect, useLayoutEffect, useRef } from 'react'
import type { LiveProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { useLabelOf } from '@formwright/kit/label_of'
import { CodeEditor } from './code_editor.tsx'
import type { Settings } from './field.ts'
import './live.css'

type Props = LiveProps<Settings, string, string>

/** The code in its colours, with numbered lines. */
export default function LiveCode(props: Props) {
  const { block, id, name, raw = '', describedBy, disabled, problems, set, t } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor | undefined>(undefined)
  const label = useLabelOf(id, () => editor.current?.focus())
  const counter = useCounter(props)
  // at once: what had the focus gives it to the editor
  useLayoutEffect(() => {
    if (host.current) editor.current = new CodeEditor(host.current, raw, block.settings)
    return () => editor.current?.end()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it lives as long as the control
  }, [])
  useEffect(() => {
    editor.current?.hold({
      raw,
      disabled,
      placeholder: block.placeholder ?? '',
      attributes: {
        'aria-label': label,
        'aria-description': textOf([describedBy, counter?.id, `${id}-keys`]),
        ...(block.required && { 'aria-required': 'true' }),
        ...(problems.length > 0 && { 'aria-invalid': 'true' }),
        ...(disabled && { 'aria-disabled': 'true' }),
      },
      set,
    })
  })
  return (
    <>
      <div className="fw-code-live">
        <div
          ref={host}
          id={id}
          className="fw-input fw-code"
          // hands the focus to what is in it
          tabIndex={disabled ? undefined : 0}
          data-wrong={problems.length > 0 || undefined}
          data-disabled={disabled || undefined}
        />
        <p id={`${id}-keys`}>{t('keys')}</p>
      </div>
      <input type="hidden" name={name} value={raw} disabled={disabled} />
      {counter && (
        <p className="fw-counter" id={counter.id}>
          {counter.text}
        </p>
      )}
    </>
  )
}

/** What stands in the elements of these ids: none of them is known in a shadow root. */
function textOf(ids: readonly (string | undefined)[]): string {
  const each = ids.filter((one) => one !== undefined).flatMap((one) => one.split(' '))
  return each.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
