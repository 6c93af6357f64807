import { localAt } from '@formwright/kit/clock'
import type { Problem } from '@formwright/kit/problem'
import { defineFieldServer } from '@formwright/kit/server'
import type { Answer } from './answer.ts'
import type { Settings } from './field.ts'

const DAY_MS = 86_400_000

/** Times that no clock shows, where the field says whose clock is meant: zones are too much for a page to look up. */
export default defineFieldServer<Settings, Answer>({
  judge(answer, { asks, zone }) {
    if (asks !== 'datetime' || zone === '') return []
    const problem: Problem = { code: 'not-allowed', params: { reason: 'skipped' } }
    if (typeof answer === 'string') return isShown(answer, zone) ? [] : [problem]
    const parts = ['from', 'to'] as const
    return parts.flatMap((part) => (isShown(answer[part], zone) ? [] : [{ ...problem, part }]))
  },
})

/** Whether the clocks of a zone ever show this: where they are put forward, they leave an hour out. */
function isShown(moment: string, zone: string): boolean {
  // no clocks were put forward yet; and those of formats know no year 0
  if (moment < '1600') return true
  const local = Date.parse(`${moment}Z`)
  return [-DAY_MS, DAY_MS].some((aside) => {
    const at = local - ahead(local + aside, zone)
    return at + ahead(at, zone) === local
  })
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
function ahead(instant: number, zone: string): number {
  return Date.parse(`${localAt(instant, zone)}Z`) - instant
}
