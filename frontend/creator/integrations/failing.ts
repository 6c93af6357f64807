import type { Integration } from '../../../api_types/integrations.ts'

const DAY = 86_400_000

/** Since when everything has failed, where that is for a day at least: less may pass by itself. */
export function failingSince({ enabled, paused, failing_since: since }: Integration): string | undefined {
  if (!enabled || paused || since === null || Date.now() - Date.parse(since) < DAY) return undefined
  return since
}
