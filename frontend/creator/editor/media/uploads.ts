import type { MediaFile } from '@formwright/kit/media'
import type { Sending } from '../../../api/client.ts'

/** How the last upload for a setting goes, or how it ended. */
export interface UploadState {
  sending?: { name: string; share: number }
  /** why it did not arrive */
  failed?: string
  /** said to assistive technology */
  announced: string
}

/** A file for a setting, and what becomes of it. */
export interface NewUpload {
  file: File
  send: (file: File, sending: Sending) => Promise<MediaFile>
  /** may come long after whoever began it is gone: it works on what is there by then */
  onDone: (file: MediaFile) => void
  /** a failure that nobody shows where the upload was begun */
  onMissed: (message: string) => void
}

const NONE: UploadState = { announced: '' }

/**
 * The files on their way to the server, one for each setting at most. They go on when the panel that began them closes, and
 * a panel that opens finds them.
 */
export class Uploads {
  #states = new Map<string, UploadState>()
  #underway = new Map<string, AbortController>()
  #listeners = new Map<string, Set<() => void>>()

  get(place: string): UploadState {
    return this.#states.get(place) ?? NONE
  }

  subscribe(place: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(place) ?? new Set()
    this.#listeners.set(place, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#listeners.get(place) !== listeners) return
      this.#listeners.delete(place)
      // how it ended was told; a panel that opens later begins anew
      if (!this.#underway.has(place)) this.#states.delete(place)
    }
  }

  /** Whether a file is on its way. */
  underway(): boolean {
    return this.#underway.size > 0
  }

  /** Sends a file; one that is on its way for the same setting gives way. Resolves as it ended. */
  async begin(
    place: string,
    { file, send, onDone, onMissed }: NewUpload,
  ): Promise<'stored' | 'failed' | 'canceled'> {
    this.cancel(place)
    const controller = new AbortController()
    const { signal } = controller
    this.#underway.set(place, controller)
    const onProgress = (share: number) => {
      if (signal.aborted) return
      this.#show(place, { sending: { name: file.name, share }, announced: `Uploading ${file.name}` })
    }
    onProgress(0)
    try {
      const stored = await send(file, { onProgress, signal })
      if (signal.aborted) return 'canceled'
      this.#underway.delete(place)
      onDone(stored)
      this.#show(place, { announced: `${file.name} is uploaded` })
      return 'stored'
    } catch (error) {
      if (signal.aborted) return 'canceled'
      this.#underway.delete(place)
      const failed = error instanceof Error ? error.message : String(error)
      if (!this.#listeners.has(place)) onMissed(`${file.name} was not uploaded. ${failed}`)
      this.#show(place, { failed, announced: '' })
      return 'failed'
    }
  }

  /** Something else was chosen, or nothing: what is on its way does not arrive. */
  cancel(place: string): void {
    const controller = this.#underway.get(place)
    if (!controller) return
    this.#underway.delete(place)
    controller.abort()
    this.#show(place, { announced: 'Canceled' })
  }

  #show(place: string, state: UploadState): void {
    const listeners = this.#listeners.get(place)
    if (listeners || state.sending) this.#states.set(place, state)
    else this.#states.delete(place)
    for (const listener of [...(listeners ?? [])]) listener()
  }
}
