import { useLayoutEffect, useRef, useState } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import type { Sending } from '../../../api/client.ts'

/** A file on its way to the server. */
export interface Upload {
  sending?: { name: string; share: number }
  /** why the last one did not arrive */
  failed?: string
  /** said to assistive technology */
  announced: string
  begin: (file: File) => void
  cancel: () => void
}

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml'

/** What the dialog of the system offers. */
export function accepted(use: 'image' | 'file'): string | undefined {
  return use === 'image' ? PICTURES : undefined
}

type State = Pick<Upload, 'sending' | 'failed' | 'announced'>

/** Sends one file at a time; a second one takes the place of the first. What has begun arrives, even in a panel that closed. */
export function useUpload(
  send: (file: File, sending: Sending) => Promise<MediaFile>,
  told: { onDone: (file: MediaFile) => void; onFailed?: (message: string) => void },
): Upload {
  const [state, setState] = useState<State>({ announced: '' })
  const current = useRef<AbortController>(undefined)
  const latest = useRef(told)
  useLayoutEffect(() => {
    latest.current = told
  })

  const begin = async (file: File) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const show = (next: State) => {
      if (current.current === controller) setState(next)
    }
    const onProgress = (share: number) =>
      show({ sending: { name: file.name, share }, announced: `Uploading ${file.name}` })
    onProgress(0)
    try {
      const stored = await send(file, { onProgress, signal: controller.signal })
      latest.current.onDone(stored)
      show({ announced: `${file.name} is uploaded` })
    } catch (error) {
      if (controller.signal.aborted) return show({ announced: 'Canceled' })
      const failed = error instanceof Error ? error.message : String(error)
      show({ failed, announced: '' })
      latest.current.onFailed?.(failed)
    }
  }
  return {
    ...state,
    begin: (file) => void begin(file),
    cancel: () => current.current?.abort(),
  }
}
