import type { FileReference } from '@formwright/kit/answer'
import { defineFieldServer } from '@formwright/kit/server'
import answers from './answer.ts'
import type { Settings } from './field.ts'

/** Pictures are judged alike wherever they come from, and required or not. */
const NOWHERE = { locale: 'en', now: 0, source: 'data', required: false } as const

/** What the browser says of a picture is replaced by what the server knows of it, and judged again. */
export default defineFieldServer<Settings, FileReference[]>({
  async own(answer, settings, powers) {
    const known = new Map((await powers.files(answer.map(({ id }) => id))).map((file) => [file.id, file]))
    const files = answer.flatMap(({ id }) => known.get(id) ?? [])
    if (files.length < answer.length)
      return { problems: [{ code: 'not-accepted', params: { reason: 'gone' } }] }
    const problems = answers.validate(files, settings, NOWHERE)
    return problems.length > 0 ? { problems } : { answer: files, files: files.map(({ id }) => id) }
  },
})
