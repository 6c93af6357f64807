import { type RefObject, useEffect } from 'react'
import { byName } from '@formwright/kit/by_name'

/** What systems leave in folders for themselves. */
const LEFT = /^(\..*|thumbs\.db|desktop\.ini)$/i

/**
 * Takes what is dropped on a field: beside its input, where a browser would open the file instead of the form, and of
 * folders the files in them, `most` at a time. Files on the input are the browser's own doing.
 */
export function useDropped(
  box: RefObject<HTMLElement | null>,
  most: number,
  take: (files: readonly File[]) => void,
): void {
  useEffect(() => {
    const place = box.current
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const items = [...(event.dataTransfer?.items ?? [])]
      const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? [])
      const own = event.target instanceof HTMLInputElement && entries.every(({ isFile }) => isFile)
      if (entries.length === 0 || own) return
      event.preventDefault()
      if (place?.querySelector('input[type=file]:enabled')) void filesIn(entries, most).then(take)
    }
    place?.addEventListener('dragover', over)
    place?.addEventListener('drop', drop)
    return () => {
      place?.removeEventListener('dragover', over)
      place?.removeEventListener('drop', drop)
    }
  })
}

/** Files as they were dropped, and those in folders, however deep; what cannot be read is not among them. */
async function filesIn(entries: readonly FileSystemEntry[], most: number): Promise<File[]> {
  const files: File[] = []
  const open = [...entries]
  for (let entry = open.shift(); entry && files.length < most; entry = open.shift()) {
    if (isFolder(entry)) open.push(...(await within(entry, most)))
    else if (isFile(entry)) {
      const one = entry
      files.push(
        ...(await new Promise<File[]>((done) =>
          one.file(
            (file) => done([file]),
            () => done([]),
          ),
        )),
      )
    }
  }
  return files
}

// their classes are called otherwise in Chromium
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** What lies in a folder; a reader tells it bit by bit. */
async function within(folder: FileSystemDirectoryEntry, most: number): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  while (found.length < most) {
    const more = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])))
    if (more.length === 0) break
    found.push(...more.filter(({ name }) => !LEFT.test(name)))
  }
  return found.sort((one, other) => byName(one.name, other.name))
}
