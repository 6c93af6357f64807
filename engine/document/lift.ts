import type { Lifts } from '@formwright/kit/lift'
import type { Registry } from '../registry.ts'
import { finish, type Steps } from '../steps.ts'
import type { Block, FormDocument, Json } from './document.ts'
import type { DocumentProblem } from './problems.ts'
import { nameOf } from './names.ts'

/** A block in today's shape of its kind. Nothing is written; what cannot be lifted stays as it is, with the problem. */
export function liftBlock(block: Block, registry: Registry): { block: Block; problem?: DocumentProblem } {
  const definition = registry.field(block.kind)?.definition ?? registry.layout(block.kind)
  if (definition === undefined || block.v === definition.version) return { block }
  if (block.v > definition.version) {
    return {
      block,
      problem: {
        severity: 'error',
        code: 'newer-version',
        block: block.id,
        message: `${nameOf(block)} was saved by a newer version of this program. Update the program to change it.`,
      },
    }
  }
  try {
    return {
      block: {
        ...block,
        v: definition.version,
        settings: lifted(block, definition.lifts ?? {}, definition.version),
      },
    }
  } catch {
    return {
      block,
      problem: {
        severity: 'error',
        code: 'invalid-settings',
        block: block.id,
        path: 'settings',
        message: `The settings of ${nameOf(block)} cannot be brought up to date. Remove it and add it again.`,
      },
    }
  }
}

interface Lifted {
  document: FormDocument
  problems: DocumentProblem[]
}

/** Every block of a document in today's shape. */
export function liftDocument(document: FormDocument, registry: Registry): Lifted {
  return finish(liftSteps(document, registry))
}

/** The same in steps. */
export function* liftSteps(document: FormDocument, registry: Registry): Steps<Lifted> {
  const problems: DocumentProblem[] = []
  const blocks: Block[] = []
  for (const before of document.blocks) {
    const { block, problem } = liftBlock(before, registry)
    if (problem !== undefined) problems.push(problem)
    blocks.push(block)
    yield
  }
  return { document: { ...document, blocks }, problems }
}

function lifted(block: Block, lifts: Lifts, version: number): { [name: string]: Json } {
  let settings: Record<string, unknown> = structuredClone(block.settings)
  for (let from = block.v; from < version; from++) settings = lifts[from](settings)
  return jsonObject(settings)
}

/** Lifts are foreign code: what they return is taken as JSON or not at all. */
function jsonObject(settings: Record<string, unknown>): { [name: string]: Json } {
  const copy: { [name: string]: Json } = JSON.parse(JSON.stringify(settings))
  return copy
}
