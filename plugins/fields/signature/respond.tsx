import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { IMAGES } from './image.ts'

type Props = Omit<ControlProps<Settings, Answer, Raw>, 'Text'>

/** Without drawing: the name is typed, or a picture of the signature chosen. */
export default function Signature(props: Props) {
  return <Alternatives {...props} />
}

/**
 * What there is besides drawing. `take` sends the image that was chosen, `drop` takes away the one that is there; without
 * them both go with the post.
 */
export function Alternatives(props: Props & { take?: (file: File) => void; drop?: () => void }) {
  const { block, id, name, raw = {}, disabled, focus, t, set, take, drop } = props
  const [file] = raw.file ?? []
  const own = inputProps(props)
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
      <label>
        <span className="fw-counter">{t('type')}</span>
        <input
          {...own}
          name={`${name}.name`}
          id={`${id}-name`}
          maxLength={200}
          autoComplete="name"
          value={file ? '' : (raw.text ?? '')}
          onChange={(event) => set(typed(event.currentTarget.value))}
        />
      </label>
      {block.settings.upload && (
        <label>
          <span className="fw-counter">{t('upload')}</span>
          <input
            {...own}
            name={`${name}.file`}
            id={`${id}-file`}
            type="file"
            accept={IMAGES.join(',')}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              if (!chosen || !take) return
              take(chosen)
              // It must not be posted a second time with the form.
              event.currentTarget.value = ''
            }}
          />
        </label>
      )}
    </div>
  )
}

function typed(text: string): Raw {
  return text === '' ? {} : { how: 'typed', text, at: new Date().toISOString().slice(0, 19) }
}
