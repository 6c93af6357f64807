import * as v from 'valibot'
import type { CreatorField } from '../../../plugins/kit/found.ts'
import type { Option } from '../../../plugins/kit/field.ts'
import type { Operator, ValueType } from '../../../plugins/kit/value.ts'

/** How answers of a field compare: the type of their value, the operators of its kind, its options. */
export interface FieldLogic {
  type: ValueType
  operators: readonly Operator[]
  options?: readonly Option[]
}

/** What logic may know of a field with these stored settings; defaults stand in where they do not fit any more. */
export function fieldLogic(plugin: CreatorField, stored: unknown): FieldLogic {
  const { definition } = plugin
  const read = v.safeParse(definition.settings, stored)
  // Made by the kind's own schema; its type was forgotten at the registry, so the members ask for `never`.
  const settings = (read.success ? read.output : v.parse(definition.settings, {})) as never
  return {
    type: definition.logic.type(settings),
    operators: definition.logic.operators(settings),
    options: definition.options?.(settings),
  }
}
