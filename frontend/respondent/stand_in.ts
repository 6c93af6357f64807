import type { createElement, ReactNode } from 'react'
import type { AnyAnswerModule } from '@formwright/kit/found'
import { tellable } from '../../engine/faults.ts'
import { BROKEN } from '../../engine/document/broken.ts'
import type { PageData } from './view.ts'
import type { Guarded } from './visit.ts'

/** What creators are told in a preview of that which a plugin threw; respondents are told nothing of it. */
export function faultOf({ faultWords }: Pick<PageData, 'faultWords'>, kind: string, error: unknown): string {
  const words = faultWords?.[kind]
  return words ? words + String(tellable(error)) : ''
}

/**
 * What stands in for a block that cannot be drawn: for a question a plain input, or where none can do a sentence that says
 * to go on without; for a text nothing; and for creators what its plugin threw. Imports nothing of the page, so that pages on
 * which nothing fails do not carry it: what draws is handed in.
 */
export function standIn(
  draw: typeof createElement,
  { visit, block, path, field, id, describedBy }: Guarded,
  thrown?: readonly [unknown],
): ReactNode {
  const help = (text?: string) => text && draw('p', { className: 'help', key: text }, text)
  const fault = help(thrown ? faultOf(visit.data, block.kind, thrown[0]) : visit.broken[block.id])
  if (block.unasked) {
    const label = draw('div', { key: 'label', className: 'label' }, visit.response.text(path, 'label'))
    const word = draw('input', { key: path, type: 'hidden', name: `f.${path}`, value: block.unasked })
    return [label, help(visit.t('kind.failed')), fault, word]
  }
  if (!field || block.labelling === 'none') return fault
  const name = `f.${path}`
  if (block.untyped) {
    const answers = visit.kinds.fields.get(block.kind)?.answer
    const excuse = (element: HTMLInputElement | null) => {
      if (!element || !answers || !field.required || field.answer === BROKEN) return
      takeExcuse(answers)
      visit.set(path, BROKEN)
    }
    // the server says so itself, once it was told
    const goOn = !field.failed && help(visit.t('kind.failed'))
    return [goOn, fault, draw('input', { key: path, type: 'hidden', name, value: BROKEN, ref: excuse })]
  }
  const input = draw('input', {
    key: path,
    className: 'fw-input',
    type: 'text',
    id,
    name,
    'aria-label': visit.response.text(path, 'label'),
    'aria-describedby': describedBy,
    value: typeof field.raw === 'string' ? field.raw : '',
    disabled: field.disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) => visit.set(path, event.currentTarget.value),
  })
  return [help(visit.t('kind.broken')), fault, input]
}

/** From now on the kind passes on that it could not be asked, as an answer that says nothing. */
function takeExcuse(answers: AnyAnswerModule): void {
  const { parse, validate, values, toText } = answers
  answers.parse = (...given) => (given[0] === BROKEN ? { answer: BROKEN, problems: [] } : parse(...given))
  answers.validate = (...given) => (given[0] === BROKEN ? [] : validate(...given))
  answers.values = (...given) => (given[0] === BROKEN ? {} : values(...given))
  answers.toText = (...given) => (given[0] === BROKEN ? '' : toText(...given))
}
