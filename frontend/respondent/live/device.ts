// Answers kept on this device, one record for each visit, for seven days (docs/decisions.md: Answers on the device).

/** A request that was sent and not answered yet: it is repeated as it is until the server has spoken. */
export interface PendingRequest {
  key: string
  body: string
}

/** What was typed and not sent yet. */
export interface Draft {
  key: string
  page: string
  raws: Record<string, unknown>
  /** addresses of what was wrong; an earlier release kept none */
  wrong?: readonly string[]
  /** of the form; an earlier release kept none */
  version?: number
  /** what kind each block was then: another version may have made another one of it */
  kinds?: Readonly<Record<string, string>>
  startedOn: string
  savedAt: number
  pending?: PendingRequest
}

const KEPT_FOR = 7 * 24 * 3600 * 1000
/** Drafts of one device, of all forms; the oldest make room. */
const MOST = 50

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** A store may take a record and have no room for it when it is to be written. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    // Not left to the browser to commit when it is idle: by then the page may be gone.
    transaction.commit()
  })
}

/**
 * The drafts of this device. Every visit writes to a record of its own, named after the form, and holds a lock of that
 * name while it lives: tabs never overwrite each other. Which record is the tab's own is noted with the tab, so
 * that a reload finds it. A store that fails is opened anew and asked once more. One that keeps nothing stops nobody from
 * sending; it is said where the page speaks of what is kept.
 */
export class Device {
  /** whether what is typed can be kept here, as far as is known */
  keeps = true
  readonly #name: string
  readonly #noted: string
  #opened: IDBDatabase | undefined
  #opening: Promise<IDBDatabase> | undefined
  #next: Draft | undefined

  constructor(readonly form: string) {
    this.#name = `${form} ${Math.random().toString(36).slice(2)}`
    this.#noted = `formwright ${form}`
  }

  /**
   * Takes over the draft that this tab kept before it was loaded again; in a new tab what was sent and never answered,
   * else the newest draft that no living tab holds: from whatever version. With a key only a draft of that key is taken.
   * What is too old is removed, of other forms too.
   */
  async read(key?: string): Promise<Draft | undefined> {
    await hold(this.#name)
    try {
      return await this.#ask((database) => this.#find(database, key))
    } catch {
      this.keeps = false
      return undefined
    }
  }

  /** Keeps a draft. With the database open it is on its way before this returns: a reload right after finds it. */
  keep(draft: Draft): void {
    this.#next = draft
    this.#ask((database) => this.#write(database)).then(
      () => {
        // The note may still be of what could not be read.
        if (!this.keeps) this.#note(this.#name)
        this.keeps = true
      },
      () => (this.keeps = false),
    )
  }

  /** Forgets the draft. `afresh`: the tab takes over no other one when it is loaded again. */
  async clear(afresh = false): Promise<void> {
    this.#next = undefined
    this.#note(afresh ? this.#name : null)
    try {
      await this.#ask((database) => settled(storeOf(database).delete(this.#name)))
    } catch {
      // What was sent and could not be removed is sent once more by whoever comes next: it counts once.
    }
  }

  async #find(database: IDBDatabase, key: string | undefined): Promise<Draft | undefined> {
    const before = this.#note()
    const found = (await this.#all(database)).filter(([, draft]) => key === undefined || draft.key === key)
    const own = found.find(([name]) => name === before)
    // A tab that has a note and no draft begins afresh: it was emptied by its person, or nothing was typed in it.
    const candidates = own ? [own] : before === null ? found : []
    // A tab that is just going, or being loaded again, lets go of its record in a moment; a living one does not.
    const moment = AbortSignal.timeout(500)
    for (const [name] of candidates) {
      const free = await isFree(name, moment)
      if (free || own) return this.#take(database, name, !free)
    }
    this.#note(this.#name)
    return undefined
  }

  /** Drafts that may be gone on with here: those waiting for an answer first, then the newest. */
  async #all(database: IDBDatabase): Promise<[name: string, draft: Draft][]> {
    const store = storeOf(database)
    const [names, drafts] = await Promise.all([settled(store.getAllKeys()), settled<Draft[]>(store.getAll())])
    const all = drafts.map((draft, index): [string, Draft] => [String(names[index]), draft])
    all.sort(([, a], [, b]) => b.savedAt - a.savedAt)
    const young = all.filter(([name, draft], index) => {
      const keeps = index < MOST && Date.now() - draft.savedAt <= KEPT_FOR
      if (!keeps) store.delete(name)
      return keeps
    })
    return young
      .filter(([name]) => name.startsWith(`${this.form} `))
      .sort(([, a], [, b]) => Number(b.pending !== undefined) - Number(a.pending !== undefined))
  }

  /** Makes a record this visit's own, unless another tab took it meanwhile. One that is held is copied. */
  async #take(database: IDBDatabase, name: string, held: boolean): Promise<Draft | undefined> {
    const store = storeOf(database)
    const draft: Draft | undefined = await settled(store.get(name))
    if (draft) {
      store.put(draft, this.#name)
      if (!held) store.delete(name)
    }
    await committed(store.transaction)
    this.#note(this.#name)
    return draft
  }

  /** What is noted with this tab; with a text that is noted instead, with null nothing. */
  #note(name?: string | null): string | null {
    try {
      if (name) sessionStorage.setItem(this.#noted, name)
      else if (name === null) sessionStorage.removeItem(this.#noted)
      return sessionStorage.getItem(this.#noted)
    } catch {
      // A frame without storage is a new tab each time.
      return null
    }
  }

  async #write(database: IDBDatabase): Promise<void> {
    const draft = this.#next
    if (!draft) return
    const store = storeOf(database)
    store.put(draft, this.#name)
    await committed(store.transaction)
    if (this.#next === draft) this.#next = undefined
  }

  /** Asks the store; once more when it fails. At once, where it is open. */
  async #ask<T>(question: (database: IDBDatabase) => Promise<T>): Promise<T> {
    try {
      return await question(this.#opened ?? (await this.#open()))
    } catch {
      this.#opened = this.#opening = undefined
      return question(await this.#open())
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

// Locks are there with https alone. Without them a new tab takes over what another one may still show; as each writes to
// its own record, nothing is lost even then.
const locks: LockManager | undefined = navigator.locks

/** Holds a name as long as the page lives. */
function hold(name: string): Promise<void> {
  return new Promise((resolve) => {
    if (!locks) return resolve()
    const living = () => {
      resolve()
      return new Promise<void>(() => undefined)
    }
    locks.request(name, living).catch(() => resolve())
  })
}

/** Whether nobody holds a name, or whoever does lets go of it in time. */
async function isFree(name: string, time: AbortSignal): Promise<boolean> {
  const held = (await locks?.query())?.held?.some((lock) => lock.name === name)
  return !held || (locks?.request(name, { signal: time }, () => true).catch(() => false) ?? true)
}

function storeOf(database: IDBDatabase): IDBObjectStore {
  return database.transaction('drafts', 'readwrite').objectStore('drafts')
}
