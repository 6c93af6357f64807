import type { AnswerModule, FileReference, ParseResult } from '@formwright/kit/answer'
import { MOST_NAMED, readFileReference } from '@formwright/kit/file_reference'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'
import { IMAGES } from './image.ts'

/** A picture that the server does not have. It keeps the form from being sent without it. */
export interface Unsent {
  /** its name */
  unsent: string
  /** what happened to it, as the respondent reads it */
  said: string
}
/** At most one; a list, as files are everywhere. */
export type Raw = (FileReference | Unsent)[]

const answer: AnswerModule<Settings, FileReference[], Raw> = {
  // A new picture takes the place of the old one, which came first.
  fromForm: (entries) =>
    (entries[''] ?? [])
      .slice(-MOST_NAMED)
      .flatMap((entry) => readFileReference(entry) ?? [])
      .slice(-1),
  toRaw: (files) => files,
  parse: (candidate): ParseResult<FileReference[]> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const list: unknown[] = Array.isArray(candidate) ? candidate : [candidate]
    if (list.length > MOST_NAMED) return { problems: [{ code: 'too-many', params: { max: 1 } }] }
    const problems: Problem[] = []
    const files: FileReference[] = []
    for (const item of list) {
      const file = readFileReference(item)
      if (file) files.push(file)
      else
        problems.push(isUnsent(item) ? { code: 'custom', params: { reason: 'unsent' } } : { code: 'format' })
    }
    return files.length === 0 ? { problems } : { answer: files, problems }
  },
  validate: (files, settings) => [
    ...(files.length > 1 ? [{ code: 'too-many', params: { max: 1 } } as const] : []),
    ...files.flatMap((file) => problemsOf(file, settings)),
  ],
  values: (files) => ({ '': files.map(({ id }) => id) }),
  toText: (files) => files.map(({ name }) => name),
}

/** What is wrong with a picture. Of one that is known by its id alone the server judges its own. */
function problemsOf({ name, size, type }: FileReference, { maxMegabytes }: Settings): Problem[] {
  if (type === '') return []
  if (size === 0 || !IMAGES.includes(type))
    return [{ code: 'not-allowed', params: { reason: 'image', name } }]
  return size > maxMegabytes * 1_000_000
    ? [{ code: 'max', params: { reason: 'size', max: maxMegabytes } }]
    : []
}

function isUnsent(item: unknown): item is Unsent {
  return typeof item === 'object' && item !== null && 'unsent' in item && typeof item.unsent === 'string'
}

export default answer
