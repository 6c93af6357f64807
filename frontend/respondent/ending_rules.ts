import type { FormSettings } from '../../engine/document/document.ts'
import centred from './ending_centred.css?inline'
import rules from './ending.css?inline'

/** What endings look like in a theme. Only where an ending is shown: no page that is filled in carries it. */
export function endingRules({ theme }: Pick<FormSettings['appearance'], 'theme'>): string {
  return theme === 'default' ? rules + centred : rules
}
