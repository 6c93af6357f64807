import type { RenderedPage } from '../../../frontend/respondent/view.ts'

/** A page as the renderer drew it, or its bytes where that was in another thread. */
export interface DrawnPage extends Omit<RenderedPage, 'head' | 'tail'> {
  head: string | Buffer
  tail: string | Buffer
}

/** The bytes of a part of a page. */
export function bytesOf(part: string | Buffer): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part
}
