import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plugins } from '#app/plugins/registry'
import type { Family } from '#app/plugins/scan'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Installs the plugin of this folder beside those of the house, in this process, until the answer is called. */
export async function installPlugin(family: Family, folder: URL): Promise<() => Promise<void>> {
  mkdirSync(join(ROOT, 'storage'), { recursive: true })
  // inside the tree, so that what plugins import is found
  const root = mkdtempSync(join(ROOT, 'storage/plugins-'))
  cpSync(join(ROOT, 'plugins'), join(root, 'plugins'), { recursive: true })
  const path = fileURLToPath(folder)
  cpSync(path, join(root, 'plugins', family, basename(path)), { recursive: true })
  await plugins.load(root)
  return async () => {
    await plugins.load(ROOT)
    rmSync(root, { recursive: true })
  }
}
