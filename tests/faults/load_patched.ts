// Loaded before the server: puts the faults that its environment names into modules as they are read.
import { registerHooks } from 'node:module'
import { modulePatches, patched } from '#tests/faults/patches'

const [failpoint] = process.env.FORMWRIGHT_FAILPOINT?.split(':') ?? []
const patches = modulePatches(process.env.FORMWRIGHT_MUTANT, failpoint)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const wanted = patches.filter(({ module }) => url.endsWith(module))
    if (wanted.length === 0) return loaded
    return { ...loaded, source: wanted.reduce(patched, String(loaded.source)) }
  },
})
