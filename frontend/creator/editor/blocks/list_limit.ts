import { settingsForm } from '@formwright/kit/settings_form'
import { pluginOf, type Kinds } from './kinds.ts'

/** How many items a list of a kind takes. */
export function mostItems(kinds: Kinds, kind: string, list: string): number {
  const schema = pluginOf(kinds, kind)?.definition.settings
  return (schema && settingsForm(schema).find(({ name }) => name === list)?.maxLength) ?? Infinity
}

/** That some of what was pasted is too much for a list. */
export function leftOutOfList(most: number, over: number): string {
  return `The limit is ${most.toLocaleString('en')}. ${over.toLocaleString('en')} ${over === 1 ? 'was' : 'were'} left out.`
}
