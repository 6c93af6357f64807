// Makes the kit into what npm publishes: `node packages/kit/pack.mjs` writes packages/kit/dist; `npm pack` there packs it.
// Inside this repository the kit is used from its sources.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const KIT = fileURLToPath(new URL('.', import.meta.url))
const DIST = path.resolve(process.argv[2] ?? path.join(KIT, 'dist'))

/** Files that are shipped as they are. */
const AS_THEY_ARE = ['README.md', 'parts.css', 'points.css', 'stubs', 'conform/naughty']

fs.rmSync(DIST, { recursive: true, force: true })
const tsc = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url))
const compiled = spawnSync(process.execPath, [tsc, '-p', KIT, '--outDir', DIST], { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)

// TypeScript rewrites the endings of imports in JavaScript, and leaves them in declarations
for (const name of fs.readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const file = path.join(DIST, name)
  fs.writeFileSync(
    file,
    fs.readFileSync(file, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.tsx?(?=['"])/g, '$1.js'),
  )
}
for (const name of AS_THEY_ARE) fs.cpSync(path.join(KIT, name), path.join(DIST, name), { recursive: true })
fs.copyFileSync(path.join(KIT, '../../LICENSE'), path.join(DIST, 'LICENSE'))

const { private: _private, ...own } = JSON.parse(fs.readFileSync(path.join(KIT, 'package.json'), 'utf8'))
const shipped = {
  ...own,
  bin: { 'formwright-kit': 'cli/formwright_kit.js' },
  exports: {
    './parts.css': './parts.css',
    './points.css': './points.css',
    './*': { types: './*.d.ts', default: './*.js' },
  },
}
fs.writeFileSync(path.join(DIST, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
