import { createElement } from 'react'
import type { FieldState } from '../../engine/response/response.ts'
import type { Translate } from '@formwright/kit/control'
import type { PublicBlock } from '../../engine/plan/public_form.ts'
import { widthClass } from './layout_block.tsx'
import RichTextView from '@formwright/kit/rich/rich_text'
import { pipedName } from '@formwright/kit/rich/resolve'
import { Guard } from './guard.tsx'
import { PlainText } from './plain_text.tsx'
import type { BlockProps, Guarded, MessagesProps, Visit } from './visit.ts'
import { useVisit } from './watch.ts'

/** One question: label, help, control and what is wrong with the answer. Nothing while it is irrelevant. */
export function FieldBlock({ visit, block, path }: BlockProps) {
  useVisit(visit, path)
  const { response } = visit
  const field = response.field(path)
  if (!field?.relevant || block.displayed === false) return null
  const label = response.text(path, 'label')
  const { help } = block
  const problems = visit.problemsOf(path)
  const describedBy = [help && `h-${path}`, problems.length > 0 && `m-${path}`].filter(Boolean).join(' ')
  const group = block.labelling === 'group'
  const id = `c-${path}`
  const heading = (
    <>
      <PlainText path="label" value={label} />
      {field.required && <Required t={visit.t} />}
    </>
  )
  const labelClass = block.hideLabel ? 'label unseen' : 'label'
  const messages = <Messages visit={visit} id={`m-${path}`} problems={problems} />
  const helped = help && (
    <div className={`help${block.helpBelow ? ' below' : ''} fw-rich`} id={`h-${path}`}>
      <RichTextView text={help} resolve={(to) => response.text(path, pipedName('help', to))} />
    </div>
  )
  const inner = (
    <>
      {!block.helpBelow && helped}
      {group && messages}
      <Control
        visit={visit}
        block={block}
        path={path}
        field={field}
        id={id}
        describedBy={describedBy || undefined}
      />
      {visit.codes?.step({ visit, block, path, field })}
      {block.helpBelow && helped}
      {field.failed && <p className="help">{visit.t('kind.failed')}</p>}
      {!group && messages}
    </>
  )
  const Beside = block.media && visit.media?.Beside
  const width = widthClass(block)
  const frame = {
    className: `block field${Beside ? '' : ` ${width}`}${problems.length > 0 ? ' wrong' : ''}`,
    id: `b-${path}`,
    tabIndex: -1,
    autoFocus: visit.state.focus?.on === path,
  }
  const question = group ? (
    <fieldset {...frame}>
      <legend className={labelClass}>{heading}</legend>
      {inner}
    </fieldset>
  ) : (
    <div {...frame}>
      {block.labelling === 'none' ? (
        <div className={labelClass} id={`l-${path}`}>
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
  if (!Beside || !block.media) return question
  return (
    <Beside
      media={block.media}
      className={`block ${width}`}
      first={visit.data.form.blocks.find(({ media }) => media) === block}
    >
      {question}
    </Beside>
  )
}

/** What its kind draws to be filled in; a plain input where that throws. */
function Control(props: Guarded & { field: FieldState; id: string }) {
  const { visit, block, path, field } = props
  const kind = visit.kinds.fields.get(block.kind)
  const { id } = block
  const { placeholder, texts } = resolved(visit, block, path)
  return (
    <Guard {...props}>
      {kind && (
        <kind.Control
          block={{
            id,
            settings: visit.response.settings(path, block.settings),
            required: field.required,
            placeholder,
          }}
          name={`f.${path}`}
          id={props.id}
          raw={field.raw}
          answer={field.answer}
          problems={visit.problemsOf(path)}
          describedBy={props.describedBy}
          disabled={field.disabled}
          locale={visit.locale}
          set={(raw) => visit.set(path, raw)}
          upload={visit.upload?.(path)}
          left={visit.data.left?.[id]}
          seed={visit.seed}
          focus={visit.state.focus?.on}
          texts={texts}
          t={visit.kindT(block.kind)}
          Text={PlainText}
        />
      )}
    </Guard>
  )
}

/** Its placeholder, and what answers say in its rich texts. */
function resolved(visit: Visit, { placeholder, texts = [] }: PublicBlock, path: string) {
  const rich: Record<string, string> = {}
  for (const name of texts) {
    const text = visit.response.text(path, name)
    if (name === 'placeholder') placeholder = text
    else if (name.includes(':')) rich[name] = text
  }
  return { placeholder, texts: rich }
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

/** What is wrong with an answer. */
export function Messages(props: MessagesProps) {
  return props.problems.length > 0 ? props.visit.remarks?.messages(createElement, props) : null
}
