import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Single } from '#api_types/answer'
import type { MediaLibrary } from '#api_types/media'
import type { MediaFile } from '@formwright/kit/media'
import { leaveOut, listMedia, noteUpload } from '#app/files/media/library'
import { mediaAt } from '#app/files/media/show_media'
import type { Piece } from '#app/files/storage'
import { takeMedia } from '#app/files/media/take_media'
import { withUploadPlace } from '#app/files/upload_places'
import { attachment, inline } from '#app/http/attachment'
import { bodyBytes } from '#app/http/body_bytes'
import { notFound } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'
import { pageLimit } from '#app/http/page_limit'
import { within } from '#app/workspaces/within'

const upload = vine.create({
  name: vine.string().maxLength(1000),
  use: vine.enum(['image', 'file'] as const),
})

const asked = vine.create({
  name: vine.string().maxLength(1000).optional(),
  use: vine.enum(['image', 'file'] as const).optional(),
  types: vine
    .array(vine.string().regex(/^[a-z]+\/[a-z0-9.+-]{0,100}$/))
    .maxLength(20)
    .parse((value) => (typeof value === 'string' ? value.split(',') : value))
    .optional(),
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SHA256 = /^[0-9a-f]{64}$/

/** Pictures and files that creators put into forms. */
export default class MediaController {
  /** The body is the file. */
  async store({ auth, request, response, workspace, formId }: HttpContext): Promise<Single<MediaFile>> {
    const { name, use } = await upload.validate(request.qs(), { messagesProvider: fieldMessages })
    const uploader = { by: auth.getUserOrFail().id, workspaceId: workspace.id, request: request.request }
    const { id, ...data } = await withUploadPlace(uploader, () =>
      takeMedia(workspace.id, use, name, bodyBytes(request.request)),
    )
    await within(workspace.id, (scope) => noteUpload(scope, formId, id))
    response.status(201)
    return { data }
  }

  /** What a form offers to choose from. */
  async index({ request, workspace, formId }: HttpContext): Promise<MediaLibrary> {
    const given = await asked.validate(request.qs(), { messagesProvider: fieldMessages })
    const { name = '', use = 'file', types = [] } = given
    const limit = pageLimit(request.qs().limit, 200)
    const wanted = { limit, cursor: request.input('cursor'), name, use, types }
    return within(workspace.id, (scope) => listMedia(scope, formId, wanted))
  }

  async destroy({ params, response, workspace, formId }: HttpContext) {
    await within(workspace.id, (scope) => leaveOut(scope, formId, params.id))
    return response.noContent()
  }

  /** For anybody who knows the address. What lies there never changes: browsers and proxies keep it for good. */
  async show({ request, response, params }: HttpContext): Promise<void> {
    const { id, hash: sha256 } = params
    if (!ID.test(id) || !SHA256.test(sha256)) throw notFound()
    const file = await mediaAt(id, sha256)
    if (!file) throw notFound()
    const piece = pieceOf(request.header('range'), file.size)
    const known = request.header('if-none-match')?.includes(`"${sha256}"`)
    // before anything is said that is kept for good: an error is not
    const bytes = known ? undefined : await file.open(piece)
    response.header('cache-control', 'public, max-age=31536000, immutable')
    response.header('etag', `"${sha256}"`)
    // other sites may show it, and it runs nowhere: an SVG opened by itself neither loads nor executes anything
    response.header('cross-origin-resource-policy', 'cross-origin')
    response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    if (!bytes) return response.notModified()
    response.header('content-type', file.type)
    // players go on from the middle, and some play nothing that cannot be had in pieces
    response.header('accept-ranges', 'bytes')
    response.header('content-length', String(piece ? piece.end - piece.start + 1 : file.size))
    if (piece) {
      response.status(206)
      response.header('content-range', `bytes ${piece.start}-${piece.end}/${file.size}`)
    }
    response.header(
      'content-disposition',
      /^(image|video|audio)\//.test(file.type) ? inline(file.name) : attachment(file.name),
    )
    response.stream(bytes)
  }
}

/** The one piece that is asked for; undefined where it is none that there is: then the whole is sent. */
function pieceOf(range: string | undefined, size: number): Piece | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : undefined
}
