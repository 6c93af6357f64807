import type { Deliver } from '@formwright/kit/integration'
import type { ParrotSettings } from './integration.ts'

const parrot: Deliver<ParrotSettings> = {
  body: (event) => event.name,
  deliver: async (_, { hookAddress }) => ({
    result: 'failed',
    reason: `It sits at ${hookAddress('events')}.`,
  }),

  async receive({ path, query, headers, body, settings }, { state }) {
    if (path === 'owner/check') return { result: 'done', body: query.challenge ?? '' }
    const said = wordIn(body)
    if (said === undefined) return { result: 'refused', reason: 'A parrot wants a word.' }
    if (said === 'throw') throw new Error(`it choked on ${settings.token}`)
    if (said === 'hang') await new Promise(() => undefined)
    if (said === 'nonsense') return JSON.parse('{ "result": "squawk" }')
    const letters = /^(\d+) letters$/.exec(said)
    if (letters) return { result: 'done', body: 'a'.repeat(Number(letters[1])) }
    const heard = await state.change((before) => [...(Array.isArray(before) ? before : []), said])
    const answer = { heard, handed: headers }
    return { result: 'done', body: JSON.stringify(answer), type: 'application/json' }
  },
}
export default parrot

function wordIn(body: string): string | undefined {
  try {
    const { say }: { say?: unknown } = Object(JSON.parse(body))
    return typeof say === 'string' ? say : undefined
  } catch {
    return undefined
  }
}
