import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { NameOf } from './judge.ts'
import type { Steps } from '../steps.ts'

/** Blocks that stand in no section, or not in theirs, and sections whose items have no name for programs. */
export function* judgeSections(blocks: readonly ReadBlock[], nameOf: NameOf): Steps<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  const report = (read: ReadBlock, code: DocumentProblem['code'], path: string, message: string) => {
    problems.push({ severity: 'error', code, block: read.block.id, path, message })
  }
  let section: ReadBlock | undefined
  for (const read of blocks) {
    yield
    const { block, family } = read
    if (block.parent === undefined) section = family === 'section' ? read : undefined
    else if (section?.block.id !== block.parent)
      report(read, 'misplaced', 'parent', `${nameOf(read)} does not stand in its section. Move it there.`)
    else if (family !== 'field' && family !== 'content')
      report(read, 'misplaced', 'parent', `In a section there is no room for ${nameOf(read)}. Move it out.`)
    if (read.layout?.repeat !== undefined && block.key === undefined) {
      const message = `${nameOf(read)} repeats, but has no name for its answers. Give it one.`
      report(read, 'no-key', 'key', message)
    }
  }
  return problems
}
