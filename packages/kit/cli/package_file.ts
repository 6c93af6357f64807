import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the commands read and write of an author's package.json. */
export interface PackageFile {
  name?: string
  type?: string
  files?: string[]
  formwright?: Partial<Record<string, string[]>>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** What plugins are drawn with: an instance has it, and an author gets it with the types. */
const PEERS = { '@mantine/core': '>=9', react: '>=19' }

/** The package.json of a folder; an empty one where there is none. */
export function readPackage(root: string): PackageFile {
  const file = join(root, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Lists a plugin in the package.json of its package, with all that an instance needs to find it. */
export function listPlugin(root: string, family: string, kind: string): void {
  const own = readPackage(root)
  const listed = new Set(own.formwright?.[family]).add(`dist/${family}/${kind}`)
  const text = {
    ...own,
    type: 'module',
    files: [...new Set([...(own.files ?? []), 'dist'])],
    formwright: { ...own.formwright, [family]: [...listed] },
    peerDependencies: { ...PEERS, ...own.peerDependencies },
  }
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(text, null, 2)}\n`)
}
