import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPluginName,
  makeFolder,
  type MadeFamily,
  PluginNameError,
} from '@formwright/kit/cli/make_folder'
import { type Family, type FoundPlugins, NAMED_IN, scanPlugins } from '#app/plugins/scan'

/**
 * Writes the folder of a new plugin under `root`, complete and working as it is: a field can be added, answered, filtered
 * and exported, a layout block read, an integration is told of submissions, a service is connected to, before a line is
 * changed. Answers its files, relative to `root`.
 * Throws a PluginNameError when the name is none, or taken.
 */
export function makePlugin(root: string, family: MadeFamily, kind: string): string[] {
  checkPluginName(family, kind)
  const reason = takenBy(scanPlugins(root), family, kind)
  if (reason) throw new PluginNameError(`${reason} Choose another name.`)
  const parent = `plugins/${family}`
  mkdirSync(join(root, parent), { recursive: true })
  return makeFolder(join(root, parent), family, kind).map((file) => join(parent, file))
}

const WORDS: Record<MadeFamily, string> = {
  fields: 'a kind',
  layout: 'a kind',
  integrations: 'an integration',
  connections: 'a service',
}

/** Who has the name already. Fields and layout blocks share one namespace, with what their presets are called. */
function takenBy({ found, unusable }: FoundPlugins, family: MadeFamily, kind: string): string | undefined {
  const ofSame = (plugin: { family: Family }) => NAMED_IN[plugin.family] === NAMED_IN[family]
  const taken = [...found, ...unusable].filter(ofSame).find((plugin) => plugin.kind === kind)
  if (taken) return `There is ${WORDS[family]} "${kind}" already, in ${taken.folder}.`
  if (NAMED_IN[family] !== 'block') return undefined
  const owner = found
    .filter(ofSame)
    .find(({ files }) => `presets.${kind}.title` in JSON.parse(readFileSync(files.texts ?? '', 'utf8')))
  return owner && `"${kind}" is a preset of the kind "${owner.kind}" already.`
}
