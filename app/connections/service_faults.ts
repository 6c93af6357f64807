import { plugins } from '#app/plugins/registry'

/** By service, what its plugin failed in last, in a sentence. What it said may quote a credential: only the operator reads that. */
export function serviceFaults(): ReadonlyMap<string, string> {
  const faults = plugins.faults.recent().filter(({ of }) => of === 'connections')
  // the newest come first
  return new Map(
    faults.toReversed().map(({ kind, version, member, count }) => {
      const often = count === 1 ? 'once' : `${count} times`
      const failed = `Its plugin (version ${version ?? '?'}) failed in “${member}” ${often} lately.`
      return [kind, `${failed} Whoever runs this server finds the reason with “node ace doctor”.`]
    }),
  )
}
