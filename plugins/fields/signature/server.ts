import { defineFieldServer } from '@formwright/kit/server'
import answers, { type Answer } from './answer.ts'
import type { Settings } from './field.ts'

/** What the browser says of an image is replaced by what the server knows of it; nothing is signed in the future. */
export default defineFieldServer<Settings, Answer>({
  async own(answer, settings, powers) {
    const now = Date.now()
    const at = new Date(Math.min(now, Date.parse(`${answer.at}Z`) || now)).toISOString().slice(0, 19)
    if (!answer.file) return { answer: { ...answer, at }, files: [] }
    const file = await powers.files(answer.file.map(({ id }) => id))
    const [image] = file
    if (!image) return { problems: [{ code: 'not-accepted', params: { reason: 'gone' } }] }
    const own: Answer = { ...answer, at, text: image.name, file: [image] }
    const problems = answers.validate(own, settings, { locale: 'en', now, source: 'data', required: false })
    return problems.length > 0 ? { problems } : { answer: own, files: [image.id] }
  },
})
