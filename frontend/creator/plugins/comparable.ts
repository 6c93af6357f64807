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

/** Stored settings with every default of the kind's schema; the defaults alone where they do not fit any more. */
function wholeSettings(plugin: CreatorField, stored: unknown): Record<string, unknown> {
  const schema = plugin.definition.settings
  const read = v.safeParse(schema, stored)
  return { ...(read.success ? read.output : v.parse(schema, {})) }
}

/** What logic may know of a field with these stored settings; defaults stand in where they do not fit any more. */
export function fieldLogic(plugin: CreatorField, stored: unknown): FieldLogic {
  const { definition } = plugin
  // Made by the kind's own schema; its type was forgotten at the registry, so the members ask for `never`.
  const settings = wholeSettings(plugin, stored) as never
  return {
    type: definition.logic.type(settings),
    operators: definition.logic.operators(settings),
    options: definition.options?.(settings),
  }
}
