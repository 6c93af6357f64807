import type { FormEvent } from '../../../api/event_source.ts'
import type { Saver } from './saver.ts'

type Follower = Pick<Saver, 'hear' | 'refresh'>

/** What is told of a draft, kept until it has been read and there is somebody to tell. */
export class DraftNews {
  #follower: Follower | undefined
  #revision = 0
  /** anything may have happened that was not told */
  #unsure = false

  hear(event: FormEvent): void {
    if (event.name === 'draft') {
      this.#revision = event.revision
      this.#follower?.hear(event.revision)
    } else if (event.name === 'connected' || event.name === 'unheard') this.doubt()
  }

  /** Something may have been missed, as by who reads the draft before listening. */
  doubt(): void {
    if (this.#follower) void this.#follower.refresh()
    else this.#unsure = true
  }

  /** From now on this one is told, of what happened until now, too. */
  passTo(follower: Follower): void {
    this.#follower = follower
    if (this.#unsure) void follower.refresh()
    else follower.hear(this.#revision)
  }
}
