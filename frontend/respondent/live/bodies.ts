import type { Stay } from './stay.ts'

/** What is sent: canonical answers, and null for what the person emptied, so that no default comes back. */
export function submissionBody(stay: Stay): object {
  const { visit, key, startedOn } = stay
  const { data, response } = visit
  const answers: Record<string, unknown> = {}
  for (const block of data.form.blocks) {
    const field = block.family === 'field' ? response.field(block.id) : undefined
    if (!field?.relevant || field.disabled || block.labelling === 'none') continue
    if (field.answer !== undefined) answers[block.id] = field.answer
    else if (field.touched) answers[block.id] = null
  }
  return {
    ...common(stay),
    submission_key: key,
    answers,
    context: { started_on: startedOn, params: data.params },
  }
}

/** What the server is asked with: where do these answers lead? */
export function questionBody(stay: Stay): object {
  const { data, response, state } = stay.visit
  return { ...common(stay), page: state.page, raws: response.raws(), params: data.params }
}

function common({ visit }: Stay): object {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { version: visit.data.form.version, time_zone: timeZone, locale: visit.locale }
}
