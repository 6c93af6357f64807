import { BoundAnswers } from '../../engine/bound/bound_answers.ts'
import type { PageRaws } from './view.ts'
import type { Visit } from './visit.ts'

/**
 * Reads what stands in the form's inputs. `pristine` reads what the server put there instead, so that the two can be
 * compared: what differs was typed before the script came.
 */
export function readForm(form: HTMLFormElement, visit: Visit, pristine: boolean): PageRaws {
  const named = new Map<string, Record<string, string[]>>()
  for (const element of form.elements) {
    if (!isFilledIn(element) || element.disabled || element.type === 'file') continue
    const address = element.name.split('.')
    if (address.shift() !== 'f') continue
    const [part = ''] = address.splice(address.length > 2 ? 3 : 1)
    const path = address.join('.')
    const parts = named.get(path) ?? {}
    named.set(path, parts)
    parts[part] = [...(parts[part] ?? []), ...held(element, pristine)]
  }
  const raws: Record<string, unknown> = {}
  for (const [path, entries] of named) {
    const block = visit.blockAt(path)
    const answer = block && visit.kinds.answers(block.kind)
    if (answer) raws[path] = new BoundAnswers(answer, block.settings).fromForm(entries)
  }
  return raws
}

type FilledIn = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isFilledIn(element: Element): element is FilledIn {
  return [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => element instanceof kind)
}

function held(element: FilledIn, pristine: boolean): string[] {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options]
    const chosen = options.filter((option) => (pristine ? option.defaultSelected : option.selected))
    // A dropdown without a chosen option shows, and posts, its first one.
    const shown = chosen.length === 0 && !element.multiple ? options.slice(0, 1) : chosen
    return shown.map((option) => option.value)
  }
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return (pristine ? element.defaultChecked : element.checked) ? [element.value] : []
  return [pristine ? element.defaultValue : element.value]
}
