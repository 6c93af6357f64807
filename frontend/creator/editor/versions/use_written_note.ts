import { useEditor, useObserved } from '../use_editor.ts'
import type { WrittenNote } from './written_note.ts'

/** What is being written of a version, and how to change that; undefined ends it. */
export function useWrittenNote(number: number) {
  const { versionNotes } = useEditor()
  const written = useObserved(versionNotes).get(number)
  const write = (note: WrittenNote | undefined) => {
    const notes = new Map(versionNotes.get())
    if (note) notes.set(number, note)
    else notes.delete(number)
    versionNotes.set(notes)
  }
  return [written, write] as const
}
