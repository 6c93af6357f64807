import { BoundAnswers } from '../../../engine/bound/bound_answers.ts'
import type { PublicBlock } from '../../../engine/document/public_form.ts'
import type { Answers } from '../../../engine/registry.ts'

/** Raw values of the fields of a page, as its inputs hold them. */
export type PageRaws = Readonly<Record<string, unknown>>

/**
 * Reads what stands in the form's inputs. `pristine` reads what the server put there instead, so that the two can be
 * compared: what differs was typed before the script came.
 */
export function readForm(
  form: HTMLFormElement,
  blocks: Iterable<PublicBlock>,
  answers: Answers,
  pristine: boolean,
): PageRaws {
  const named = new Map<string, Record<string, string[]>>()
  for (const element of form.elements) {
    if (!isFilledIn(element) || element.disabled || element.type === 'file') continue
    const [prefix, block = '', part = ''] = element.name.split('.')
    if (prefix !== 'f') continue
    const parts = named.get(block) ?? {}
    named.set(block, parts)
    parts[part] = [...(parts[part] ?? []), ...held(element, pristine)]
  }
  const raws: Record<string, unknown> = {}
  for (const block of blocks) {
    const entries = named.get(block.id)
    const answer = answers(block.kind)
    if (entries && answer) raws[block.id] = new BoundAnswers(answer, block.settings).fromForm(entries)
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
