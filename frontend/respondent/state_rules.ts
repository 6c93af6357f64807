import type { FormSettings } from '../../engine/document/document.ts'
import centred from './state_centred.css?inline'
import rules from './state_page.css?inline'

/** What pages that are no form look like in a theme. */
export function stateRules({ theme }: Pick<FormSettings['appearance'], 'theme'>): string {
  return theme === 'default' ? rules + centred : rules
}
