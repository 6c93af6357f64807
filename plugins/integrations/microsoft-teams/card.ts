import type { IntegrationEvent, Preview, PreviewRun } from '@formwright/kit/integration'
import { cutText, plainText } from '@formwright/kit/message_text'
import type { MicrosoftTeamsSettings } from './integration.ts'

/** Plain text: a run, unlike a text block, knows no Markdown. */
interface Line {
  type: 'RichTextBlock'
  spacing?: 'None'
  inlines: readonly [{ type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Large' }]
}

interface Card {
  type: 'AdaptiveCard'
  version: '1.4'
  body: readonly Line[]
  actions?: readonly [{ type: 'Action.OpenUrl'; title: string; url: string }]
}

/** What a workflow takes that posts an Adaptive Card. */
export interface CardMessage {
  type: 'message'
  attachments: readonly [
    { contentType: 'application/vnd.microsoft.card.adaptive'; contentUrl: null; content: Card },
  ]
}

/** Teams refuses 28 kB after it has wrapped the message, and 21 kB were too much already (see the stand-in's README). */
const MOST_BYTES = 20_000
const LONGEST = { title: 200, text: 3_000, label: 300, answer: 1_500, url: 2_048 }
const MOST_LINES = 30

/** What Teams shows of an event. */
export function cardMessage(
  event: IntegrationEvent,
  settings: Pick<MicrosoftTeamsSettings, 'text' | 'answers'>,
): CardMessage {
  const { form, submission, name } = event
  const title = cutText(inOneLine(form.title), LONGEST.title)
  if (name === 'submission.deleted') return message([line(`A submission of ${title} was deleted.`)])
  const before = `${event.test ? 'Test: ' : ''}${name === 'submission.updated' ? 'Edited: ' : ''}`
  const heading = line(`${before}${title === '' ? 'New submission' : title}`, {
    size: 'Large',
    weight: 'Bolder',
  })
  const text = linesOf(settings.text, LONGEST.text)
  const answered = settings.answers ? submission.questions.filter((question) => question.text !== '') : []
  const groups = answered.map((question) => [
    line(cutText(inOneLine(question.label), LONGEST.label), { weight: 'Bolder' }),
    ...linesOf(question.text, LONGEST.answer).map((one) => ({ ...one, spacing: 'None' as const })),
  ])
  const taken = firstOf(
    groups,
    MOST_BYTES - bytesOf(message([heading, ...text, note(groups.length)], submission.url)),
  )
  const left = groups.length - taken.length
  const body = [heading, ...text, ...taken.flat(), ...(left > 0 ? [note(left)] : [])]
  return message(body, submission.url)
}

/** As it stands in the channel, for people. */
export function drawn({ attachments: [{ content }] }: CardMessage): Preview {
  const lines = content.body.flatMap(
    ({ spacing, inlines: [{ text, weight, size }] }, index): PreviewRun[] => [
      ...(index > 0 ? [{ text: spacing === 'None' ? '\n' : '\n\n' }] : []),
      { text, look: size === 'Large' ? 'title' : weight === 'Bolder' ? 'strong' : undefined },
    ],
  )
  const actions = (content.actions ?? []).map(({ title }) => ({ text: title, look: 'link' as const }))
  const runs = [...lines, ...actions.flatMap((action) => [{ text: '\n\n' }, action])]
  return { format: 'message', runs }
}

function message(body: readonly Line[], url?: string): CardMessage {
  const leads = url !== undefined && url.length <= LONGEST.url
  const content: Card = {
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    ...(leads && { actions: [{ type: 'Action.OpenUrl', title: 'Open the submission', url }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** As many groups as there is room for. */
function firstOf(groups: readonly (readonly Line[])[], room: number): readonly (readonly Line[])[] {
  let bytes = 0
  const end = groups.findIndex((lines) => {
    // each with the comma behind it
    bytes += lines.reduce((sum, one) => sum + bytesOf(one) + 1, 0)
    return bytes > room
  })
  return end === -1 ? groups : groups.slice(0, end)
}

/** A run does not break at line feeds: each line is a block. */
function linesOf(text: string, most: number): Line[] {
  const lines = cutText(plainText(text).trim(), most)
    .split('\n')
    .filter((one) => one.trim() !== '')
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines
  return shown.map((one) => line(one))
}

function inOneLine(text: string): string {
  return plainText(text)
    .trim()
    .replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
}

function note(left: number): Line {
  return line(`${left} more, cut here.`)
}

function line(text: string, look: { weight?: 'Bolder'; size?: 'Large' } = {}): Line {
  // a run needs a text
  return {
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: text === '' ? '\u200b' : text, ...look }],
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
