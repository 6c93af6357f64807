import { defaultOptions, DetailedError, Upload } from 'tus-js-client'

// Large files, in pieces that go on after a broken line (docs/decisions.md: Files in pieces). Loaded when one is sent.

/** A line that cuts costs at most so much once more; what came of a piece until then counts as well. */
const PIECE = 8_000_000
/** Waits before each attempt without any progress, in ms; after the last one the person is told. */
const WAITS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
/** A line on which nothing moves for so long is broken, in ms, whether or not the browser knows. */
const STILL = 30_000
/** A server that says nothing so many times in a row is not there: the person is told, and may try again. */
const MOST_STILL = 4
/** The server has forgotten what was begun so long ago, in ms. */
const FORGOTTEN = 24 * 3600 * 1000

export interface Sending {
  /** where files are begun */
  endpoint: string
  /** what tells the file from others: found again after a reload, it goes on where it was */
  print: string
  file: File
  onProgress(share: number): void
  signal: AbortSignal
}

/** What the server answers to what it does not take. */
export interface Refusal {
  code?: string
  details?: unknown
}

/** All of it is there, under this id; `forget` is called once it has been made a file. */
export interface Sent {
  id: string
  forget(): void
}

/** Sends a file; resolves to what the server answered where it was refused, to nothing where it could not be reached. */
export async function sendPieces(sending: Sending): Promise<Sent | Refusal | undefined> {
  const { endpoint, print, file, signal } = sending
  await forgetOld()
  return new Promise((resolve, reject) => {
    let watch: ReturnType<typeof setTimeout> | undefined
    let still = 0
    const again = () => void upload.abort().then(() => upload.start())
    const giveUp = () => {
      over()
      void upload.abort()
      resolve(undefined)
    }
    const moved = () => {
      clearTimeout(watch)
      watch = setTimeout(() => (++still < MOST_STILL ? again() : giveUp()), STILL)
    }
    const over = () => {
      clearTimeout(watch)
      removeEventListener('online', again)
    }
    // whoever was without a connection waits no longer than that
    addEventListener('online', again)
    const upload = new Upload(file, {
      // what the server answers with is read as an address beside this one
      endpoint: new URL(endpoint, location.href).href,
      chunkSize: PIECE,
      retryDelays: WAITS,
      fingerprint: () => Promise.resolve(print),
      onShouldRetry: passes,
      onBeforeRequest: moved,
      onAfterResponse: () => {
        still = 0
      },
      onProgress: (sent, all) => {
        moved()
        sending.onProgress(sent / all)
      },
      onSuccess: () => {
        over()
        const id = upload.url?.split('/').pop() ?? ''
        resolve({ id, forget: () => void forget(print) })
      },
      onError: (error) => {
        over()
        resolve(answerTo(error))
      },
    })
    signal.addEventListener('abort', () => {
      over()
      reject(new Error(''))
      // what the server cannot be told now it forgets by itself
      upload.abort(true).catch(() => undefined)
    })
    void upload.findPreviousUploads().then(([before]) => {
      if (signal.aborted) return
      if (before) upload.resumeFromPreviousUpload(before)
      upload.start()
    })
  })
}

/** What goes by: nobody there, somebody else writes, too many at once, a server that fails. */
function passes({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  return status < 400 || status >= 500 ? status !== 507 : [409, 423, 429].includes(status)
}

function answerTo(error: Error): Refusal | undefined {
  const body = error instanceof DetailedError && error.originalResponse?.getBody()
  if (!body) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // in words of the library, or of somebody between
    return {}
  }
}

const { urlStorage } = defaultOptions

async function forget(print: string): Promise<void> {
  for (const { urlStorageKey } of await urlStorage.findUploadsByFingerprint(print))
    await urlStorage.removeUpload(urlStorageKey)
}

async function forgetOld(): Promise<void> {
  for (const { urlStorageKey, creationTime } of await urlStorage.findAllUploads())
    if (Date.now() - Date.parse(creationTime) > FORGOTTEN) await urlStorage.removeUpload(urlStorageKey)
}
