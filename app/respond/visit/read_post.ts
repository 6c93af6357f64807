import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import busboy from 'busboy'
import type { FileReference } from '@formwright/kit/answer'
import { hasMarksInARow } from '@formwright/kit/marks_in_a_row'
import { placeOf } from '#app/http/entrance'
import { CodedError } from '#app/http/errors'
import { fairQueue } from '#app/http/fair_queue'
import { inTurn } from '#app/http/in_slices'
import { tooManyMarks } from '#app/http/read_json'
import type { BlockProblem } from '#engine/response/response'
import { bodies, cutOff, tooLarge } from '#app/http/body_bytes'
import type { LongPost } from '#app/respond/visit/long_posts'

/** A posted page: who posts, what was pressed, and the entries of its fields. */
export interface Post {
  key: string | undefined
  version: number | undefined
  page: string | undefined
  /** what a visit without a session carries along in its pages */
  carried: string | undefined
  go: string
  /** of the form, given with the post */
  password: string | undefined
  /** files came with it that were not kept: they are to be chosen again */
  dropped: boolean
  /** what was wrong with files, which were not kept */
  problems: BlockProblem[]
  /** entries by address, then by part (`''` is the bare name); of a section that repeats, the ids of its items */
  entries: Map<string, Record<string, (string | FileReference)[]>>
}

/** A file on its way in; to be read to its end, dropped by answering nothing, or refused by throwing. */
export type FileTaker = (
  post: Readonly<Post>,
  path: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
) => Promise<FileReference | undefined>

const LONGEST_TEXT = 1024 * 1024
const ALL_TEXTS = 4 * 1024 * 1024
/** a section of 1,000 items with 20 fields in each */
const MOST_FIELDS = 25_000
const MOST_FILES = 200
/**
 * So many bytes of a post are read as they come, and with what others have sent in the same moment when it is their turn. What
 * follows is read when there is a place for a long post, in turns of its workspace: 25,000 entries take 0.2 s.
 */
const AT_ONCE = 4 * 1024
const SHORT = 64 * 1024

/**
 * Reads a plain post as it comes. Files are handed on while they stream: the hidden inputs, which say whose they are,
 * come before them; a file that comes earlier is refused (docs/decisions.md: Without JavaScript first).
 */
export async function readPost(
  request: IncomingMessage,
  takeFile: FileTaker,
  long: LongPost,
  held = bodies,
): Promise<Post> {
  const post: Post = {
    key: undefined,
    version: undefined,
    page: undefined,
    carried: undefined,
    go: 'next',
    password: undefined,
    dropped: false,
    problems: [],
    entries: new Map(),
  }
  const type = request.headers['content-type'] ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw notAsBrowsersDo()
  }
  const parser = parserFor(request)
  const gate = gateOf(placeOf(request.url ?? '').owner, () => files.length === 0 && long.enter())
  let texts = 0
  const files: Promise<() => void>[] = []
  // texts are in memory, files are not: those come last
  const count = (piece: Buffer) => {
    if (files.length === 0) held.add(request, piece.length)
  }
  await new Promise<void>((resolve, reject) => {
    const stop = (error: unknown) => {
      request.unpipe(gate)
      request.resume()
      gate.destroy()
      // Whoever reads a file of it is told that no more comes.
      parser.destroy()
      reject(error)
    }
    parser.on('field', (name, value, info) => {
      texts += value.length
      const wrong = wrongWith(value, info.valueTruncated || info.nameTruncated || texts > ALL_TEXTS)
      return wrong ? stop(wrong) : note(post, name, value)
    })
    parser.on('file', (name, stream, info) => {
      // Heard by whoever reads it; where nobody does, it is nobody's business.
      stream.on('error', () => undefined)
      if (info.filename === undefined || info.filename === '') return stream.resume()
      const { path, part } = addressIn(name) ?? {}
      if (path === undefined || part === undefined) return stream.resume()
      long.arrived()
      const bytes = stream.iterator({ destroyOnReturn: false })
      const taken = takeFile(post, path, info.filename, bytes)
        .then((reference) => () => {
          if (reference) addEntry(post, path, part, reference)
          else post.dropped = true
        })
        .catch((error: unknown) => {
          // A file that does not fit is a problem of its field, like any other answer.
          const problems = problemsIn(error)
          return () => void post.problems.push(...problems)
        })
        // Whatever is left is read and forgotten, so that the answer can be sent.
        .finally(() => stream.resume())
      taken.catch(stop)
      files.push(taken)
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
      parser.on(limit, () => stop(tooLarge()))
    parser.on('error', () =>
      stop(new CodedError('E_BAD_REQUEST', 400, 'The form could not be read. Send it again.')),
    )
    parser.on('close', resolve)
    for (const end of ['error', 'aborted']) request.on(end, () => stop(cutOff()))
    long.late.addEventListener('abort', () => stop(long.late.reason))
    request.on('data', count)
    gate.on('error', stop)
    request.pipe(gate).pipe(parser)
  }).finally(() => {
    // what is left of a refused one flows on
    request.off('data', count)
    long.arrived()
    held.remove(request)
  })
  // They are answered in the order they were sent in, whichever was stored first.
  for (const noteFile of await Promise.all(files)) noteFile()
  return post
}

/** What of a post goes on at once, and what when it may, and has its turn. */
function gateOf(whose: string, enter: () => false | Promise<void>): Transform {
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _, goOn) {
      bytes += piece.length
      if (bytes <= AT_ONCE) return goOn(null, piece)
      if (bytes <= SHORT) return fairQueue.goOn(whose, () => this.destroyed || goOn(null, piece))
      const inItsTurn = async () => {
        await enter()
        await inTurn(whose, () => this.destroyed || goOn(null, piece))
      }
      inItsTurn().catch((error) => this.destroy(error))
    },
  })
}

/** Why a text is refused, with the whole post. */
function wrongWith(value: string, isLong: boolean): CodedError | undefined {
  if (isLong) return tooLarge()
  return hasMarksInARow(value) ? tooManyMarks() : undefined
}

function problemsIn(error: unknown): BlockProblem[] {
  if (error instanceof CodedError && error.code === 'E_ANSWERS' && Array.isArray(error.details))
    return error.details
  throw error
}

function note(post: Post, name: string, value: string): void {
  if (name === '_key') post.key = value
  else if (name === '_version') post.version = /^\d{1,9}$/.test(value) ? Number(value) : undefined
  else if (name === '_page') post.page = value
  else if (name === '_carried') post.carried = value
  else if (name === '_go') post.go = value
  else if (name === '_password') post.password = value
  else if (name === '_files') post.dropped = value === 'dropped'
  else {
    const address = addressIn(name)
    // Browsers send line breaks as CR LF; answers hold LF.
    if (address) addEntry(post, address.path, address.part, value.replace(/\r\n?/g, '\n'))
  }
}

/** What an input is named by: `f.block` or `f.section.item.block`, and a part behind it. */
function addressIn(name: string): { path: string; part: string } | undefined {
  const [prefix, ...address] = name.split('.')
  if (prefix !== 'f' || address.length > 4) return undefined
  const inner = address.length > 2 ? 3 : 1
  return { path: address.slice(0, inner).join('.'), part: address[inner] ?? '' }
}

/** Each in as little room as it needs: a list that grows has room for seventeen, and a post has 25,000. */
function addEntry({ entries }: Post, path: string, part: string, value: string | FileReference): void {
  const parts = entries.get(path) ?? unnamed()
  entries.set(path, parts)
  const values = parts[part]
  if (values) values.push(value)
  else parts[part] = [value]
}

/** Whoever posts names what is in it, such as `constructor`. */
function unnamed(): Record<string, (string | FileReference)[]> {
  return Object.create(null)
}

/** Throws 415 for a content type that the parser cannot read, as one without a boundary. */
function parserFor({ headers }: IncomingMessage): busboy.Busboy {
  const limits = {
    fieldSize: LONGEST_TEXT,
    fields: MOST_FIELDS,
    files: MOST_FILES,
    parts: MOST_FIELDS + MOST_FILES,
  }
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits })
  } catch {
    throw notAsBrowsersDo()
  }
}

function notAsBrowsersDo(): CodedError {
  return new CodedError('E_MEDIA_TYPE', 415, 'Send the form as a browser does.')
}
