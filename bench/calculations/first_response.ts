// The first response to a plan, in a process of its own. Prints the milliseconds that its thread worked.
// PLAN: a plan as JSON in a file; WARM: plans of other forms, answered first as a running server has done.
import { readFileSync } from 'node:fs'
import { answers } from '../../engine/fixtures/kinds.ts'
import type { ServerPlan } from '../../engine/plan/plan.ts'
import { startResponse } from '../../engine/response/start.ts'

const OPTIONS = { locale: 'en', now: 0, source: 'form' as const }

function read(name: string | undefined): ServerPlan | undefined {
  return name === undefined ? undefined : JSON.parse(readFileSync(name, 'utf8'))
}

const plan = read(process.env.PLAN)
if (plan === undefined) throw new Error('PLAN names a file')
for (let round = 0; round < 40; round++) {
  const other = read(process.env.WARM)
  if (other === undefined) break
  startResponse(other, answers, OPTIONS).setRaw('amount', String(round))
}
const before = process.threadCpuUsage()
const response = startResponse(plan, answers, { ...OPTIONS, raws: { amount: '1' } })
const { user, system } = process.threadCpuUsage(before)
console.log((user + system) / 1000)
if (response.pages().length !== 1) throw new Error('There is one page')
