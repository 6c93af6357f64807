import type { FileReference } from './answer.ts'

/** An answer of files names no more than these: where there are more, none is read. */
export const MOST_NAMED = 1_000

/** A reference to a stored file, of an object, of JSON (hidden inputs), or of the bare id. */
export function readFileReference(candidate: unknown): FileReference | undefined {
  if (typeof candidate === 'string') {
    if (/^[A-Za-z0-9_-]{1,64}$/.test(candidate)) return { id: candidate, name: '', size: 0, type: '' }
    try {
      const parsed: unknown = JSON.parse(candidate)
      return typeof parsed === 'object' ? readFileReference(parsed) : undefined
    } catch {
      return undefined
    }
  }
  if (typeof candidate !== 'object' || candidate === null || !('id' in candidate)) return undefined
  const { id } = candidate
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined
  const name = 'name' in candidate && typeof candidate.name === 'string' ? candidate.name : ''
  const size = 'size' in candidate && typeof candidate.size === 'number' ? candidate.size : undefined
  const type = 'type' in candidate && typeof candidate.type === 'string' ? candidate.type : ''
  // Without its size it is not judged before the server has put in its own.
  return size === undefined ? { id, name, size: 0, type: '' } : { id, name, size, type }
}
