import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { readJson, type UnusablePlugin } from './scan.ts'

/** Where a build writes which plugins it could not take in. */
const FILE = 'dist/left_out.json'

/** Name of the plugin of Vite that carries the list. */
export const LEAVING_OUT = 'formwright-left-out'

/** What is left out of the front end, and why. */
export type LeftOut = Pick<UnusablePlugin, 'folder' | 'reason'>

/** Added to a build or a server of Vite: these plugins are left out of it, though they are found. */
export function leavingOut(plugins: readonly UnusablePlugin[]): Plugin {
  return { name: LEAVING_OUT, api: plugins }
}

/** What the last build of the front end left out. */
export function leftOutOfBuild(root: string): readonly LeftOut[] {
  const { plugins } = readJson(join(root, FILE)) ?? {}
  if (!Array.isArray(plugins)) return []
  return plugins.map(({ folder, reason }: LeftOut) => ({ folder: resolve(root, folder), reason }))
}

/** The content of the file that says so; an installation may be moved. */
export function leftOutFile(root: string, plugins: readonly UnusablePlugin[]): string {
  return JSON.stringify({
    plugins: plugins.map(({ folder, reason }) => ({ folder: relative(root, folder), reason })),
  })
}
