import type { AnswerContext } from '@formwright/kit/answer'
import { type Option, pathOf } from '@formwright/kit/field'
import type { AnswerPart, Question, QuestionItem } from '@formwright/kit/integration'
import { plugins } from '#app/plugins/registry'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { outlineOf } from '#engine/document/outline'
import { asWords } from '#engine/document/names'
import { readBlock } from '#engine/document/reading'
import { itemsIn } from '#engine/response/stored'
import type { Steps } from '#engine/steps'

/** Answers by block id, as they are stored. */
type Answers = Readonly<Record<string, Json>>

/** A text of what stands at a path, with answers in it; `template` is the text as it was written. */
export type TextOf = (path: string, name: string, template: string) => string

/** In which circumstances answers are told. */
export interface QuestionContext extends AnswerContext {
  /** how a file is reached by those who are sent it; absent where nobody can */
  linkOf?: (file: string) => string
}

/**
 * The questions of a form with what was answered, as integrations see them: in order, those of items with their section, one
 * in each step.
 */
export function* questionSteps(
  { blocks }: FormDocument,
  answers: Answers,
  textOf: TextOf,
  context: QuestionContext,
): Steps<Question[]> {
  const questions: Question[] = []
  for (const { block, inItems } of outlineOf(blocks, plugins.registry())) {
    yield
    if (inItems)
      questions.push(yield* sectionSteps(block, inItems, itemsIn(answers[block.id]), textOf, context))
    else if (isField(block)) questions.push(questionOf(block, block.id, answers[block.id], textOf, context))
  }
  return questions
}

function isField({ kind }: Block): boolean {
  return plugins.registry().field(kind) !== undefined
}

/** A question as integrations see it. The one place where what a kind says of its answers becomes parts. */
function questionOf(
  block: Block,
  path: string,
  stored: Json | undefined,
  textOf: TextOf,
  context: QuestionContext,
): Question {
  const label = textOf(path, 'label', block.label ?? '')
  const { field: written } = readBlock(block, plugins.registry()).read
  const field = written?.withTexts((name, template) => textOf(path, name, template))
  const { linkOf } = context
  const filePaths = (field?.parts ?? []).filter(({ type }) => type === 'file').map(pathOf)
  const answer = filePaths.reduce((whole, at) => (linkOf ? withLinks(whole, at, linkOf) : whole), stored)
  const text = answer === undefined || !field ? '' : field.text(answer)
  const values = answer === undefined || !field ? {} : field.values(answer, context)
  const parts = (field?.parts ?? []).flatMap((part): AnswerPart[] => {
    if (part.column === false) return []
    const { id, type } = part
    // an answer of files is told with their names, not only with the ids that logic sees
    const value = type === 'file' ? storedAt(answer, pathOf(part)) : values[id]
    return [
      {
        id,
        label: part.label ? `${label} (${part.label})` : label,
        type,
        value: value ?? null,
        text: value == null || !field ? '' : field.text(answer, id),
        ...(type === 'choices' && Array.isArray(value) && { texts: labelsOf(value, part.options) }),
      },
    ]
  })
  return { id: block.id, key: block.key ?? block.id, label, text, value: answer, parts }
}

/** What the options that were chosen are called; one that is none any more by its id. */
function labelsOf(chosen: readonly unknown[], options: readonly Option[] = []): string[] {
  const labels = new Map(options.map(({ id, label }) => [id, label]))
  return chosen.map((id) => labels.get(String(id)) ?? String(id))
}

/** An answer with an address (`url`) for each file of the list at a path of it. */
function withLinks(
  answer: Json | undefined,
  path: readonly string[],
  linkOf: (file: string) => string,
): Json | undefined {
  const [name, ...rest] = path
  if (name === undefined) return Array.isArray(answer) ? answer.map((file) => withLink(file, linkOf)) : answer
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const inner = withLinks(answer[name], rest, linkOf)
  return inner === undefined ? answer : { ...answer, [name]: inner }
}

function withLink(file: Json, linkOf: (file: string) => string): Json {
  if (typeof file !== 'object' || file === null || Array.isArray(file) || typeof file.id !== 'string')
    return file
  return { ...file, url: linkOf(file.id) }
}

function storedAt(answer: Json | undefined, path: readonly string[]): Json | undefined {
  let found = answer
  for (const name of path) {
    found = typeof found === 'object' && found !== null && !Array.isArray(found) ? found[name] : undefined
  }
  return found
}

/** A section that repeats: one question, whose answer is a list. */
function* sectionSteps(
  block: Block,
  inItems: readonly Block[],
  stored: ReturnType<typeof itemsIn>,
  textOf: TextOf,
  context: QuestionContext,
): Steps<Question> {
  const { layout, settings } = readBlock(block, plugins.registry()).read
  const textOfRole = (path: string, role: 'title' | 'item-title') => {
    const name = layout?.textPath(role)
    return name === undefined ? '' : textOf(path, name, String(settings[name] ?? ''))
  }
  const key = block.key ?? block.id
  const label = textOfRole(block.id, 'title') || asWords(key)
  const asked = inItems.filter(isField)
  const items: QuestionItem[] = []
  for (const [index, { id, answers }] of stored.entries()) {
    const path = `${block.id}.${id}`
    const title = textOfRole(path, 'item-title') || `${label} ${index + 1}`
    const questions: Question[] = []
    for (const inside of asked) {
      questions.push(questionOf(inside, `${path}.${inside.id}`, answers[inside.id], textOf, context))
      yield
    }
    items.push({ id, title, questions })
  }
  const count = items.length
  return {
    id: block.id,
    key,
    label,
    text: items.map(textOfItem).join('\n\n'),
    ...(count > 0 && { value: items.map(valueOfItem) }),
    parts: [{ id: '', label, type: 'number', value: count, text: String(count) }],
    items,
  }
}

/** What a person reads of an item: its title, and a line for each answer. */
function textOfItem({ title, questions }: QuestionItem): string {
  const answered = questions.filter(({ text }) => text !== '')
  return [title, ...answered.map(({ label, text }) => `${label}: ${text}`)].join('\n')
}

/** What a program reads of an item: answers by key. */
function valueOfItem({ questions }: QuestionItem): Record<string, unknown> {
  const answered = questions.filter(({ value }) => value !== undefined)
  return Object.fromEntries(answered.map(({ key, value }) => [key, value]))
}
