import type { BlockProblem } from '../../../engine/response/response.ts'
import { fieldPath } from '../paths.ts'
import type { Visit } from '../visit.ts'

// Which problems a page shows: those of the last attempt that are still there. Nothing is shown before an attempt was made.

/** From now on these problems are shown, and told as they are until their answer changes. */
export function tell(visit: Visit, problems: readonly BlockProblem[]): void {
  const told = new Map<string, BlockProblem[]>()
  for (const problem of problems) {
    const path = fieldPath(problem.path)
    const others = told.get(path)
    if (others) others.push(problem)
    else told.set(path, [problem])
  }
  visit.state.told = told
  visit.state.flagged = new Set(told.keys())
}

/** Shows these problems, with the focus on their summary. */
export function flag(visit: Visit, problems: readonly BlockProblem[]): void {
  const before = visit.state.flagged
  tell(visit, problems)
  visit.update(problems.length > 0 ? { focus: { on: 'summary' } } : {})
  for (const path of [...before, ...visit.state.flagged]) visit.tell(path)
}

/** The problems of a field or section to show now. */
export function problemsOf({ response, state }: Visit, path: string): readonly BlockProblem[] {
  if (!state.flagged.has(path)) return []
  const field = response.field(path)
  // Of a section, of the number of its items: they stand in the list of all.
  if (!field) return response.problems(state.page).filter((problem) => problem.path === path)
  if (!field.relevant) return []
  // first what was told: of a file that was refused nothing is left but that there is none
  return state.told?.get(path) ?? response.problemsOf(path)
}

/** The problems of the page to show now, by the address of their field or section. */
export function problemsHere(visit: Visit): [path: string, problems: readonly BlockProblem[]][] {
  const { response, state } = visit
  const here = new Set(response.blocksOf(state.page))
  return [...state.flagged].flatMap((path) => {
    const problems = here.has(visit.blockAt(path)?.id ?? '') ? problemsOf(visit, path) : []
    return problems.length > 0 ? [[path, problems]] : []
  })
}

/** Forgets what was told of what changed. What is put right is no longer a problem, also not while it is changed again. */
export function settle(visit: Visit, changed: readonly string[]): void {
  const { state } = visit
  for (const path of changed) state.told?.delete(path)
  const before = state.flagged
  if (before.size === 0) return
  const left = new Set(problemsHere(visit).map(([path]) => path))
  if (left.size === before.size) return
  visit.update({ flagged: left })
  for (const path of before) if (!left.has(path)) visit.tell(path)
}
