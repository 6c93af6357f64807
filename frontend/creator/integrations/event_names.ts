import type { Delivery } from '../../../api_types/integrations.ts'

const NAMES: Record<string, string> = {
  'submission.created': 'New submission',
  'submission.updated': 'Submission updated',
  'submission.deleted': 'Submission deleted',
}

/** An event in words. */
export function eventName(event: string): string {
  return NAMES[event] ?? event
}

/** What a delivery is about, in words. */
export function deliveryName({ test, earlier, event }: Delivery): string {
  if (test) return 'Test'
  return earlier ? 'Earlier submission' : eventName(event)
}
