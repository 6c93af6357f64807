import type { Page } from 'playwright'

/** What a device keeps of answers that were not sent yet. */
export interface KeptDraft {
  raws: Record<string, unknown>
  savedAt: number
  pending?: unknown
}

const STORE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('formwright', 1)
  opening.onerror = () => reject(opening.error)
  opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
  opening.onsuccess = () => resolve(opening.result)
})`

/** All drafts of this device, of whatever form. */
export function drafts(page: Page): Promise<KeptDraft[]> {
  return page.evaluate(`${STORE}.then((database) => new Promise((resolve) => {
    const all = database.transaction('drafts').objectStore('drafts').getAll()
    all.onsuccess = () => resolve(all.result)
    database.close()
  }))`)
}

/** Makes all drafts of this device older, by so many milliseconds. */
export function ageDrafts(page: Page, by: number): Promise<void> {
  return page.evaluate(`${STORE}.then((database) => new Promise((resolve) => {
    const changing = database.transaction('drafts', 'readwrite')
    changing.oncomplete = () => resolve()
    changing.objectStore('drafts').openCursor().onsuccess = ({ target: { result } }) => {
      if (!result) return
      result.update({ ...result.value, savedAt: result.value.savedAt - ${by} })
      result.continue()
    }
    database.close()
  }))`)
}
