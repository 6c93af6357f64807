import type { HttpResponse } from '@adonisjs/core/http'
import type { Draft } from '#app/forms/draft'
import { busy, takePlaces } from '#app/http/load_shedding'

/** Drafts of more bytes than these are large. */
const LARGE = 1_000_000
/** So many large drafts of one workspace, and of all, are being sent: each is in memory until its client has it. */
const AT_ONCE = { workspace: 4, all: 12 }
/** Who has not taken one in so many milliseconds is cut off. */
const LONGEST = 60_000

/**
 * To be called before a whole draft is sent: a large one has a place until its client has taken it. 503 where too many
 * are on their way, so that nobody who reads slowly fills the memory.
 */
export function takeSendingPlace(workspaceId: string, draft: Draft, { response }: HttpResponse): void {
  if (draft.bytes <= LARGE || response.destroyed) return
  const leave = takePlaces([
    { of: `large drafts of ${workspaceId}`, most: AT_ONCE.workspace },
    { of: 'large drafts', most: AT_ONCE.all },
  ])
  if (!leave) throw busy()
  const late = setTimeout(() => response.destroy(), LONGEST)
  response.once('close', () => {
    clearTimeout(late)
    leave()
  })
}
