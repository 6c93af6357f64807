type Listener = (workspaceId: string) => void

/** Something that happens to a workspace, for others on this node to know. */
export class Announcement {
  readonly #listeners = new Set<Listener>()

  /** Tells `hear` whenever it happens; answers what ends that. */
  on(hear: Listener): () => void {
    this.#listeners.add(hear)
    return () => this.#listeners.delete(hear)
  }

  /** It has happened. */
  make(workspaceId: string): void {
    for (const hear of this.#listeners) hear(workspaceId)
  }
}
