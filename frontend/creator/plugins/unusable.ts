import type { UnusableKind } from '@formwright/kit/found'

/** Why nothing is known of a kind of blocks: its plugin is gone, or is there and cannot be used. */
export function whyUnknown(kind: string, unusable: readonly UnusableKind[]): string {
  const plugin = unusable.find(
    ({ family, kind: one }) => (family === 'fields' || family === 'layout') && one === kind,
  )
  return plugin ? whyUnusable(plugin) : `The block type “${kind}” is not installed.`
}

/** What is said of a plugin that is there and cannot be used. */
export function whyUnusable({ kind, version }: UnusableKind): string {
  const named = version === undefined ? '' : `, version ${version}`
  return `The plugin “${kind}”${named} cannot be used on this server.`
}
