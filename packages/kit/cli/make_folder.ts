import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Families of plugins that a folder can be made for. */
export type MadeFamily = 'fields' | 'layout' | 'integrations' | 'connections'

const STUBS = fileURLToPath(new URL('../stubs', import.meta.url))
const STUBS_OF: Record<MadeFamily, string> = {
  fields: 'field',
  layout: 'layout',
  integrations: 'integration',
  connections: 'service',
}
const WORDS: Record<MadeFamily, string> = {
  fields: 'a field',
  layout: 'a layout block',
  integrations: 'an integration',
  connections: 'a service',
}

/** A name that no plugin may have; the message says why and what to do. */
export class PluginNameError extends Error {}

/** Throws a PluginNameError when this cannot be the name of a plugin, whatever there is already. */
export function checkPluginName(family: MadeFamily, kind: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind) || kind.length > 40) {
    throw new PluginNameError(
      `"${kind}" cannot be the name of ${WORDS[family]}: use at most 40 of a-z, 0-9 and hyphens, beginning with a letter.`,
    )
  }
}

/**
 * Writes the folder of a new plugin in `parent`, complete and working as it is: it can be added, used and tested before a
 * line is changed. Answers its files, relative to `parent`.
 */
export function makeFolder(parent: string, family: MadeFamily, kind: string): string[] {
  const source = join(STUBS, STUBS_OF[family])
  const folder = join(parent, kind)
  // Written beside and moved at the end: a scan never sees half a plugin.
  const unfinished = join(parent, `.${kind}`)
  const words = kind.split('-')
  const title = words.join(' ').replace(/^./, (first) => first.toUpperCase())
  const fills: Record<string, string> = {
    kind,
    title,
    words: words.join(' '),
    // what an operator's settings of a service begin with
    SETTING: words.join('_').toUpperCase(),
    Name: words.map((word) => word.replace(/^./, (first) => first.toUpperCase())).join(''),
  }
  try {
    const files = readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(source, join(entry.parentPath, entry.name)))
      .sort()
      .map((stub) => {
        const name =
          stub === 'spec.ts.stub' ? `${kind.replaceAll('-', '_')}.spec.ts` : stub.replace(/\.stub$/, '')
        const text = readFileSync(join(source, stub), 'utf8')
        const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, fill: string) => fills[fill] ?? whole)
        mkdirSync(dirname(join(unfinished, name)), { recursive: true })
        writeFileSync(join(unfinished, name), filled)
        return join(kind, name)
      })
    renameSync(unfinished, folder)
    return files
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
