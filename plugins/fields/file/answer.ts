import type { AnswerModule, FileReference, ParseResult } from '@formwright/kit/answer'
import { MOST_NAMED, readFileReference } from '@formwright/kit/file_reference'
import type { Problem } from '@formwright/kit/problem'
import type { Settings } from './field.ts'
import { typeNames } from './types.ts'

/** A chosen file that the server does not have: on its way, refused or given up. It keeps the form from being sent without it. */
export interface Unsent {
  /** its name */
  unsent: string
  /** its own among those of the field */
  key: string
  /** what happened to it, as the respondent reads it */
  said: string
  /** sending it again cannot help */
  refused?: boolean
}
export type Raw = (FileReference | Unsent)[]

const answer: AnswerModule<Settings, FileReference[], Raw> = {
  fromForm: (entries, { maxCount }) => {
    const files = (entries[''] ?? []).slice(-MOST_NAMED).flatMap((entry) => readFileReference(entry) ?? [])
    // Where one file is wanted, a new one takes the place of the old one, which came first.
    return maxCount === 1 ? files.slice(-1) : files
  },
  toRaw: (files) => files,
  parse: (candidate, { maxCount }): ParseResult<FileReference[]> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const list: unknown[] = Array.isArray(candidate) ? candidate : [candidate]
    if (list.length > MOST_NAMED) return { problems: [{ code: 'too-many', params: { max: maxCount } }] }
    const problems: Problem[] = []
    const files = new Map<string, FileReference>()
    for (const item of list) {
      const file = readFileReference(item)
      // The fuller of two that name one file is kept.
      if (file) files.set(file.id, file.type === '' ? (files.get(file.id) ?? file) : file)
      else if (isUnsent(item))
        problems.push({
          code: 'custom',
          params: { reason: item.refused ? 'refused' : 'unsent', name: item.unsent },
        })
      else problems.push({ code: 'format' })
    }
    return files.size === 0 ? { problems } : { answer: [...files.values()], problems }
  },
  validate: (files, { accept, maxCount, maxMegabytes }) => {
    const problems: Problem[] = []
    if (files.length > maxCount) problems.push({ code: 'too-many', params: { max: maxCount } })
    for (const { name, size, type } of files) {
      // What is known by its id alone is judged when the server has put in its own.
      if (type === '') continue
      if (size === 0) {
        problems.push({ code: 'min', params: { reason: 'empty', name, min: 1 } })
        continue
      }
      if (size > maxMegabytes * 1_000_000) {
        problems.push({ code: 'max', params: { reason: 'size', name, max: maxMegabytes } })
      }
      if (!isAccepted(name, type, accept)) problems.push(notAccepted(name, accept))
    }
    return problems
  },
  values: (files) => ({ '': files.map(({ id }) => id), count: files.length }),
  toText: (files, _, part) => (part === 'count' ? String(files.length) : files.map(({ name }) => name)),
}

function isUnsent(item: unknown): item is Unsent {
  return typeof item === 'object' && item !== null && 'unsent' in item && typeof item.unsent === 'string'
}

/**
 * The problem of a file of another type. Its reason chooses the sentence: `types` lists the names of the types that are
 * taken; a whole family (`image`) has a word of its own in each language; of families among types none is named.
 */
function notAccepted(name: string, accept: readonly string[]): Problem {
  const names = typeNames(accept)
  const types = names.join(', ')
  const reason = types === types.toUpperCase() ? 'types' : names.length === 1 ? types : 'several'
  return { code: 'not-allowed', params: { reason, name, accept: accept.join(', '), types } }
}

/** Does a file fit one of the accepted types? */
function isAccepted(name: string, type: string, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  const lower = oneHeic(name.toLowerCase())
  return accept.map(oneHeic).some((one) => {
    if (one.startsWith('.')) return lower.endsWith(one)
    return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : oneHeic(type) === one
  })
}

/** Telephones write HEIC and HEIF, stills and series, without a difference that anybody knows: they count as one type. */
const oneHeic = (type: string) => type.replace(/\bhei[cf](-sequence)?$/, 'heic')

export default answer
