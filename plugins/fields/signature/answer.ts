import type { AnswerModule, FileReference, ParseResult } from '@formwright/kit/answer'
import { readFileReference } from '@formwright/kit/file_reference'
import type { Problem } from '@formwright/kit/problem'
import { lengthProblems, readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'
import { IMAGES, LARGEST } from './image.ts'

/** A signature: a typed name, or an image of one. */
export interface Answer {
  how: How
  /** when, to the second, in UTC */
  at: string
  /** the name that was typed, or that of the image */
  text: string
  /** the image; a list, as files are everywhere */
  file?: FileReference[]
}
export type How = 'drawn' | 'typed' | 'uploaded'

/**
 * What the control holds: an answer, a name that is being typed, or the name of an image that the server does not have, with
 * what happened to it as the respondent reads it.
 */
export type Raw = Partial<Answer> & { unsent?: string; said?: string }

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries) => {
    const [named] = entries.name ?? []
    const text = typeof named === 'string' ? named.trim() : ''
    const kept = read(entries.signed?.[0])
    const [file] = entries.file ?? []
    if (typeof file === 'object') return read([file])
    // A name that is typed beside an image takes its place.
    if (text !== '') return kept.file || kept.text !== text ? { text } : kept
    return kept.file ? kept : {}
  },
  toRaw: (given) => given,
  parse: (candidate, _settings, { now }): ParseResult<Answer> => {
    const {
      how = 'typed',
      at = new Date(now).toISOString().slice(0, 19),
      text,
      file,
      unsent,
    } = read(candidate)
    if (unsent !== undefined) return { problems: [{ code: 'custom', params: { reason: 'unsent' } }] }
    if (file) return { answer: { how, at, text: file[0]?.name || 'image', file }, problems: [] }
    const { answer: name, problems } = readText(text)
    return name === undefined
      ? { problems }
      : { answer: { how, at, text: name.replace(/\s+/g, ' ').trim() }, problems }
  },
  validate: ({ text, file }) => file?.flatMap(problemOf) ?? lengthProblems(text, { maxLength: 200 }),
  values: ({ text, how, at, file }) => ({ '': text, how, at, file: file?.map(({ id }) => id) }),
  toText: ({ text, how, at, file }, _settings, part = '') =>
    part === 'file' ? (file ?? []).map(({ name }) => name) : ({ how, at }[part] ?? text),
}

/** What is wrong with an image. Of one that is known by its id alone the server judges its own. */
function problemOf({ name, size, type }: FileReference): Problem[] {
  if (size > LARGEST) return [{ code: 'max', params: { reason: 'size', max: LARGEST / 1_000_000 } }]
  if (type === '' || (size > 0 && IMAGES.includes(type))) return []
  return [{ code: 'not-allowed', params: { reason: 'image', name } }]
}

/** Of anything that may be sent what is ours of it: of an object or its JSON, of a list of files, of a name. */
function read(candidate: unknown): Raw {
  if (typeof candidate !== 'object' || candidate === null) {
    const json = typeof candidate === 'string' && candidate.startsWith('{') ? parsed(candidate) : undefined
    return json ? read(json) : candidate == null ? {} : { text: String(candidate) }
  }
  const given: Record<string, unknown> = Array.isArray(candidate) ? { file: candidate } : { ...candidate }
  const { how, at, text, file, unsent } = given
  const image = Array.isArray(file) ? readFileReference(file[0]) : undefined
  return {
    ...(image
      ? { how: how === 'drawn' ? how : 'uploaded', file: [image] }
      : (typeof text === 'string' || typeof text === 'number') && { how: 'typed', text: `${text}` }),
    ...(typeof at === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(at) && { at }),
    ...(typeof unsent === 'string' && { unsent }),
  }
}

function parsed(json: string): object | undefined {
  try {
    const found: unknown = JSON.parse(json)
    return typeof found === 'object' && found !== null ? found : undefined
  } catch {
    return undefined
  }
}

export default answer
