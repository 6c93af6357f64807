import { scanPlugins } from '#app/plugins/scan'
import { checkPluginName, makeFolder, PluginNameError } from './make_folder.ts'

/**
 * Writes the folder of a new kind of integration under `root`, complete and working as it is: it can be added to a
 * form and is told of its submissions before a line is changed. Answers its files, relative to `root`.
 */
export function makeIntegration(root: string, kind: string): string[] {
  checkPluginName(kind, 'an integration')
  const taken = scanPlugins(root).found.find(
    (plugin) => plugin.family === 'integrations' && plugin.kind === kind,
  )
  if (taken) {
    throw new PluginNameError(
      `There is an integration "${kind}" already, in ${taken.folder}. Choose another name.`,
    )
  }
  return makeFolder(root, 'integrations', 'integration', kind)
}
