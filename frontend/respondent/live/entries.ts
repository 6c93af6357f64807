import type { AnyAnswerModule, FormEntries } from '../../../plugins/kit/answer.ts'
import type { PublicBlock } from '../../../engine/document/public_form.ts'

/** Raw values of the fields of a page, as its inputs hold them. */
export type PageRaws = Readonly<Record<string, unknown>>

/**
 * Reads what stands in the form's inputs. `pristine` reads what the server put there instead, so that the two can be
 * compared: what differs was typed before the script came.
 */
export function readForm(
  form: HTMLFormElement,
  blocks: Iterable<PublicBlock>,
  answers: (kind: string) => AnyAnswerModule | undefined,
  pristine: boolean,
): PageRaws {
  const named = new Map<string, Record<string, string[]>>()
  for (const element of form.elements) {
    const [name, values] = held(element, pristine)
    const [prefix, block = '', part = ''] = name.split('.')
    if (prefix !== 'f') continue
    const parts = named.get(block) ?? {}
    named.set(block, parts)
    parts[part] = [...(parts[part] ?? []), ...values]
  }
  const raws: Record<string, unknown> = {}
  for (const block of blocks) {
    const entries = named.get(block.id)
    const answer = answers(block.kind)
    if (entries && answer) raws[block.id] = fromForm(answer, entries, block.settings)
  }
  return raws
}

function held(element: Element, pristine: boolean): [string, string[]] {
  if (element instanceof HTMLInputElement) {
    if (element.disabled || element.type === 'file') return ['', []]
    if (element.type === 'checkbox' || element.type === 'radio') {
      return [element.name, (pristine ? element.defaultChecked : element.checked) ? [element.value] : []]
    }
    return [element.name, [pristine ? element.defaultValue : element.value]]
  }
  if (element instanceof HTMLTextAreaElement) {
    return [element.name, element.disabled ? [] : [pristine ? element.defaultValue : element.value]]
  }
  if (element instanceof HTMLSelectElement && !element.disabled) {
    const options = [...element.options]
    const chosen = options.filter((option) => (pristine ? option.defaultSelected : option.selected))
    // A dropdown without a chosen option shows, and posts, its first one.
    const shown = chosen.length === 0 && !element.multiple ? options.slice(0, 1) : chosen
    return [element.name, shown.map((option) => option.value)]
  }
  return ['', []]
}

function fromForm(answer: AnyAnswerModule, entries: FormEntries, settings: unknown): unknown {
  return answer.fromForm(entries, settings as never)
}
