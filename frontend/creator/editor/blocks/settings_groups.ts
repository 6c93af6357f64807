/** What the groups of form settings are called. */
const NAMES: Record<string, string> = {
  general: 'Title, description, and language',
  access: 'Access',
  appearance: 'Design',
  sending: 'After sending',
}

/** All groups of form settings that the editor knows. */
export const SETTINGS_GROUPS: readonly string[] = Object.keys(NAMES)

/** A group of form settings in words; undefined for what is none. */
export function groupName(group: string): string | undefined {
  return NAMES[group]
}
