const NAMES: Record<string, string> = {
  'submission.created': 'New submission',
  'submission.updated': 'Submission updated',
  'submission.deleted': 'Submission deleted',
}

/** An event in words. */
export function eventName(event: string): string {
  return NAMES[event] ?? event
}
