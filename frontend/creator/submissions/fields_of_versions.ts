import { fields } from 'virtual:plugins'
import type { VersionSettings } from '../../api/submissions.ts'
import { wholeSettings } from '../plugins/comparable.ts'

/** The whole settings of a field as a version had it; undefined when the version or the kind is not known. */
export type SettingsOf = (version: number, block: string, kind: string) => Record<string, unknown> | undefined

/** Settings of fields with their defaults: each is made once, when the first cell asks for it. */
export function settingsOf(stored: VersionSettings): SettingsOf {
  const made = new Map<string, Record<string, unknown>>()
  return (version, block, kind) => {
    const name = `${version} ${block}`
    const known = made.get(name)
    if (known) return known
    const plugin = fields[kind]
    const own = stored[version]?.[block]
    if (!plugin || !own) return undefined
    const whole = wholeSettings(plugin, own)
    made.set(name, whole)
    return whole
  }
}
