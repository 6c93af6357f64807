import type { FileReference } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { plugins } from '#app/plugins/registry'
import type { BoundField } from '#engine/bound/bound_field'
import type { Block } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Answers } from '#engine/registry'

/** How answers of a kind behave, for the engine. */
export const answersOf: Answers = (kind) => plugins.registry().field(kind)?.answer

/** The field of a block of a compiled document, or undefined when the block is no field or its plugin is gone. */
export function fieldOf(block: Block): BoundField | undefined {
  return readBlock(block, plugins.registry()).read.field
}

/** What is wrong with one file, by name, size and content. */
export function judgeFile(field: BoundField, file: FileReference): readonly Problem[] {
  const context = { locale: 'en', now: 0, source: 'data' } as const
  const { answer, problems } = field.parse([file], context)
  return problems.length > 0 || answer === undefined ? problems : field.validate(answer, context)
}
