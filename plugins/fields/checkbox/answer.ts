import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { RichText } from '@formwright/kit/rich/tree'
import type { Settings } from './field.ts'

/** Yes or no; of a consent with what was agreed to. */
export type Answer = boolean | Consent
export type Consent = Readonly<{ agreed: boolean; text?: string; version?: string }>
/** What the control holds: ticked or not, yes or no; null: neither was chosen. */
export type Raw = boolean | null

const WORDS: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, on: true, '1': true },
  ...{ no: false, false: false, off: false, '0': false },
}

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: ({ '': entries = [] }, { appearance }) => {
    if (entries.includes('yes')) return true
    return appearance === 'tick' || entries.includes('no') ? false : null
  },
  toRaw: (given) => isYes(given),
  // who leaves a box as it is has not ticked it; of yes and no one is chosen
  untouched: (settings) => (settings.appearance === 'tick' ? answerOf(false, settings) : undefined),
  parse: (candidate, settings): ParseResult<Answer> => {
    const given =
      typeof candidate === 'object' && candidate && 'agreed' in candidate ? candidate.agreed : candidate
    if (given === undefined || given === null) return { problems: [] }
    const said = typeof given === 'string' ? wordSaid(given, settings) : given
    if (said === undefined) return { problems: [] }
    return typeof said === 'boolean'
      ? { answer: answerOf(said, settings), problems: [] }
      : { problems: [{ code: 'format' }] }
  },
  // a box that must be ticked; “No” is an answer
  validate: (given, { appearance }, { required }) =>
    required && appearance === 'tick' && !isYes(given)
      ? [{ code: 'required', params: { reason: 'tick' } }]
      : [],
  values: (given) =>
    typeof given === 'boolean'
      ? { '': given }
      : { '': given.agreed, text: given.text, version: given.version },
  toText: (given, { yesLabel, noLabel }, part) => {
    if (part && typeof given !== 'boolean') return (part === 'text' ? given.text : given.version) ?? ''
    return isYes(given) ? yesLabel : noLabel
  },
}

/** Whether it was ticked, or yes was chosen. */
export function isYes(given: Answer): boolean {
  return typeof given === 'boolean' ? given : given.agreed
}

/** What is stored. What was agreed to comes from the settings, whatever was sent. */
function answerOf(said: boolean, { appearance, consent, statement, textVersion: version }: Settings): Answer {
  if (!consent || appearance !== 'tick') return said
  const text = said ? wordsOf(statement).trim() : ''
  return { agreed: said, ...(text !== '' && { text }), ...(said && version.trim() !== '' && { version }) }
}

/** A statement as text: its paragraphs on lines of their own. */
function wordsOf({ content }: RichText): string {
  return content
    .map((block) =>
      block.type === 'paragraph'
        ? (block.content ?? []).map((one) => (one.type === 'text' ? one.text : '\n')).join('')
        : '',
    )
    .join('\n')
}

/** A word for yes or no; undefined for none at all, itself for any other. */
function wordSaid(text: string, { yesLabel, noLabel }: Settings): boolean | string | undefined {
  const word = text.trim().toLowerCase()
  if (word === '') return undefined
  if (word === yesLabel.trim().toLowerCase()) return true
  if (word === noLabel.trim().toLowerCase()) return false
  return Object.hasOwn(WORDS, word) ? WORDS[word] : text
}

export default answer
