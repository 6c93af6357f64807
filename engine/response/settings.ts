import { textIn, withTextIn } from '@formwright/kit/block_text'
import { ANSWER, CHOICES } from '../logic/interpreter/expression.ts'
import { isSettingText } from '../plan/setting_text.ts'
import type { PlanBlock } from '../plan/plan.ts'
import { pipeSettingsWith } from './inputs.ts'
import { offeredInput, offeredSettings } from './offers.ts'

/** Filling answers in takes no operations of its own. */
export const operations = {}

function pathsOf({ texts }: PlanBlock): string[] {
  return Object.keys(texts).filter(isSettingText)
}

pipeSettingsWith({
  settings: (block, given, resolved, by) =>
    pathsOf(block).reduce(
      (settings, path) => withTextIn(settings, path, resolved(path)),
      offeredSettings(block, given, by),
    ),

  offered: offeredInput,

  data: (answers, answer, part) =>
    part === ANSWER ? JSON.stringify(answer) : part === CHOICES ? [answers.toText(answer)].flat() : undefined,

  problems: (block, problems, resolved) => {
    if (problems.length === 0) {
      // the creator's own check is the last
      const message = resolved('error')
      return message === '' ? problems : [{ code: 'custom', message }]
    }
    const written = new Map(pathsOf(block).map((path) => [textIn(block.settings, path), path]))
    if (written.size === 0) return problems
    const said = <Said extends string | number | undefined>(text: Said): Said | string => {
      const path = written.get(text)
      return path === undefined ? text : resolved(path)
    }
    return problems.map(({ message, params, ...problem }) => ({
      ...problem,
      ...(message !== undefined && { message: said(message) }),
      ...(params && {
        params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, said(param)])),
      }),
    }))
  },
})
