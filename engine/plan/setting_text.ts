/**
 * Whether a text of a field that has this name is a plain one in its settings, and the name its path there: of rich ones
 * each reference has a name of its own.
 */
export function isSettingText(name: string): boolean {
  return !/^(label|help|placeholder|default|offered|error)$|:/.test(name)
}
