import type { IntegrationEvent, Preview } from '@formwright/kit/integration'
import { cutText, plainText, runsOf } from '@formwright/kit/message_text'
import type { TelegramSettings } from './integration.ts'

/** Telegram counts UTF-16 units of what is read, without tags (core.telegram.org/bots/api#sendmessage). */
const LONGEST_MESSAGE = 4_096
const LONGEST = { title: 200, typed: 3_000, label: 200, answer: 1_000 }
/** Room for the last line: how many are left out, and the link. */
const ROOM_FOR_NOTE = 100

/** A piece of a message: as it is read, and as HTML of Telegram. */
interface Piece {
  shown: string
  html: string
}

/** What Telegram shows of an event, in its HTML. */
export function messageOf(
  event: IntegrationEvent,
  settings: Pick<TelegramSettings, 'text' | 'answers'>,
): string {
  const { form, submission, name } = event
  const title = shortened(form.title, LONGEST.title) || 'a form'
  if (name === 'submission.deleted') return `<i>A submission of ${escaped(title)} was deleted.</i>`
  const what = `${event.test ? 'Test: ' : ''}${name === 'submission.updated' ? 'Edited' : 'New'} submission`
  const heading = { shown: `${what}: ${title}`, html: `<b>${escaped(`${what}: ${title}`)}</b>` }
  const typed = shortened(settings.text, LONGEST.typed)
  const answers = (settings.answers ? submission.questions : []).flatMap(({ label, text }) => {
    const answer = shortened(text, LONGEST.answer)
    const asked = shortened(label, LONGEST.label)
    if (answer === '') return []
    return {
      shown: `${asked}\n${answer}`,
      html: `${asked === '' ? '' : `<b>${escaped(asked)}</b>\n`}${escaped(answer)}`,
    }
  })
  const pieces = [heading, ...(typed === '' ? [] : [{ shown: typed, html: escaped(typed) }]), ...answers]
  const { taken, left } = fitting(pieces)
  const note = [
    left > 0 && `${left} more, cut here.`,
    submission.url !== undefined && `<a href="${escaped(submission.url)}">Open the submission</a>`,
  ].filter((part) => part !== false)
  return [...taken.map(({ html }) => html), ...(note.length > 0 ? [note.join(' ')] : [])].join('\n\n')
}

/** As it stands in the chat, for people. */
export function drawn(html: string): Preview {
  const looks = { b: 'strong', i: 'emphasis', a: 'link' } as const
  const runs = runsOf(html, /<([bia])(?: [^>]*)?>([^<]*)<\/\1>/g, ([, tag, text = '']) => ({
    text,
    look: tag === 'b' || tag === 'i' || tag === 'a' ? looks[tag] : undefined,
  })).map(({ text, look }) => ({ text: unescaped(text), look }))
  return { format: 'message', runs }
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** As many pieces as a message takes, and how many are left out. */
function fitting(pieces: readonly Piece[]): { taken: Piece[]; left: number } {
  let room = LONGEST_MESSAGE - ROOM_FOR_NOTE
  const taken: Piece[] = []
  for (const piece of pieces) {
    room -= piece.shown.length + 2
    if (room < 0) break
    taken.push(piece)
  }
  return { taken, left: pieces.length - taken.length }
}

function shortened(text: string, most: number): string {
  return cutText(plainText(text).trim(), most)
}

/** Text as it stands in HTML of Telegram, which knows four entities (core.telegram.org/bots/api#html-style). */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
