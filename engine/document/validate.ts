import type { Block, FormDocument } from './document.ts'
import { nameOf } from './names.ts'
import type { DocumentProblem } from './problems.ts'
import type { Steps } from '../steps.ts'
import { DEEPEST_JSON, deeperThan } from './schema.ts'

/** Documents with more blocks are refused. */
const MOST_BLOCKS = 20_000
/** Blocks with more rules are refused. */
const MOST_RULES = 200

const ID = /^[a-z][a-z0-9]{5,31}$/
const KEY = /^[a-z][a-z0-9_]{0,63}$/

/** What is wrong with a document whatever its plugins say: ids, keys, size. */
export function* validateStructure(document: FormDocument): Steps<DocumentProblem[]> {
  if (document.blocks.length > MOST_BLOCKS) {
    return [
      error('too-large', `A form can have ${MOST_BLOCKS} blocks; this one has ${document.blocks.length}.`),
    ]
  }
  const problems: DocumentProblem[] = []
  const ids = new Set<string>()
  const keys = new Map<string, Block>()
  for (const block of document.blocks) {
    yield
    if (!ID.test(block.id))
      problems.push(error('duplicate-id', `“${block.id}” is not a block id.`, block, 'id'))
    if (ids.has(block.id))
      problems.push(error('duplicate-id', `Two blocks have the id “${block.id}”.`, block, 'id'))
    ids.add(block.id)
    problems.push(...keyProblems(block, keys, document.aliases))
    if ((block.rules?.length ?? 0) > MOST_RULES) {
      problems.push(error('too-large', `${nameOf(block)} has too many rules.`, block, 'rules'))
    }
    if (deeperThan([block.settings, block.rules, block.condition, block.default], DEEPEST_JSON)) {
      problems.push(error('too-large', `${nameOf(block)} is nested too deeply.`, block))
    }
  }
  return problems
}

function keyProblems(
  block: Block,
  keys: Map<string, Block>,
  aliases: FormDocument['aliases'],
): DocumentProblem[] {
  if (block.key === undefined) return []
  if (!KEY.test(block.key)) {
    const message = `“${block.key}” cannot be a name: use small letters, digits and _, beginning with a letter.`
    return [error('duplicate-key', message, block, 'key')]
  }
  const other = keys.get(block.key)
  keys.set(block.key, block)
  if (other !== undefined) {
    return [
      error(
        'duplicate-key',
        `${nameOf(block)} and ${nameOf(other)} have the same name “${block.key}”.`,
        block,
        'key',
      ),
    ]
  }
  const former = Object.hasOwn(aliases, block.key) ? aliases[block.key] : block.id
  if (former === block.id) return []
  return [
    error(
      'duplicate-key',
      `The key “${block.key}” belonged to another question before. Choose another.`,
      block,
      'key',
    ),
  ]
}

function error(
  code: DocumentProblem['code'],
  message: string,
  block?: Block,
  path?: string,
): DocumentProblem {
  return {
    severity: 'error',
    code,
    ...(block === undefined ? {} : { block: block.id }),
    ...(path === undefined ? {} : { path }),
    message,
  }
}
