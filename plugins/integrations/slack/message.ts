import type { IntegrationEvent, Preview, PreviewRun } from '@formwright/kit/integration'
import { cutText, plainText, runsOf } from '@formwright/kit/message_text'
import type { SlackSettings } from './integration.ts'

/** Text for people who are not looking at the channel, and what stands there. */
export interface Message {
  text: string
  blocks: readonly Block[]
}

type Block =
  | { type: 'header'; text: { type: 'plain_text'; text: string } }
  | { type: 'section'; text: { type: 'mrkdwn'; text: string } }
  | { type: 'context'; elements: [{ type: 'mrkdwn'; text: string }] }

const LONGEST = { header: 150, section: 3_000, answer: 1_500, text: 1_000 }
/** Slack refuses messages of about 13,200 characters (github.com/slackapi/bolt-js/issues/2509). */
const MOST_TOGETHER = 12_000
const MOST_BLOCKS = 45

/** What Slack shows of an event. */
export function messageOf(
  event: IntegrationEvent,
  settings: Pick<SlackSettings, 'text' | 'answers'>,
): Message {
  const { form, submission, name } = event
  const title = cut(escaped(form.title), LONGEST.text)
  if (name === 'submission.deleted') {
    const text = `A submission of ${title} was deleted.`
    return { text, blocks: [section(`_${text}_`)] }
  }
  const more = submission.url === undefined ? '' : `<${escaped(submission.url)}|Open the submission>`
  const answers = settings.answers ? submission.questions : []
  const lines = answers.flatMap(({ label, text }) => {
    if (text === '') return []
    return `*${cut(escaped(label), 300)}*\n${cut(escaped(text), LONGEST.answer)}`
  })
  const typed = escaped(settings.text)
  const { sections, left } = packed(typed.trim() === '' ? lines : [typed, ...lines])
  const heading = plainText(form.title).trim()
  const isEdited = name === 'submission.updated'
  const note = [isEdited && 'Edited.', left > 0 && `${left} more, cut here.`, more]
    .filter((part) => part !== false && part !== '')
    .join(' ')
  const blocks: Block[] = [
    {
      type: 'header',
      text: {
        type: 'plain_text',
        text: cutText(heading === '' ? 'New submission' : heading, LONGEST.header),
      },
    },
    ...sections.map(section),
    ...(note === '' ? [] : [context(note)]),
  ]
  const test = event.test ? 'Test: ' : ''
  return { text: `${test}${isEdited ? 'Edited' : 'New'} submission of ${title}`, blocks }
}

/** The message that all submissions of a form are answers to. */
export function threadMessage(form: string): Message {
  const text = `Submissions of ${cut(escaped(form), LONGEST.text)}`
  return { text, blocks: [section(text)] }
}

/** Bold, italic, and a link with its text, where Slack takes them for that (docs.slack.dev/messaging/formatting-message-text). */
const MARKUP =
  /(?<![^\s(])\*([^*\n]+)\*(?![^\s).,:;!?])|(?<![^\s(])_([^_\n]+)_(?![^\s).,:;!?])|<[^|>]+\|([^>]+)>/g

/** As it stands in the channel, for people. */
export function drawn({ blocks }: Message): Preview {
  const runs = blocks.flatMap((block, index) => [
    ...(index > 0 ? [{ text: '\n\n' }] : []),
    ...(block.type === 'header'
      ? [{ text: block.text.text, look: 'title' as const }]
      : runsOf(block.type === 'context' ? block.elements[0].text : block.text.text, MARKUP, markedUp).map(
          ({ text, look }) => ({
            text: unescaped(text),
            look: look ?? (block.type === 'context' ? ('note' as const) : undefined),
          }),
        )),
  ])
  return { format: 'message', runs }
}

function markedUp([, bold, italic, link = '']: RegExpExecArray): PreviewRun {
  if (bold !== undefined) return { text: bold, look: 'strong' }
  return italic !== undefined ? { text: italic, look: 'emphasis' } : { text: link, look: 'link' }
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Pieces of text joined to sections, as many as a message takes; how many are left over. */
function packed(pieces: readonly string[]): { sections: string[]; left: number } {
  const sections: string[] = []
  let together = 0
  for (const [index, whole] of pieces.entries()) {
    const piece = cut(whole, LONGEST.section)
    if (together + piece.length > MOST_TOGETHER) return { sections, left: pieces.length - index }
    together += piece.length + 2
    const last = sections.at(-1)
    if (last !== undefined && last.length + piece.length + 2 <= LONGEST.section)
      sections[sections.length - 1] = `${last}\n\n${piece}`
    else if (sections.length < MOST_BLOCKS) sections.push(piece)
    else return { sections, left: pieces.length - index }
  }
  return { sections, left: 0 }
}

function context(text: string): Block {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] }
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

/** Text in Slack's own markup: three characters mean something, and nothing else is escaped. */
function escaped(text: string): string {
  return plainText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** At most so many characters of an escaped text, never the half of an escape. */
function cut(text: string, most: number): string {
  return cutText(text, most, /&[a-z]*$/)
}
