import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Upload } from '@formwright/kit/control'
import { unusableQuery } from '../../api/plugins.ts'
import { PlainText } from '../../respondent/plain_text.tsx'
import { FilledControl } from '../plugins/filled_control.tsx'
import { whyUnknown } from '../plugins/unusable.ts'
import type { Asked, NotAsked } from './asked.ts'

/** A question with its control, as its respondent saw it, and what is wrong with the answer. */
export function AskedView(props: {
  asked: Asked
  /** what stands there; `raw` undefined for nothing */
  raw: unknown
  now: number
  problems: readonly string[]
  upload: Upload
  set: (raw: unknown) => void
}) {
  const { asked, problems } = props
  const { path, block, field, plugin } = asked
  const id = `edit-${path}`
  const wrong = problems.length > 0
  return (
    <Frame asked={asked} id={id} wrong={wrong}>
      <FilledControl
        plugin={plugin}
        field={field}
        block={block}
        name={`f.${path}`}
        id={id}
        raw={props.raw}
        now={props.now}
        problems={problems.map((message) => ({ code: 'custom', message }))}
        describedBy={wrong ? `${id}-wrong` : undefined}
        set={props.set}
        upload={props.upload}
      />
      <div className="messages" id={`${id}-wrong`}>
        {problems.map((words) => (
          <p className="message" key={words}>
            {words}
          </p>
        ))}
      </div>
    </Frame>
  )
}

/** A question whose kind is not there: that it cannot be changed, and why. */
export function NotAskedView({ label, kind, answered }: NotAsked) {
  const { data: unusable = [] } = useQuery(unusableQuery)
  const kept = answered ? ' Its answer stays as it is.' : ''
  return (
    <div className="block field" dir="auto">
      <p className="label">
        <PlainText path="label" value={label} />
      </p>
      <p className="help" dir="ltr">
        {`This cannot be changed: ${whyUnknown(kind, unusable)}${kept}`}
      </p>
    </div>
  )
}

/** A question with its label: of one control, or of a group of them. */
function Frame(props: { asked: Asked; id: string; wrong: boolean; children: ReactNode }) {
  const { label, field } = props.asked
  const heading = <PlainText path="label" value={label} />
  const frame = { className: `block field${props.wrong ? ' wrong' : ''}`, dir: 'auto' }
  return field.labelling === 'group' ? (
    <fieldset {...frame}>
      <legend className="label">{heading}</legend>
      {props.children}
    </fieldset>
  ) : (
    <div {...frame}>
      <label className="label" htmlFor={props.id}>
        {heading}
      </label>
      {props.children}
    </div>
  )
}
