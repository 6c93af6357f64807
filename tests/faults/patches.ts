/** Deliberate mistakes that the fault harness must notice. None of them is in the application itself. */
export type Mutant = 'ack-before-commit' | 'no-unique-key' | 'enqueue-after-commit'

/** One change of a text that must be found exactly once in what it belongs to. */
export interface Patch {
  from: string
  to: string
}

/** A change of a module, as it stands when its types are stripped. */
export interface ModulePatch extends Patch {
  module: string
}

const STORE = '/app/respond/submission/store_submission.ts'

/** How the statement that stores submissions runs: as `query.ts` does it. */
const QUERY: ModulePatch = {
  module: STORE,
  from: 'await onConnection({',
  to: "await (await import('#tests/faults/query')).query(pool(), {",
}

/** A webhook that never gives the processor back, where its address ends so. */
export const ENDLESS = '/endless'

const LOOP: ModulePatch = {
  module: '/plugins/integrations/webhook/deliver.ts',
  from: "if (settings.url === '')",
  to: `if (settings.url.endsWith('${ENDLESS}')) for (;;);\n    if (settings.url === '')`,
}

/** One that fills the memory turn by turn, so that nothing tells it from the others. */
export const FILLING = '/filling'

const FILL: ModulePatch = {
  module: LOOP.module,
  from: LOOP.from,
  to: `if (settings.url.endsWith('${FILLING}')) for (const held = []; ; await new Promise(setImmediate))
      held.push(Array.from({ length: 50_000 }, (_, number) => ({ number })))
    ${LOOP.from}`,
}

/** What to change in the server that is to make this mistake, or to die between two steps that are one in it. */
export function modulePatches(mutant: string | undefined, failpoint: string | undefined): ModulePatch[] {
  const patches: ModulePatch[] = []
  const steps = mutant === 'ack-before-commit' || mutant === 'enqueue-after-commit'
  if (steps || failpoint === 'insert-commit') patches.push(QUERY)
  if (mutant === 'no-unique-key') {
    patches.push({ module: STORE, from: 'key: name,', to: 'key: crypto.randomUUID(),' })
  }
  if (mutant === 'endless-webhook') patches.push(LOOP)
  if (mutant === 'filling-webhook') patches.push(FILL)
  return patches
}

/** In the function that stores submissions: the event is left to `query.ts`. */
export const NO_EVENT: Patch = {
  from: 'from unnest(added[:places]) as a (id);',
  to: 'from unnest(added[:places]) as a (id) where false;',
}

/** The text with the patch in it. Throws where there is nothing to patch, or more than one place. */
export function patched(text: string, { from, to }: Patch): string {
  const found = text.split(from).length - 1
  if (found !== 1) throw new Error(`A fault cannot be put in: "${from}" is there ${found} times, not once.`)
  return text.replace(from, () => to)
}
