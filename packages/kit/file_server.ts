import type { FileReference } from './answer.ts'
import type { Problem } from './problem.ts'
import { defineFieldServer, type FieldServer } from './server.ts'

/** Files are judged alike wherever they come from, and required or not. */
const NOWHERE = { locale: 'en', now: 0, source: 'data', required: false } as const

/**
 * The server part of a field whose answer is a list of files: what the browser says of each is replaced by what the server
 * knows of it, and judged again by `validate`.
 */
export function defineFilesServer<S>(
  validate: (files: FileReference[], settings: S, context: typeof NOWHERE) => Problem[],
): FieldServer<S, FileReference[]> {
  return defineFieldServer({
    async own(answer, settings, powers) {
      const known = new Map((await powers.files(answer.map(({ id }) => id))).map((file) => [file.id, file]))
      const files = answer.flatMap(({ id }) => known.get(id) ?? [])
      if (files.length < answer.length)
        return { problems: [{ code: 'not-accepted', params: { reason: 'gone' } }] }
      const problems = validate(files, settings, NOWHERE)
      return problems.length > 0 ? { problems } : { answer: files, files: files.map(({ id }) => id) }
    },
  })
}
