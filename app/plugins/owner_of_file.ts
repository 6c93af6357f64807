import { basename } from 'node:path'
import type { PluginPlace } from './scan.ts'

/**
 * The plugin whose code lies in a file: one of its folder, or a part of the renderer of public pages, which is named after it
 * (`scripts/plugins_for_vite.ts`).
 */
export function ownerOfFile<T extends PluginPlace>(plugins: readonly T[], file: string): T | undefined {
  const name = basename(file)
  return plugins.find(
    ({ folder, family, kind }) =>
      file.startsWith(`${folder}/`) || (isDrawing(name) && name.startsWith(`plugin.${family}.${kind}.`)),
  )
}

/** Whether a file is a part of the renderer that is a plugin's: what runs there is its control. */
export function isDrawing(file: string): boolean {
  return basename(file).startsWith('plugin.')
}
