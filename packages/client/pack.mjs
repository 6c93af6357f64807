// Makes the client into what npm publishes: `node packages/client/pack.mjs` writes packages/client/dist; `npm pack` there
// packs it. Inside this repository it is used from its sources.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('.', import.meta.url))
const DIST = path.resolve(process.argv[2] ?? path.join(CLIENT, 'dist'))

fs.rmSync(DIST, { recursive: true, force: true })
const tsc = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url))
const compiled = spawnSync(process.execPath, [tsc, '-p', CLIENT, '--outDir', DIST], { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
fs.copyFileSync(path.join(CLIENT, 'README.md'), path.join(DIST, 'README.md'))
fs.copyFileSync(path.join(CLIENT, '../../LICENSE'), path.join(DIST, 'LICENSE'))

const { private: _private, ...own } = JSON.parse(fs.readFileSync(path.join(CLIENT, 'package.json'), 'utf8'))
const exports = {
  '.': { types: './client.d.ts', default: './client.js' },
  './api': { types: './api.d.ts', default: './api.js' },
}
fs.writeFileSync(path.join(DIST, 'package.json'), `${JSON.stringify({ ...own, exports }, null, 2)}\n`)
