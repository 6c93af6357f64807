import type { PublicBlock } from '../../engine/document/public_form.ts'
import type { Problem } from '@formwright/kit/problem'
import type { Translate } from '@formwright/kit/control'
import { PlainText } from './plain_text.tsx'
import { problemText } from './problem_text.ts'
import type { Visit } from './visit.ts'
import { useVisit } from './watch.ts'

/** One question: label, help, control and what is wrong with the answer. Nothing while it is irrelevant. */
export function FieldBlock({ visit, block }: { visit: Visit; block: PublicBlock }) {
  useVisit(visit, block.id)
  const { response, state } = visit
  const field = response.field(block.id)
  if (!field?.relevant || block.displayed === false) return null
  const kind = visit.kinds.fields.get(block.kind)
  const t = visit.kindT(block.kind)
  const label = response.text(block.id, 'label')
  const help = response.text(block.id, 'help')
  const problems = visit.problemsOf(block.id)
  const describedBy = [help && `h-${block.id}`, problems.length > 0 && `m-${block.id}`]
    .filter(Boolean)
    .join(' ')
  const group = block.labelling === 'group'
  const required = field.required && block.labelling !== 'none'
  const id = `c-${block.id}`
  const heading = (
    <>
      <PlainText path="label" value={label} />
      {required && <Required t={visit.t} />}
    </>
  )
  const labelClass = block.hideLabel ? 'label unseen' : 'label'
  const inner = (
    <>
      {help && (
        <p className="help" id={`h-${block.id}`}>
          <PlainText path="help" value={help} />
        </p>
      )}
      {kind ? (
        <kind.Control
          block={{
            id: block.id,
            settings: block.settings,
            required: field.required,
            placeholder: block.placeholder,
          }}
          name={`f.${block.id}`}
          id={id}
          raw={field.raw}
          answer={field.answer}
          problems={problems}
          describedBy={describedBy || undefined}
          disabled={field.disabled}
          locale={visit.locale}
          set={(raw) => visit.set(block.id, raw)}
          upload={visit.upload?.(block.id)}
          seed={visit.seed}
          focus={state.focus?.on}
          t={t}
          Text={PlainText}
        />
      ) : (
        <p className="help">{visit.t('kind.missing')}</p>
      )}
      <Messages id={`m-${block.id}`} problems={problems} t={t} />
    </>
  )
  const frame = {
    className: `block field ${widthClass(block)}${problems.length > 0 ? ' wrong' : ''}`,
    id: `b-${block.id}`,
    tabIndex: -1,
    autoFocus: state.focus?.on === block.id,
  }
  if (group) {
    return (
      <fieldset {...frame}>
        <legend className={labelClass}>{heading}</legend>
        {inner}
      </fieldset>
    )
  }
  return (
    <div {...frame}>
      {block.labelling === 'none' ? (
        <div className={labelClass} id={`l-${block.id}`}>
          {heading}
        </div>
      ) : (
        <label className={labelClass} htmlFor={id}>
          {heading}
        </label>
      )}
      {inner}
    </div>
  )
}

/** The class that gives a block its share of the row. */
export function widthClass(block: PublicBlock): string {
  return `w-${(block.width ?? 'full').replace('/', '-')}`
}

function Required({ t }: { t: Translate }) {
  return (
    <>
      <span className="star" aria-hidden="true">
        {' *'}
      </span>
      <span className="unseen">{` (${t('required')})`}</span>
    </>
  )
}

function Messages({ id, problems, t }: { id: string; problems: readonly Problem[]; t: Translate }) {
  if (problems.length === 0) return null
  return (
    <div className="messages" id={id}>
      {problems.map((problem, index) => (
        <p className="message" key={index}>
          <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
            <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M8 4.5v4.2M8 11v.3" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
          <span>{problemText(problem, t)}</span>
        </p>
      ))}
    </div>
  )
}
