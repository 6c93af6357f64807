import type { BrowserContext, Page } from 'playwright'
import { eventually } from '#tests/browser/eventually'

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

/** Waits until so many tabs of a device hold a draft: one that was closed holds its own for another moment. */
export async function tabsHolding(page: Page, count: number): Promise<void> {
  await eventually(async () => {
    const held = await page.evaluate<number>('navigator.locks.query().then(({ held }) => held.length)')
    if (held !== count) throw new Error(`${held} tabs hold a draft, not ${count}.`)
  })
}

/** A new tab of a device on which all others have been closed. */
export async function onlyTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  // any page of the site tells of its locks
  await page.goto('/health/live')
  await tabsHolding(page, 0)
  return page
}

/** Makes all drafts of this device older, by so many milliseconds. */
export function ageDrafts(page: Page, by: number): Promise<void> {
  return changeDrafts(page, `draft.savedAt -= ${by}`)
}

/** Makes all drafts of this device such as an earlier release kept, which noted less of what was typed. */
export function keptEarlier(page: Page): Promise<void> {
  return changeDrafts(page, 'delete draft.wrong; delete draft.version; delete draft.kinds')
}

function changeDrafts(page: Page, change: string): Promise<void> {
  return page.evaluate(`${STORE}.then((database) => new Promise((resolve) => {
    const changing = database.transaction('drafts', 'readwrite')
    changing.oncomplete = () => resolve()
    changing.objectStore('drafts').openCursor().onsuccess = ({ target: { result } }) => {
      if (!result) return
      const draft = result.value
      ${change}
      result.update(draft)
      result.continue()
    }
    database.close()
  }))`)
}
