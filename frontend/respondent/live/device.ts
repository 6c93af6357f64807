// Answers kept on this device, one record per form and version, for seven days (walls: W17).

/** A request that was sent and not answered yet: it is repeated as it is until the server has spoken. */
export interface Pending {
  key: string
  body: string
}

/** What was typed and not sent yet. */
export interface Draft {
  key: string
  page: string
  raws: Record<string, unknown>
  startedOn: string
  savedAt: number
  pending?: Pending
}

const KEPT_FOR = 7 * 24 * 3600 * 1000

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** The drafts of this device. Everything fails softly: a device that keeps nothing still sends. */
export class Device {
  #opened: IDBDatabase | undefined
  #opening: Promise<IDBDatabase> | undefined
  #next: Draft | undefined

  constructor(public name: string) {}

  /**
   * The draft of this form and version, unless it is too old, or what was sent from another version of the form and
   * never answered. Old ones of other forms are removed on the way.
   */
  async read(): Promise<Draft | undefined> {
    try {
      const store = storeOf(await this.#open())
      const [names, drafts] = await Promise.all([
        settled(store.getAllKeys()),
        settled<Draft[]>(store.getAll()),
      ])
      let own: Draft | undefined
      drafts.forEach((draft, index) => {
        const name = names[index]
        if (name === undefined) return
        if (Date.now() - draft.savedAt > KEPT_FOR) store.delete(name)
        else if (name === this.name || (draft.pending && formOf(name) === formOf(this.name))) {
          this.name = String(name)
          own = draft
        }
      })
      return own
    } catch {
      return undefined
    }
  }

  /** Keeps a draft. With the database open it is on its way before this returns: a reload right after finds it. */
  keep(draft: Draft): void {
    this.#next = draft
    if (this.#opened) this.#write(this.#opened)
    else
      this.#open().then(
        (database) => this.#write(database),
        () => undefined,
      )
  }

  /** Forgets the draft. */
  async clear(): Promise<void> {
    this.#next = undefined
    try {
      await settled(storeOf(await this.#open()).delete(this.name))
    } catch {
      // Nothing was kept.
    }
  }

  #write(database: IDBDatabase): void {
    const draft = this.#next
    this.#next = undefined
    if (!draft) return
    try {
      const store = storeOf(database)
      store.put(draft, this.name)
      // Not left to the browser to commit when it is idle: by then the page may be gone.
      store.transaction.commit()
    } catch {
      // A full or closed store keeps nothing.
    }
  }

  async #open(): Promise<IDBDatabase> {
    this.#opening ??= new Promise((resolve, reject) => {
      const opening = indexedDB.open('formwright', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    return (this.#opened = await this.#opening)
  }
}

const formOf = (name: IDBValidKey) => String(name).split(' ')[0]

function storeOf(database: IDBDatabase): IDBObjectStore {
  return database.transaction('drafts', 'readwrite').objectStore('drafts')
}
