import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { NameOf } from './judge.ts'
import { isWelcome } from './pages.ts'
import type { Steps } from '../steps.ts'

/** A form begins once: every welcome behind the first one is too many. */
export function* judgeWelcome(blocks: readonly ReadBlock[], nameOf: NameOf): Steps<DocumentProblem[]> {
  yield
  return blocks
    .filter(isWelcome)
    .slice(1)
    .map((read) => {
      const message = `A form begins with one welcome screen. Remove ${nameOf(read)}.`
      return { severity: 'error', code: 'misplaced', block: read.block.id, message }
    })
}
