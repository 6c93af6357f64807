import type { HttpContext } from '@adonisjs/core/http'
import { readFile } from '#app/files/read_file'
import { sendFile } from '#app/files/send_file'
import { linkedFile } from '#app/files/signed_links'
import { CodedError, notFound } from '#app/http/errors'

/** Files of submissions, for whoever was given a link. */
export default class FilesController {
  async show({ response, params }: HttpContext): Promise<void> {
    const linked = linkedFile(params.token)
    if (!linked)
      throw new CodedError(
        'E_LINK',
        403,
        'This link no longer leads to its file. A member of the workspace finds the file at its submission.',
      )
    const file = await readFile(linked.workspaceId, linked.id)
    // uploaded, and not a submission's: not yet, or no more
    if (!file?.submissionId) throw notFound()
    response.header('referrer-policy', 'no-referrer')
    await sendFile(response, file)
  }
}
