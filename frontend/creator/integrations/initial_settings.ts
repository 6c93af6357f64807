import { safeParse } from 'valibot'
import type { IntegrationDefinition } from '@formwright/kit/integration'

/** The settings a new integration begins with: every default of its schema. */
export function initialSettings(definition: IntegrationDefinition): Record<string, unknown> {
  const parsed = safeParse(definition.settings, {})
  return parsed.success ? { ...parsed.output } : {}
}
