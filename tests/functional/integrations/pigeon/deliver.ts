import type { Deliver, Powers } from '@formwright/kit/integration'
import type { PigeonSettings } from './integration.ts'

const call = (request: Powers['request'], url: string, body = 'coo') =>
  request({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, body })

/** The power of an attempt that is over. */
let earlier: Powers['request'] | undefined

const pigeon: Deliver<PigeonSettings> = {
  body(event, { fault }) {
    if (fault === 'body-throws') throw new Error('no wings')
    if (fault === 'body-nul') return 'coo\0coo'
    return fault === 'body-grows' ? 'x'.repeat(33 * 1024 * 1024) : `${event.name} ${event.submission.id}`
  },

  preview(event) {
    if (event.submission.questions.length > 1) throw new Error('too many to carry')
    return { format: 'text', text: 'x'.repeat(100_000) }
  },

  async deliver({ id, body, settings: { url, fault }, state: found }, { request, secrets, state }) {
    if (fault === 'throws') throw new Error(`lost on the way with ${secrets[0]}`)
    if (fault === 'hangs') {
      await call(request, url)
      await new Promise(() => undefined)
    }
    if (fault === 'calls-later' && earlier) {
      const said = await call(earlier, url).catch((error: unknown) => error)
      return { result: 'failed', reason: said instanceof Error ? said.message : 'It was sent.' }
    }
    if (fault === 'calls-later') earlier = request
    if (fault === 'tells') return { result: 'failed', reason: `The secret is ${secrets[0]}. `.repeat(100) }
    if (fault === 'nonsense') return JSON.parse('{ "result": "arrived", "when": "tomorrow" }')
    if (fault === 'reconnect') {
      await call(request, url)
      return { result: 'reconnect', reason: 'The loft does not know us any more.' }
    }
    if (fault === 'state-grows') {
      await call(request, url)
      return { result: 'delivered', state: 'x'.repeat(20_000) }
    }
    if (fault === 'state-circles') {
      const circle: unknown[] = []
      circle.push(circle)
      return { result: 'delivered', state: circle }
    }
    if (fault === 'remembers') {
      if (found === undefined) return { result: 'retry', reason: 'First things first.', state: { step: 1 } }
      const flight = await state.change((flown) => Number(flown ?? 0) + 1)
      await call(request, url, JSON.stringify({ body, found, flight }))
      return { result: 'delivered', link: `https://loft.example/${id}`, state: { flight } }
    }
    const { status } = await call(request, url, body)
    return status < 500 ? { result: 'delivered' } : { result: 'retry', reason: `It said ${status}.` }
  },
}
export default pigeon
