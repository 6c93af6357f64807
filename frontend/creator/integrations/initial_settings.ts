import { safeParse } from 'valibot'
import type { IntegrationDefinition } from '@formwright/kit/integration'
import { reportFault } from '../plugins/faults.ts'

/** The settings a new integration begins with: every default of its schema. */
export function initialSettings(definition: IntegrationDefinition): Record<string, unknown> {
  try {
    const parsed = safeParse(definition.settings, {})
    return parsed.success ? { ...parsed.output } : {}
  } catch (error) {
    const { kind, version } = definition
    reportFault({ family: 'integrations', kind, version, part: 'settings', error })
    return {}
  }
}
