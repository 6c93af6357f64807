type Listener = (workspaceId: string) => void

const listeners = new Set<Listener>()

/** Tells `hear` on this node when a workspace can send mail again; answers what ends that. */
export function onMail(hear: Listener): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** A workspace has a mail server that works: what waits for one may go. */
export function mailAnnounced(workspaceId: string): void {
  for (const hear of listeners) hear(workspaceId)
}
