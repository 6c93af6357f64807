/** What tabs of one browser tell each other about the session they share. */
export type SessionNews = 'signed-in' | 'signed-out'

/** One for the whole page: a channel does not hear itself. */
let channel: BroadcastChannel | undefined

function ours(): BroadcastChannel {
  channel ??= new BroadcastChannel('formwright-session')
  return channel
}

/** Tells all other tabs. */
export function tellOtherTabs(news: SessionNews): void {
  ours().postMessage(news)
}

/** Hears what other tabs tell, until the answer is called. */
export function hearOtherTabs(listener: (news: SessionNews) => void): () => void {
  const hear = (message: MessageEvent<SessionNews>) => listener(message.data)
  ours().addEventListener('message', hear)
  return () => ours().removeEventListener('message', hear)
}
