import { useEffect, useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { IMAGES } from './image.ts'
import { sendImage } from './sending.ts'
import './respond.css'

type Props = Omit<ControlProps<Settings, Answer, Raw>, 'Text'>

/** Without drawing: the name is typed, or a picture of the signature chosen. */
export default function Signature(props: Props) {
  const { raw, set, upload } = props
  const sending = useRef(new AbortController())
  const stop = () => {
    sending.current.abort()
    sending.current = new AbortController()
  }
  const own: Props = {
    ...props,
    set(next) {
      stop()
      set(next)
    },
  }
  return (
    <div className="fw-unsigned">
      {raw?.said && (
        <p className="help" role="status">
          {raw.said}
        </p>
      )}
      <Alternatives
        {...own}
        // without the page's script both go with the post
        {...(upload && {
          take(image) {
            stop()
            void sendImage(props, image, 'uploaded', sending.current)
          },
          drop: () => own.set({}),
        })}
      />
    </div>
  )
}

/**
 * What there is besides drawing. `take` sends the image that was chosen, `drop` takes away the one that is there; without
 * them both go with the post.
 */
export function Alternatives(props: Props & { take?: (file: File) => void; drop?: () => void }) {
  const { block, id, name, raw = {}, disabled, focus, t, set, take, drop } = props
  const [file] = raw.file ?? []
  const own = inputProps(props)
  const input = useRef<HTMLInputElement>(null)
  const choose = () => {
    const [chosen] = input.current?.files ?? []
    if (!input.current || !chosen || !take) return
    take(chosen)
    // It must not be posted a second time with the form.
    input.current.value = ''
  }
  const chosen = useRef(choose)
  chosen.current = choose
  const live = take !== undefined
  // One may have been chosen before the page came alive.
  useEffect(() => chosen.current(), [live])
  return (
    <div className="fw-choices fw-signature">
      {(file ?? raw.at) && (
        // who takes the image away posts its id
        <input
          type="hidden"
          name={`${name}.signed`}
          value={JSON.stringify({ id: file?.id, ...raw })}
          disabled={disabled}
        />
      )}
      {file && (
        <p className="fw-card fw-signed">
          {t('there', { name: file.name })}{' '}
          <button
            type="submit"
            className="fw-quiet"
            name="_go"
            value={`remove:${file.id}`}
            formNoValidate
            disabled={disabled}
            autoFocus={focus === `remove:${file.id}`}
            onClick={(event) => {
              if (!drop) return
              event.preventDefault()
              drop()
            }}
          >
            {t('remove')}
          </button>
        </p>
      )}
      <div className="fw-part">
        <label htmlFor={`${id}-name`}>{t('type')}</label>
        <input
          {...own}
          name={`${name}.name`}
          id={`${id}-name`}
          maxLength={200}
          autoComplete="name"
          value={file ? '' : (raw.text ?? '')}
          onChange={(event) => set(typed(event.currentTarget.value))}
        />
      </div>
      {block.settings.upload && (
        <div className="fw-part">
          <label htmlFor={`${id}-file`}>{t('upload')}</label>
          <input
            {...own}
            className="fw-input fw-picks"
            name={`${name}.file`}
            id={`${id}-file`}
            type="file"
            accept={IMAGES.join(',')}
            ref={input}
            onChange={choose}
          />
        </div>
      )}
    </div>
  )
}

function typed(text: string): Raw {
  return text === '' ? {} : { how: 'typed', text, at: new Date().toISOString().slice(0, 19) }
}
