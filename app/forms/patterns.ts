import { check } from 'recheck'

/** How long one pattern may be examined, in milliseconds. One that is not understood by then is refused. */
const PATIENCE = 2_000

/** Whether a pattern takes time in proportion to the text, whatever the text. Judged outside of this thread. */
export async function isLinear(pattern: string): Promise<boolean> {
  const verdict = await check(pattern, 'u', { timeout: PATIENCE })
  return verdict.status === 'safe'
}
