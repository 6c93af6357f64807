import { useEditor, useObserved } from '../use_editor.ts'
import type { WrittenNote } from './written_note.ts'

/** What is being written of a version, and how to change that. */
export function useWrittenNote(number: number) {
  const { versionNotes } = useEditor()
  const written = useObserved(versionNotes).get(number)
  /** Goes on writing; undefined ends it. */
  const write = (note: WrittenNote | undefined) => {
    const notes = new Map(versionNotes.get())
    if (note) notes.set(number, note)
    else notes.delete(number)
    versionNotes.set(notes)
  }
  /** Ends what was sent, once it is stored. What was typed since is still being written. */
  const end = (sent: WrittenNote) => {
    const now = versionNotes.get().get(number)
    if (now?.begun !== sent.begun) return
    const stored = sent.text.trim()
    write(now.text.trim() === stored ? undefined : { ...now, was: stored })
  }
  return { written, write, end }
}
