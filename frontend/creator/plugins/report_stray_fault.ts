import { fields, integrations, layouts } from 'virtual:plugins'
import { type PluginFault, reportFault } from './faults.ts'

const FOUND = { fields, layout: layouts, integrations }

/** Tells what a part of a plugin threw while nobody drew it. */
export function reportStrayFault(
  fault: Pick<PluginFault, 'kind' | 'part' | 'error'> & { family: keyof typeof FOUND },
): void {
  const plugin = FOUND[fault.family][fault.kind]
  if (plugin) reportFault({ ...fault, version: plugin.definition.version, stray: true })
}
