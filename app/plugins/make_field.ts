import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { scanPlugins } from '../../scripts/plugins.ts'

/** A name that no field may have; the message says why and what to do. */
export class FieldNameError extends Error {}

/**
 * Writes the folder of a new field kind under `root`, complete and working as it is: it can be added, answered,
 * filtered and exported before a line is changed. Answers its files, relative to `root`.
 */
export function makeField(root: string, kind: string): string[] {
  refuseName(root, kind)
  const stubs = join(root, 'plugins/kit/stubs/field')
  const folder = join(root, 'plugins/fields', kind)
  // Written beside and moved at the end: a scan never sees half a plugin.
  const unfinished = join(root, 'plugins/fields', `.${kind}`)
  const words = kind.split('-')
  const title = words.join(' ').replace(/^./, (first) => first.toUpperCase())
  const fills: Record<string, string> = {
    kind,
    title,
    words: words.join(' '),
    Name: words.map((word) => word.replace(/^./, (first) => first.toUpperCase())).join(''),
  }
  try {
    const files = readdirSync(stubs, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(stubs, join(entry.parentPath, entry.name)))
      .sort()
      .map((stub) => {
        const name =
          stub === 'spec.ts.stub' ? `${kind.replaceAll('-', '_')}.spec.ts` : stub.replace(/\.stub$/, '')
        const text = readFileSync(join(stubs, stub), 'utf8')
        const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, fill: string) => fills[fill] ?? whole)
        mkdirSync(dirname(join(unfinished, name)), { recursive: true })
        writeFileSync(join(unfinished, name), filled)
        return relative(root, join(folder, name))
      })
    renameSync(unfinished, folder)
    return files
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function refuseName(root: string, kind: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind) || kind.length > 40) {
    throw new FieldNameError(
      `"${kind}" cannot be the name of a field: use at most 40 of a-z, 0-9 and hyphens, beginning with a letter.`,
    )
  }
  const blocks = scanPlugins(root).found.filter(({ family }) => family !== 'integrations')
  const taken = blocks.find((plugin) => plugin.kind === kind)
  if (taken)
    throw new FieldNameError(`There is a kind "${kind}" already, in ${taken.folder}. Choose another name.`)
  const preset = blocks.find(
    ({ files }) => `presets.${kind}.title` in JSON.parse(readFileSync(files.texts ?? '', 'utf8')),
  )
  if (preset) {
    throw new FieldNameError(
      `"${kind}" is a preset of the kind "${preset.kind}" already. Choose another name.`,
    )
  }
}
