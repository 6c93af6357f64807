import { unusable } from 'virtual:plugins'

/** Why nothing is known of a kind of blocks: its plugin is gone, or is there and cannot be used. */
export function whyUnknown(kind: string): string {
  const plugin = unusable.find((one) => one.family !== 'integrations' && one.kind === kind)
  if (!plugin) return `The kind “${kind}” is not installed.`
  const version = plugin.version === undefined ? '' : `, version ${plugin.version}`
  return `The plugin “${kind}”${version} cannot be used on this server.`
}
