import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '@formwright/kit/problem'
import { readRichText } from '@formwright/kit/rich/tree'
import { defineFieldServer } from '@formwright/kit/server'
import type { Answer } from './answer.ts'
import type { Settings } from './field.ts'
import { placeOf } from './place.ts'
import { textOf } from './plain.ts'

const REFUSED: Problem[] = [{ code: 'format' }]

/** A tree is taken only as the editor would have made it: whatever the one reader of rich texts would change is refused. */
export default defineFieldServer<Settings, Answer>({
  async own({ type, content }, settings) {
    const read = readRichText({ type, content }, placeOf(settings))
    if (!('text' in read) || !isDeepStrictEqual(read.text, { type, content })) return { problems: REFUSED }
    return { answer: { ...read.text, text: textOf(read.text) }, files: [] }
  },
})
