import type { Readable } from 'node:stream'
import {
  DataStore,
  ERRORS,
  type Lock,
  type Locker,
  type RequestRelease,
  Server,
  TUS_RESUMABLE,
  Upload,
} from '@tus/server'
import type { HttpContext } from '@adonisjs/core/http'
import { addPiece, type Destination, dropPieces, progressOf } from '#app/files/pieces'
import { CodedError } from '#app/http/errors'

/** Begins a file of so many bytes; gives its id. */
type Begin = (size: number) => Promise<string>

/** Files that come in pieces, as the library for tus asks for them: rows and bytes are those of `pieces.ts`. */
class Pieces extends DataStore {
  override extensions = ['creation', 'termination']

  constructor(
    readonly to: Destination,
    readonly begin: Begin | undefined,
  ) {
    super()
  }

  override async create(upload: Upload): Promise<Upload> {
    if (!this.begin || upload.size === undefined) throw ERRORS.FILE_NOT_FOUND
    upload.id = await this.begin(upload.size)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, expected } = await progressOf(this.to, id)
    return new Upload({ id, size: expected, offset: size })
  }

  override async write(piece: Readable, id: string, offset: number): Promise<number> {
    const size = await addPiece(this.to, id, offset, piece)
    if (size === false) throw ERRORS.INVALID_OFFSET
    return size
  }

  override remove(id: string): Promise<void> {
    return dropPieces(this.to, id)
  }
}

/** What the library refuses, by status. In words of ours: its own are for whoever wrote the program that sends. */
const REFUSALS: Readonly<Record<number, [code: string, message: string]>> = {
  400: ['E_TUS_HEADERS', 'The headers of this request are not those that tus 1.0 asks for.'],
  403: [
    'E_TUS_HEADERS',
    'Send a piece with the headers Upload-Offset and Content-Type: application/offset+octet-stream.',
  ],
  404: ['E_NO_UPLOAD', 'This file is not on its way any more. Send it again from its beginning.'],
  409: [
    'E_OFFSET',
    'The file did not come as far as Upload-Offset says, or further. Ask by HEAD, and go on there.',
  ],
  412: ['E_TUS_VERSION', `Send the header Tus-Resumable: ${TUS_RESUMABLE} with each request.`],
  413: ['E_TOO_LARGE', 'More comes than Upload-Length said. Send what is left of the file, and no more.'],
  501: ['E_TUS_EXTENSION', 'Of the extensions of tus only creation and termination are there.'],
}

function refusalOf(status: number): CodedError {
  const [code, message] = REFUSALS[status] ?? REFUSALS[400]
  return new CodedError(code, status, message)
}

/** The library, whose refusals are thrown, and answered in the shape of all others. */
class RefusingServer extends Server {
  override write(...given: Parameters<Server['write']>) {
    const [, , status] = given
    if (status >= 400) throw refusalOf(status)
    return super.write(...given)
  }
}

interface Holder {
  end: RequestRelease
  ended: Promise<void>
}

/**
 * Of the requests for one file that this process has, the newest goes on: one whose line broke may not have noticed. Those
 * of other processes need no lock (`addPiece`).
 */
class NewestFirst implements Locker {
  readonly #holders = new Map<string, Holder>()

  newLock(id: string): Lock {
    const holders = this.#holders
    let ended = () => {}
    const holder: Holder = { end: () => undefined, ended: new Promise((resolve) => (ended = resolve)) }
    return {
      async lock(_, end) {
        const before = holders.get(id)
        holder.end = end
        holders.set(id, holder)
        await before?.end()
        await before?.ended
      },
      async unlock() {
        if (holders.get(id) === holder) holders.delete(id)
        ended()
      },
    }
  }
}

const locker = new NewestFirst()

/**
 * Answers a request of the protocol tus 1.0 (https://tus.io/protocols/resumable-upload): a file is begun (POST), asked about
 * (HEAD), goes on (PATCH) or is given up (DELETE). What is refused for a reason of ours is thrown.
 */
export async function answerTus(
  ctx: HttpContext,
  { path, id, to, begin }: { path: string; id?: string; to: Destination; begin?: Begin },
): Promise<void> {
  const { request } = ctx.request
  const server = new RefusingServer({
    path,
    datastore: new Pieces(to, begin),
    locker,
    // ms until the older of two requests ends
    lockDrainTimeout: 1,
    relativeLocation: true,
    // no other site sends files here
    allowedOrigins: [],
    getFileIdFromRequest: () => id,
    onResponseError: (_, error) => {
      // the library's own have a status
      if (error instanceof Error && !('status_code' in error)) throw error
      return undefined
    },
  })
  ctx.response.relayHeaders()
  try {
    // the library takes a version it does not know for a header that it cannot read
    if (request.headers['tus-resumable'] !== TUS_RESUMABLE) throw refusalOf(412)
    await server.handle(request, ctx.response.response)
  } catch (error) {
    ctx.response.header('tus-resumable', TUS_RESUMABLE)
    ctx.response.header('tus-version', TUS_RESUMABLE)
    throw error
  } finally {
    // what nobody reads any more is let through, so that the answer is heard
    request.resume()
  }
}
