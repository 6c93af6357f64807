import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { Upload } from '@formwright/kit/control'
import type { AnyControl } from '@formwright/kit/found'
import { unusableQuery } from '../../api/plugins.ts'
import { PlainText } from '../../respondent/plain_text.tsx'
import { translator } from '../../respondent/translate.ts'
import { coreTexts } from '../../respondent/languages.ts'
import { PluginBoundary } from '../plugins/plugin_boundary.tsx'
import { whyUnknown } from '../plugins/unusable.ts'
import type { Asked, NotAsked } from './asked.ts'

const NO_TEXTS = {}

/** The notation in which the creator types numbers and days: one that there is, as the browser's own name may be none. */
export const LOCALE = new Intl.NumberFormat().resolvedOptions().locale

/** What draws a kind to be filled in; undefined while it is loaded, null when it cannot be had. */
function useControl({ plugin }: Asked): AnyControl | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['control', plugin.definition.kind],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => ({ Control: (await plugin.respond()).default }),
  })
  return isError ? null : data?.Control
}

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
  const { asked, raw, problems, now } = props
  const { path, block, field, plugin } = asked
  const Control = useControl(asked)
  const t = useMemo(() => translator('en', 'en', plugin.texts, coreTexts('en')), [plugin])
  const answer = useMemo(
    () => (raw === undefined ? undefined : field.parse(raw, { locale: LOCALE, now, source: 'form' }).answer),
    [field, raw, now],
  )
  const id = `edit-${path}`
  const wrong = problems.length > 0
  const control = Control && (
    <Control
      block={{ id: block, settings: field.settings, required: false }}
      name={`f.${path}`}
      id={id}
      raw={raw}
      answer={answer}
      problems={problems.map((message) => ({ code: 'custom', message }))}
      describedBy={wrong ? `${id}-wrong` : undefined}
      disabled={false}
      locale={LOCALE}
      set={props.set}
      upload={props.upload}
      texts={NO_TEXTS}
      t={t}
      Text={PlainText}
    />
  )
  const inner = (
    <>
      {Control === null ? (
        <p className="help">This question cannot be shown: its plugin could not be loaded.</p>
      ) : (
        <PluginBoundary
          drawn={{ family: 'fields', part: 'respond', definition: plugin.definition }}
          of={raw}
          instead={(fault) => <p className="help">This question cannot be shown: {fault}</p>}
        >
          {control}
        </PluginBoundary>
      )}
      <div className="messages" id={`${id}-wrong`}>
        {problems.map((words) => (
          <p className="message" key={words}>
            {words}
          </p>
        ))}
      </div>
    </>
  )
  return (
    <Frame asked={asked} id={id} wrong={wrong}>
      {inner}
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
