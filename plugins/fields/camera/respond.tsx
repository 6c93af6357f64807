import { useEffect, useRef, useState } from 'react'
import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { IMAGES } from './image.ts'
import type { Sent } from './sending.tsx'
import './respond.css'

type Props = ControlProps<Settings, FileReference[], Raw>

/** A photo that is taken or chosen. It is sent at once where there is a script, and with the form elsewhere. */
export default function Camera(props: Props) {
  const { block, id, name, raw: [item] = [], disabled, focus, set, upload, t } = props
  const { camera } = block.settings
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const late = useLater(place, () => import('./live_camera.tsx'))
  const sending = useRef(new AbortController())
  const [sent, setSent] = useState<Sent>()
  const send = (chosen: File, made: boolean) => {
    sending.current.abort()
    sending.current = new AbortController()
    const { signal } = sending.current
    // until the server has it the form is not sent without it
    const say = (said: string) => set([{ unsent: chosen.name, said }])
    say(t('sending'))
    import('./sending.tsx').then(
      ({ sendPhoto }) => sendPhoto(props, chosen, { signal, made }, say, setSent),
      () => say(t('failed')),
    )
  }
  const take = () => {
    const [chosen] = input.current?.files ?? []
    if (!input.current || !chosen || !upload) return
    send(chosen, false)
    // It must not be posted a second time with the form.
    input.current.value = ''
  }
  const taking = useRef(take)
  taking.current = take
  const live = upload !== undefined
  // One may have been chosen before the page came alive.
  useEffect(() => taking.current(), [live])
  const drop = () => {
    sending.current.abort()
    set([])
    input.current?.focus()
  }
  return (
    <div className="fw-camera" ref={place}>
      {item && 'id' in item && (
        <p className="fw-photo">
          <input type="hidden" name={name} value={JSON.stringify(item)} disabled={disabled} />
          {sent?.id === item.id && <Shown {...sent} />}
          <span>{item.name || item.id}</span>{' '}
          <button
            type="submit"
            className="fw-quiet"
            name="_go"
            value={`remove:${item.id}`}
            formNoValidate
            disabled={disabled}
            autoFocus={focus === `remove:${item.id}`}
            onClick={(event) => {
              if (!live) return
              event.preventDefault()
              drop()
            }}
          >
            {t('remove')}
          </button>
        </p>
      )}
      <input
        {...inputProps(props)}
        className="fw-input fw-picks"
        ref={input}
        type="file"
        accept={IMAGES.join(',')}
        capture={camera === 'any' ? undefined : camera}
        autoFocus={focus === id}
        onChange={take}
      />
      <p className="help" role="status">
        {item && 'unsent' in item && item.said}
      </p>
      {item && 'unsent' in item && (
        <button type="button" className="fw-quiet" onClick={drop} children={t('discard')} />
      )}
      {live && late?.canShow() && <late.LiveCamera {...props} take={(photo) => send(photo, true)} />}
    </div>
  )
}

/** A photo that was sent from here; its name stands below it. */
function Shown({ picture }: Sent) {
  return <span className="fw-shown" aria-hidden="true" ref={(place) => place?.replaceChildren(picture)} />
}
