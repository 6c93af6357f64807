/** What of the draft a listener follows. */
export type Topic =
  | `row:${string}`
  | `problems:${string}`
  /** what a block is called in texts that mention it */
  | `name:${string}`
  /** a text in a list of a block's settings: `text:<block>:options.<id>.label` */
  | `text:${string}`
  | 'order'
  | 'widths'
  | 'keys'
  | 'settings'
  /** whether blocks must be answered */
  | 'required'
  | 'status'
  /** up to where the changes of the server are known */
  | 'revision'
  | 'history'
  | 'problems'

/** Listeners by topic, so that typing in one block of 500 calls one of them; each once for all that changed together. */
export class Topics {
  #listeners = new Map<Topic, Set<() => void>>()
  #touched = new Set<Topic>()

  /** Calls back after each change of the topic. */
  subscribe(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  /** Whether somebody follows a topic. */
  isFollowed(topic: Topic): boolean {
    return this.#listeners.has(topic)
  }

  /** Notes that something changed. */
  touch(topic: Topic): void {
    this.#touched.add(topic)
  }

  /** Calls those back who follow what was touched. */
  emit(): void {
    const topics = this.#touched
    this.#touched = new Set()
    for (const topic of topics) for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener()
  }
}
