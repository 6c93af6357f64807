import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { isObject } from '../blocks/json.ts'

/** Where a draft shows a media file: a block, or a group of form settings. */
export interface MediaUse {
  row: string
  /** what is said there to those who cannot see it */
  alt?: string
}

/** Where a draft shows its media files, by their addresses. */
export function mediaUses(
  rows: readonly { id: string; content: Content }[],
): ReadonlyMap<string, readonly MediaUse[]> {
  const uses = new Map<string, MediaUse[]>()
  const visit = (row: string, value: Json | undefined, around: string | undefined): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(row, item, around))
    if (!isObject(value)) return
    const alt = typeof value.alt === 'string' && value.alt !== '' ? value.alt : around
    const { src } = value
    if (typeof src === 'string' && src.startsWith('/media/')) {
      const use = { row, ...(alt !== undefined && { alt }) }
      uses.set(src, [...(uses.get(src) ?? []), use])
    }
    for (const [name, inner] of Object.entries(value)) if (name !== 'src') visit(row, inner, alt)
  }
  for (const { id, content } of rows) visit(id, content, undefined)
  return uses
}
