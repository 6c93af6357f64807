import { readFileSync } from 'node:fs'
import { scanPlugins } from '#app/plugins/scan'
import { checkPluginName, makeFolder, PluginNameError } from './make_folder.ts'

/**
 * Writes the folder of a new field kind under `root`, complete and working as it is: it can be added, answered,
 * filtered and exported before a line is changed. Answers its files, relative to `root`.
 */
export function makeField(root: string, kind: string): string[] {
  refuseName(root, kind)
  return makeFolder(root, 'fields', 'field', kind)
}

function refuseName(root: string, kind: string): void {
  checkPluginName(kind, 'a field')
  const blocks = scanPlugins(root).found.filter(({ family }) => family !== 'integrations')
  const taken = blocks.find((plugin) => plugin.kind === kind)
  if (taken)
    throw new PluginNameError(`There is a kind "${kind}" already, in ${taken.folder}. Choose another name.`)
  const preset = blocks.find(
    ({ files }) => `presets.${kind}.title` in JSON.parse(readFileSync(files.texts ?? '', 'utf8')),
  )
  if (preset) {
    throw new PluginNameError(
      `"${kind}" is a preset of the kind "${preset.kind}" already. Choose another name.`,
    )
  }
}
