import type { Visit } from '../visit.ts'
import type { Stay } from './stay.ts'

/** The addresses of a block: one, or in a section that repeats one in each item. */
function pathsOf({ blocks, response }: Visit, id: string): string[] {
  const { parent = '' } = blocks.get(id) ?? {}
  if (!blocks.get(parent)?.section?.repeat) return [id]
  return response.items(parent).map((item) => `${parent}.${item}.${id}`)
}

/** What is sent: canonical answers, and null for what the person emptied, so that no default comes back. */
export function submissionBody(stay: Stay): object {
  const { visit, key, startedOn } = stay
  const { data, response } = visit
  const answers: Record<string, unknown> = {}
  for (const { id, family, section, labelling, confirms, unasked } of data.form.blocks) {
    // A section says which items there are; what is answered in them goes by address, as everything does.
    if (section?.repeat && response.relevant(id)) answers[id] = response.items(id)
    // the page says that it could not be answered
    for (const path of unasked ? pathsOf(visit, id) : []) if (response.relevant(path)) answers[path] = unasked
    for (const path of family === 'field' ? pathsOf(visit, id) : []) {
      const field = response.field(path)
      if (!field?.relevant || field.disabled || labelling === 'none') continue
      // with the proof that a code was right
      if (field.answer !== undefined) answers[path] = confirms ? field.raw : field.answer
      // what could not be read here, the server may still be able to read
      else if (field.touched) answers[path] = field.failed ? field.raw : null
    }
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
