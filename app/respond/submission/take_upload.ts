import type { IncomingMessage } from 'node:http'
import type { FileReference } from '@formwright/kit/answer'
import { TooLarge } from '#app/files/storage'
import { type Place, TooManyFiles } from '#app/files/note_file'
import { beginPieces, finishPieces } from '#app/files/pieces'
import { takeFile, tryFile } from '#app/files/take_file'
import { withUploadPlace } from '#app/files/upload_places'
import type { PublishedForm } from '#app/forms/versions'
import { CodedError } from '#app/http/errors'
import { blockAt } from '#app/respond/submission/addresses'
import { fieldOf, judgeFile } from '#app/respond/submission/blocks'
import { blockProblem } from '#engine/response/block_problem'
import type { Problem } from '@formwright/kit/problem'
import { AnswersRefused } from '#app/respond/request/errors'

/** Which file is meant, and the address of the field of a version it is for. */
export interface FileFor {
  form: { workspaceId: string; formId: string }
  published: PublishedForm
  path: string
  key: string
  name: string
  /** who sends it */
  by: string
}

/** A file, as its bytes come, with a request or by themselves. */
export interface Upload extends FileFor {
  bytes: AsyncIterable<Uint8Array>
  request?: IncomingMessage
}

/** Only fields that take files have them sent to. */
export function noFilesHere(): CodedError {
  return new CodedError('E_NO_FILES', 415, 'No file is expected here.')
}

/** Takes one file for a field, within the limits of that version's field; throws `E_ANSWERS` when it does not fit. */
export function takeUpload({ bytes, request, ...file }: Upload): Promise<FileReference> {
  return inPlace({ ...file, request }, () =>
    judged(file, (limits, refuse) => takeFile(placeOf(file), file.name, bytes, limits, refuse)),
  )
}

/** Takes one that came in pieces, as `takeUpload` does. */
export function finishUpload({ upload, ...file }: FileFor & { upload: string }): Promise<FileReference> {
  return inPlace(file, () =>
    judged(file, (limits, refuse) => finishPieces(placeOf(file), upload, file.name, limits, refuse)),
  )
}

/** Begins one that will come in pieces, and gives its id; throws `E_ANSWERS` when it will not fit. */
export function beginUpload({ size, ...file }: FileFor & { size: number }): Promise<string> {
  return judged(file, (limits) => beginPieces(placeOf(file), file.name, size, limits))
}

function inPlace<T>(
  { by, form: { workspaceId }, request }: FileFor & { request?: IncomingMessage },
  take: () => Promise<T>,
): Promise<T> {
  return withUploadPlace({ by, workspaceId, request }, take)
}

function placeOf({ form: { workspaceId, formId }, path, key, by }: FileFor): Place {
  return { workspaceId, formId, blockId: path, uploadKey: key, by }
}

/** Judges a file as if it were taken; nothing of it is kept. */
export function tryUpload(
  upload: Pick<Upload, 'path' | 'name' | 'bytes' | 'by' | 'request'> & JudgedUpload,
): Promise<FileReference> {
  return withUploadPlace({ by: upload.by, request: upload.request }, () =>
    judged(upload, (limits, refuse) => tryFile(upload.name, upload.bytes, limits, refuse)),
  )
}

interface JudgedUpload {
  published: Pick<PublishedForm, 'document'>
  path: string
  name: string
}

/** Lets `take` read a file, within the limits of the field it is for. */
async function judged<T>(
  { published, path, name }: JudgedUpload,
  take: (limits: { maxBytes: number; maxCount: number }, refuse: (file: FileReference) => void) => Promise<T>,
): Promise<T> {
  const block = blockAt(published.document, path)
  const field = block && fieldOf(block)
  if (!block || !field?.files) throw noFilesHere()
  const refuse = (problems: readonly Problem[]) => {
    const found = problems.map((problem) => blockProblem(block.id, problem, path))
    return new AnswersRefused(found, published.document)
  }
  try {
    return await take(field.files, (file) => {
      const problems = judgeFile(field, file)
      if (problems.length > 0) throw refuse(problems)
    })
  } catch (error) {
    const max = field.files.maxBytes / 1_000_000
    if (error instanceof TooLarge) throw refuse([{ code: 'max', params: { reason: 'size', name, max } }])
    if (error instanceof TooManyFiles)
      throw refuse([{ code: 'too-many', params: { reason: 'full', name, max: field.files.maxCount } }])
    throw error
  }
}
