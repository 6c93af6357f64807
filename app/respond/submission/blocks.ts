import type { FileReference } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { plugins } from '#app/plugins/registry'
import type { AnyAnswerModule } from '@formwright/kit/found'
import { BoundField } from '#engine/bound/bound_field'
import type { Block } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Answers, FieldPlugin } from '#engine/registry'
import { BROKEN } from '#engine/document/broken'

/** How answers of a kind behave, for the engine: to a question that could not be shown nothing has to be answered. */
export const answersOf: Answers = (kind) => {
  const plugin = plugins.registry().field(kind)
  if (!plugin) return undefined
  const known = excusing.get(plugin) ?? withExcuse(plugin)
  excusing.set(plugin, known)
  return known
}

const excusing = new WeakMap<FieldPlugin, AnyAnswerModule>()

function withExcuse(plugin: FieldPlugin): AnyAnswerModule {
  const { answer } = plugin
  return {
    ...answer,
    parse: (candidate, settings, context) =>
      candidate === BROKEN && !new BoundField(plugin, settings).typed
        ? { problems: [], failed: true }
        : answer.parse(candidate, settings, context),
  }
}

/** The field of a block of a compiled document, or undefined when the block is no field or its plugin is gone. */
export function fieldOf(block: Block): BoundField | undefined {
  return readBlock(block, plugins.registry()).read.field
}

/** What is wrong with one file, by name, size and content. */
export function judgeFile(field: BoundField, file: FileReference): readonly Problem[] {
  const context = { locale: 'en', now: 0, source: 'data', required: false } as const
  const { answer, problems } = field.parse([file], context)
  return problems.length > 0 || answer === undefined ? problems : field.validate(answer, context)
}
