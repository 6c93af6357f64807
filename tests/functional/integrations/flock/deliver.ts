import type { Deliver, Delivery, Outcome, Powers } from '@formwright/kit/integration'
import type { FlockSettings } from './integration.ts'

const flock: Deliver<FlockSettings> = {
  body: ({ submission }) => submission.questions[0]?.text ?? '',
  deliver: async (delivery, powers) => (await fly([delivery], powers))[0],
  deliverBatch: fly,
}
export default flock

/** The service answers how many of the letters it took; less than none is no answer at all. */
async function fly(deliveries: readonly Delivery<FlockSettings>[], { request }: Powers): Promise<Outcome[]> {
  const { body } = await request({
    method: 'POST',
    url: deliveries[0]?.settings.url ?? '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(deliveries.map((delivery) => delivery.body)),
  })
  const taken = Number(body)
  if (taken < 0) return []
  return deliveries.map((_, index) =>
    index < taken ? { result: 'delivered' } : { result: 'retry', reason: 'There was no room for it.' },
  )
}
