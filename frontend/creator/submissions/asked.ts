import type { Json } from '../../../engine/document/document.ts'
import { BoundField } from '../../../engine/bound/bound_field.ts'
import type { CreatorField } from '@formwright/kit/found'
import type { Submission } from '../../../api_types/submissions.ts'
import { fields } from '../plugins/fields.ts'

/** A question of a submission whose answer can be changed. */
export interface Asked {
  /** where its answer stands: the block, or `section.item.block` */
  path: string
  block: string
  label: string
  plugin: CreatorField
  field: BoundField
  answer: Json | null
  /** the title of its item, where it is the first in that */
  item?: string
}

/** The questions of a submission, in order. What is computed, or of a kind that is not there, cannot be changed. */
export function askedIn({ answers }: Submission): Asked[] {
  return answers.flatMap((given) => {
    if (!('items' in given)) return asked({ ...given, path: given.block })
    return given.items.flatMap(({ id, title, labels, answers: inItem }) =>
      given.fields
        .flatMap((field, index) =>
          asked({
            ...field,
            path: `${given.block}.${id}.${field.block}`,
            label: labels[index] ?? '',
            answer: inItem[index] ?? null,
          }),
        )
        .map((one, index) => (index === 0 ? { ...one, item: title } : one)),
    )
  })
}

interface Given {
  path: string
  block: string
  kind: string
  label: string
  settings: { [name: string]: Json }
  answer: Json | null
}

function asked({ path, block, kind, label, settings, answer }: Given): Asked[] {
  const plugin = fields[kind]
  const field = plugin && new BoundField(plugin, settings)
  if (!plugin || !field || field.labelling === 'none') return []
  return [{ path, block, label, plugin, field, answer }]
}
