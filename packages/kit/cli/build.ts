import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { readPackage } from './package_file.ts'

/** Folders of a package that hold plugins. */
export const FAMILIES = ['fields', 'layout', 'integrations', 'connections'] as const

/** Modules of a plugin that an instance looks for. */
const MODULES =
  /^(field|answer|server|layout|integration|deliver|service|respond|live|edit|results|settings)\.tsx?$/

/** What an instance has: a plugin brings none of its own. Patterns it runs otherwise on the server than in browsers. */
const OF_THE_INSTANCE = [
  'react',
  'react-dom',
  '@mantine/core',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@formwright/kit/pattern',
]

/** What lies beside the modules and is shipped as it is. */
const AS_IT_IS = /^(texts|README\.md|icon\.svg|icons|.*\.css)$/

/**
 * Builds every plugin folder of a package into `dist/<family>/<kind>`: modules compiled, with what they need of the kit in
 * them; styles, texts, icon and README beside. Libraries among the `dependencies` stay imports: npm installs them with
 * the package, and the instance bundles them. Answers the folders it wrote, relative to `root`.
 */
export async function buildPackage(root: string): Promise<string[]> {
  const { dependencies, peerDependencies } = readPackage(root)
  const outside = [...OF_THE_INSTANCE, ...Object.keys({ ...dependencies, ...peerDependencies })]
  const written: string[] = []
  for (const family of FAMILIES) {
    const parent = join(root, family)
    if (!existsSync(parent)) continue
    for (const kind of readdirSync(parent)) {
      if (kind.startsWith('.')) continue
      const to = `dist/${family}/${kind}`
      await buildFolder(join(parent, kind), join(root, to), outside)
      written.push(to)
    }
  }
  return written
}

async function buildFolder(folder: string, to: string, outside: readonly string[]): Promise<void> {
  const names = readdirSync(folder)
  const modules = names.filter((name) => MODULES.test(name))
  rmSync(to, { recursive: true, force: true })
  await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    plugins: [{ name: 'outside', enforce: 'pre', resolveId: (id) => left(id, outside) }],
    build: {
      outDir: to,
      // emptied above
      emptyOutDir: false,
      target: 'es2023',
      minify: false,
      lib: {
        entry: Object.fromEntries(modules.map((name) => [name.replace(/\.tsx?$/, ''), join(folder, name)])),
        formats: ['es'],
      },
      rollupOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        checks: { bundlerTimings: false },
      },
    },
  })
  for (const name of names) {
    if (AS_IT_IS.test(name)) cpSync(join(folder, name), join(to, name), { recursive: true })
  }
}

/** What stays an import: styles beside the module, what Node brings, and libraries that npm installs. */
function left(id: string, outside: readonly string[]): Rolldown.PartialResolvedId | undefined {
  const library = outside.some((name) => id === name || id.startsWith(`${name}/`))
  if (library || id.startsWith('node:')) return { id, external: true }
  return id.endsWith('.css') && id.startsWith('./') ? { id, external: 'relative' } : undefined
}
