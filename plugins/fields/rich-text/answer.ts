import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { RichText } from '@formwright/kit/rich/tree'
import { lengthProblems, readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'
import { textOf, treeOf, treeOfText } from './plain.ts'

/** A rich text, with its plain text beside it: filters and searches read that. */
export type Answer = RichText & { text: string }
/** What a plain control holds, or the tree that an editor made. */
export type Raw = string | RichText

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries) => {
    const [entry] = entries[''] ?? []
    const text = typeof entry === 'string' ? entry.replace(/\r\n/g, '\n') : ''
    // Whoever leaves the text as it was drawn keeps what is bold in it.
    const tree = treeOf(entries.tree?.[0])
    return tree && textOf(tree) === text ? tree : text
  },
  toRaw: ({ type, content }) => ({ type, content }),
  // Whether a tree holds only what it may, the server judges: a page has none but of its own editor.
  parse: (candidate): ParseResult<Answer> => {
    const tree = treeOf(candidate)
    const { answer: said, problems } = readText(tree ? textOf(tree) : candidate)
    if (said === undefined) return { problems }
    const read = tree ?? treeOfText(said)
    const text = textOf(read)
    return text.trim() === '' ? { problems } : { answer: { ...read, text }, problems }
  },
  validate: ({ text }, settings) => lengthProblems(text, settings),
  toText: ({ text }) => text,
  values: ({ text }) => ({ '': text }),
}

export default answer
