import type { FileReference } from '@formwright/kit/answer'
import type { Upload } from '@formwright/kit/control'
import type { BlockProblem } from '../../../engine/response/response.ts'
import type { Visit } from '../visit.ts'
import type { Refusal } from './pieces.ts'
import type { Stay } from './stay.ts'

// What sends files, and imports nothing of the page. Loaded with the first file.

/** What is larger goes in pieces: below that one request is quicker, and sending it again costs little. */
const LARGE = 1_000_000
/** So long, in ms, nothing is heard of a file once it has gone, at 10 kB a second. */
const LONGEST_WAIT = 60_000
/** Waits before asking once more for a file whose pieces are all there, in ms; together as long as for a piece. */
const WAITS = [1000, 3000, 9000, 15_000, 30_000]

/** What the server answers to a file; nothing where it could not be reached. */
type Answer = ({ data?: FileReference } & Refusal) | undefined

/** Where files go to; `query` says whose this one is. */
interface Address {
  server: string
  query: string
  /** in one request, however large: where nothing is kept that could be gone on with */
  whole?: boolean
}

/**
 * Sends a file for the field at an address; nothing where the server could not be reached. Rejects once it was stopped, and
 * with what a person reads where it was not taken: `sentence` says it of a problem.
 */
export async function sendFor(
  stay: Stay,
  path: string,
  sentence: (visit: Visit, problem: BlockProblem) => string,
  ...file: Parameters<Upload>
): Promise<FileReference | undefined> {
  const { visit, server, key } = stay
  const { form, preview, texts } = visit.data
  const query = `block=${path}&key=${key}&version=${form.version}&name=${encodeURIComponent(file[0].name)}`
  const answer = await sendFile({ server, query, whole: preview }, ...file)
  if (!answer || answer.data) return answer?.data
  const { code, details } = answer
  if (code === 'E_PASSWORD')
    void import('./refused.ts').then(
      ({ askPassword }) => askPassword(stay, () => undefined),
      () => undefined,
    )
  const [problem] = code === 'E_ANSWERS' && Array.isArray(details) ? details : []
  const reason = problem ? sentence(visit, problem) : texts[`refused.${code}`]
  throw new Error(reason ?? visit.t('upload.failed'), { cause: code })
}

/** Sends a file. Rejects once it was stopped. */
async function sendFile(
  { server, query, whole }: Address,
  ...[file, onProgress, signal]: Parameters<Upload>
): Promise<Answer> {
  const address = `${server}/files?${query}`
  if (file.size <= LARGE || whole) return posted(address, signal, file, onProgress)
  const loaded = await import('./pieces.ts').catch(() => undefined)
  // a reload keeps the key of the stay: what was begun under it goes on
  const print = `${query} ${file.size} ${file.lastModified}`
  const sent = await loaded?.sendPieces({
    endpoint: `${server}/uploads?${query}`,
    print,
    file,
    onProgress,
    signal,
  })
  if (!sent || !('id' in sent)) return sent
  const answer = await finished(`${address}&upload=${sent.id}`, signal)
  if (answer) sent.forget()
  return answer
}

/** Makes a file of pieces that are all there. Asking again does no harm; who was offline waits no longer than that. */
async function finished(address: string, signal: AbortSignal): Promise<Answer> {
  for (const wait of WAITS) {
    const answer = await posted(address, signal)
    if (answer) return answer
    await new Promise((resolve) => {
      setTimeout(resolve, wait)
      addEventListener('online', resolve, { once: true })
      signal.addEventListener('abort', resolve)
    })
    if (signal.aborted) throw new Error('')
  }
  return posted(address, signal)
}

/** One request, whose body is the file. */
function posted(
  address: string,
  signal: AbortSignal,
  file?: File,
  onProgress?: (share: number) => void,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    // what is no JSON is of somebody between
    request.onload = () => resolve(request.response ?? {})
    request.onerror = request.ontimeout = () => resolve(undefined)
    // a line that carries less, or a server that says nothing, is said to be none: the file can be tried again
    request.timeout = LONGEST_WAIT + (file?.size ?? 0) / 10
    request.onabort = () => reject(new Error(''))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
