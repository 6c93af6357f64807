import type { FileReference } from '@formwright/kit/answer'
import type { NewForm } from '#app/forms/create_form'
import type { Chance } from '#database/demo/chance'
import type { Person } from '#database/demo/people'

/** A form of the demo, and how people answer it. */
export interface DemoForm {
  form: NewForm
  submissions: number
  /** by the keys of the questions; nothing where somebody left one out */
  answers(who: Person, chance: Chance): Record<string, unknown>
  /** what some draw in the place of what they would answer to a question */
  drawing?: {
    key: string
    /** how many do, of all */
    share: number
    picture(who: Person, chance: Chance): Buffer
    answer(picture: FileReference): unknown
  }
}

/** A field; its id is its key, with zeros up to six characters. */
export function field(kind: string, key: string, label: string, settings: object = {}, more: object = {}) {
  return { id: key.padEnd(6, '0'), kind, v: 1, key, label, settings, ...more }
}

export function layout(kind: string, id: string, settings: object, v = 1) {
  return { id, kind, v, settings }
}

export const required = { required: true }

/** As options: the first word is the id. */
export function options(lines: readonly (readonly [id: string, label: string, more?: object])[]) {
  return lines.map(([id, label, more]) => ({ id, label, ...more }))
}
