import type { RowState } from './row.ts'

/**
 * The shape in which the server serves a state it was given on top of `before`: of a password it only says that there
 * is one, and a state that names none leaves it as it is.
 */
export function served(state: RowState, before: RowState | null): RowState {
  if (state.kind !== 'settings.access' || state.content === null) return state
  const { password, ...rest } = state.content
  const hasPassword = password === undefined ? before?.content?.hasPassword === true : password !== null
  return { ...state, content: { ...rest, hasPassword } }
}
