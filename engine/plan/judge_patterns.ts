import { patternSize, refusedPattern } from '@formwright/kit/pattern'
import type { Condition } from '../document/document.ts'
import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { NameOf } from './judge.ts'
import type { Steps } from '../steps.ts'

/** Most instructions of all patterns of a form together: what one response may cost, with every text as long as it can be. */
const LARGEST_TOGETHER = 2_000

/** Patterns of fields that are refused, and those of fields and conditions that are too much together. */
export function* judgePatterns(blocks: readonly ReadBlock[], nameOf: NameOf): Steps<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  let size = 0
  for (const read of blocks) {
    yield
    const { block, field } = read
    const patterns = field?.patterns ?? []
    for (const refusal of patterns.flatMap((source) => refusedPattern(source) ?? [])) {
      const message = `${nameOf(read)}: ${refusal}`
      problems.push({ severity: 'error', code: 'unsafe-pattern', block: block.id, path: 'settings', message })
    }
    const before = size
    for (const source of [...patterns, ...(block.rules ?? []).flatMap(({ when }) => patternsOf(when))])
      size += patternSize(source)
    if (before > LARGEST_TOGETHER || size <= LARGEST_TOGETHER) continue
    const message = `${nameOf(read)}: From here on, the form has too many patterns. Use fewer or simpler ones.`
    problems.push({ severity: 'error', code: 'too-large', block: block.id, message })
  }
  return problems
}

/** What a condition matches with. */
function patternsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(patternsOf)
  if ('any' in condition) return condition.any.flatMap(patternsOf)
  if ('not' in condition) return patternsOf(condition.not)
  if ('formula' in condition || condition.op !== 'matches') return []
  const { right } = condition
  return right && 'value' in right && typeof right.value === 'string' ? [right.value] : []
}
