const NAMES: Record<string, string> = {
  'submission.created': 'Submission sent',
  'submission.updated': 'Submission changed',
  'submission.deleted': 'Submission deleted',
}

/** An event in words. */
export function eventName(event: string): string {
  return NAMES[event] ?? event
}
