import type { AnswerModule, FileReference, Parsed } from '../../kit/answer.ts'
import type { Problem } from '../../kit/problem.ts'
import type { Settings } from './field.ts'

/** A file on its way: it keeps the form from being sent without it. */
export interface Uploading {
  uploading: string
}
export type Raw = (FileReference | Uploading)[]

const answer: AnswerModule<Settings, FileReference[], Raw> = {
  fromForm: (entries, { maxCount }) => {
    const files = (entries[''] ?? []).flatMap((entry) => readReference(entry) ?? [])
    // Where one file is wanted, a new one takes the place of the old one, which came first.
    return maxCount === 1 ? files.slice(-1) : files
  },
  toRaw: (files) => files,
  parse: (candidate): Parsed<FileReference[]> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const list: unknown[] = Array.isArray(candidate) ? candidate : [candidate]
    const problems: Problem[] = []
    const files = new Map<string, FileReference>()
    for (const item of list) {
      const file = readReference(item)
      // The fuller of two that name one file is kept.
      if (file) files.set(file.id, file.type === '' ? (files.get(file.id) ?? file) : file)
      else if (isUploading(item))
        problems.push({ code: 'custom', params: { reason: 'uploading', name: item.uploading } })
      else problems.push({ code: 'format' })
    }
    return files.size === 0 ? { problems } : { answer: [...files.values()], problems }
  },
  validate: (files, { accept, maxCount, maxMegabytes }) => {
    const problems: Problem[] = []
    if (files.length > maxCount) problems.push({ code: 'too-many', params: { max: maxCount } })
    for (const { name, size, type } of files) {
      if (size > maxMegabytes * 1_000_000) {
        problems.push({ code: 'max', params: { reason: 'size', name, max: maxMegabytes } })
      }
      // A reference by id alone has neither name nor type yet: the server puts in its own and judges again.
      if (type !== '' && !isAccepted(name, type, accept)) {
        problems.push({ code: 'not-allowed', params: { name, accept: accept.join(', ') } })
      }
    }
    return problems
  },
  toText: (files) => files.map(({ name }) => name).join(', '),
  toValue: (files) => files.map(({ id }) => id),
  columns: () => [{ id: '', type: 'text' }],
  cells: (files) => [files ? files.map(({ name }) => quoted(name)).join(', ') : null],
}

/** A name as it stands among others: quoted like CSV where it could be taken for several. */
function quoted(name: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

/** A reference as an object, as JSON (hidden inputs) or as the bare id. */
function readReference(candidate: unknown): FileReference | undefined {
  if (typeof candidate === 'string') {
    if (/^[A-Za-z0-9_-]{1,64}$/.test(candidate)) return { id: candidate, name: '', size: 0, type: '' }
    try {
      const parsed: unknown = JSON.parse(candidate)
      return typeof parsed === 'object' ? readReference(parsed) : undefined
    } catch {
      return undefined
    }
  }
  if (typeof candidate !== 'object' || candidate === null || !('id' in candidate)) return undefined
  const { id } = candidate
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return undefined
  const name = 'name' in candidate && typeof candidate.name === 'string' ? candidate.name : ''
  const size = 'size' in candidate && typeof candidate.size === 'number' ? candidate.size : 0
  const type = 'type' in candidate && typeof candidate.type === 'string' ? candidate.type : ''
  return { id, name, size, type }
}

function isUploading(item: unknown): item is Uploading {
  return (
    typeof item === 'object' && item !== null && 'uploading' in item && typeof item.uploading === 'string'
  )
}

/** Does a file fit one of the accepted types? */
export function isAccepted(name: string, type: string, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  const lower = name.toLowerCase()
  return accept.some((one) => {
    if (one.startsWith('.')) return lower.endsWith(one)
    return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one
  })
}

export default answer
