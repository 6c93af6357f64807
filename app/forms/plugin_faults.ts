import { plugins } from '#app/plugins/registry'
import type { FormDocument } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'

/** Functions that run as people answer or read answers: what they throw shows in no check of the document. */
const AT_WORK = new Set([
  'respond',
  'fromForm',
  'toRaw',
  'parse',
  'validate',
  'values',
  'toText',
  'untouched',
  'claims',
  'judge',
  'own',
])

/** Warnings of blocks whose plugin failed lately. What it said may quote an answer: only the operator reads that. */
export function pluginFaults({ blocks }: FormDocument): DocumentProblem[] {
  return plugins.faults.recent().flatMap(({ of, kind, version, member, count }) => {
    const block = of === 'blocks' && AT_WORK.has(member) && blocks.find((one) => one.kind === kind)
    if (!block) return []
    const name = block.label || asWords(block.key ?? kind)
    const often = count === 1 ? 'once' : `${count} times`
    const message = `“${name}” may not work for everybody: the plugin “${kind}” (version ${version ?? '?'}) failed in “${member}” ${often} lately. Whoever runs this server finds the reason with “node ace doctor”.`
    return [{ severity: 'warning', code: 'faulty-kind', block: block.id, message }]
  })
}
