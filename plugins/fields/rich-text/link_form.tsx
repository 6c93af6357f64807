import { useEffect, useRef, useState } from 'react'
import type { Translate } from '@formwright/kit/control'
import { linkAt, removeLink, setLink } from '@formwright/kit/rich/editor_commands'
import { safeUrl } from '@formwright/kit/safe_url'
import type { AnswerEditor } from './editor.tsx'

interface LinkFormProps {
  id: string
  editor: AnswerEditor
  t: Translate
  onClose: () => void
}

/** Where a link leads. It stands in the form of the page, so Enter must not send that. */
export function LinkForm({ id, editor, t, onClose }: LinkFormProps) {
  const [href] = useState(() => linkAt(editor.state())?.href)
  const [typed, setTyped] = useState(href ?? '')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const take = () => {
    const address = addressIn(typed)
    setWrong(address === undefined)
    if (address === undefined) return input.current?.focus()
    onClose()
    editor.run(setLink(address))
  }
  return (
    <div
      className="fw-link"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && (event.key !== 'Enter' || event.target !== input.current)) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') take()
        else onClose()
      }}
    >
      <label htmlFor={id}>{t('link.address')}</label>
      <input
        ref={input}
        className="fw-input"
        id={id}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {wrong && (
        <p id={`${id}-wrong`} role="alert">
          {t('link.wrong')}
        </p>
      )}
      <button type="button" onClick={take}>
        {t('link.take')}
      </button>
      {href !== undefined && (
        <button
          type="button"
          onClick={() => {
            onClose()
            editor.run(removeLink)
          }}
        >
          {t('link.remove')}
        </button>
      )}
      <button type="button" onClick={onClose}>
        {t('link.cancel')}
      </button>
    </div>
  )
}

/** An address as people type it: without its beginning, or that of a mailbox. */
function addressIn(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s:/@]+@[^\s:/@]+\.[^\s:/@]+$/.test(text)) return safeUrl(`mailto:${text}`)
  if (/^[^\s:/]+\.[^\s:]+/.test(text)) return safeUrl(`https://${text}`)
  return safeUrl(text)
}
