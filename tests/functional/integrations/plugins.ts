import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plugins } from '#app/plugins/registry'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Installs an integration that lies in this folder beside those of the house, until the answer is called. */
export async function installIntegration(kind: string): Promise<() => Promise<void>> {
  mkdirSync(join(ROOT, 'storage'), { recursive: true })
  // inside the tree, so that what plugins import is found
  const root = mkdtempSync(join(ROOT, 'storage/plugins-'))
  cpSync(join(ROOT, 'plugins'), join(root, 'plugins'), { recursive: true })
  cpSync(fileURLToPath(new URL(kind, import.meta.url)), join(root, 'plugins/integrations', kind), {
    recursive: true,
  })
  await plugins.load(root)
  return async () => {
    await plugins.load(ROOT)
    rmSync(root, { recursive: true })
  }
}
