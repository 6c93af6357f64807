import type { Visit } from '../visit.ts'
import type { Device, PendingRequest } from './device.ts'

/** What the parts of a live page share of one stay on it. */
export interface Stay {
  readonly visit: Visit
  readonly slug: string
  /** what the address of everything that is asked of the server begins with */
  readonly server: string
  readonly startedOn: string
  /** absent where answers must not be kept on the device, or cannot */
  device?: Device
  /** the kind of each block, by its id */
  readonly kinds: Readonly<Record<string, string>>
  /** there are fields whose answers are kept nowhere */
  readonly secret: boolean
  /** files that are on their way */
  readonly uploads: Set<Promise<unknown>>
  /** pages in the order they were come to */
  readonly path: string[]
  /** the submission key */
  key: string
  /** what was sent and not answered yet */
  pending?: PendingRequest
  /** when the page was turned last, in ms */
  turnedAt: number
}

/** The stay that begins with this page. */
export function newStay(visit: Visit): Stay {
  const { data } = visit
  const { slug, preview } = data
  return {
    visit,
    slug,
    server: preview ? `/forms/${slug}/preview` : `/api/forms/${slug}`,
    startedOn: data.startedOn ?? new Date().toISOString().slice(0, 10),
    kinds: Object.fromEntries(data.form.blocks.map(({ id, kind }) => [id, kind])),
    secret: data.form.blocks.some((block) => block.secret),
    uploads: new Set(),
    path: [visit.state.page],
    key: keyInput()?.value ?? '',
    turnedAt: -Infinity,
  }
}

/** Goes on under this submission key; a plain post of the page has it too. */
export function takeKey(stay: Stay, key: string): void {
  stay.key = key
  const input = keyInput()
  if (input) input.value = key
}

function keyInput(): HTMLInputElement | null {
  return document.querySelector('input[name=_key]')
}
