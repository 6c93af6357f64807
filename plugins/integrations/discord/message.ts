import type { IntegrationEvent, Preview, PreviewRun } from '@formwright/kit/integration'
import { cutText, plainText, runsOf } from '@formwright/kit/message_text'
import type { DiscordSettings } from './integration.ts'

interface Field {
  name: string
  value: string
}

interface Embed {
  title?: string
  description?: string
  fields?: readonly Field[]
}

/** A message of a webhook. Whatever its text says, nobody is mentioned. */
export interface Message {
  embeds: readonly [Embed]
  allowed_mentions: { parse: readonly [] }
}

/** Limits of discord.com/developers/docs/resources/message#embed-object-embed-limits, counted in UTF-16 units. */
const LONGEST = { title: 256, description: 4_096, name: 256, value: 1_024 }
const MOST_FIELDS = 25
const MOST_TOGETHER = 6_000

/** Stands where Discord wants a text and there is none. */
const NOTHING = '\u200b'

/** Half of an escape at the end of a text: a backslash that is not itself escaped. */
const HALF_ESCAPE = /(?<=(?:^|[^\\])(?:\\\\)*)\\$/

/** Addresses stay as they are, as far as nothing in them has a meaning beyond them. */
const WEB_ADDRESS = /(?<!\w)https?:\/\/[^\s<>\\`|*[\]]+/g

/** What Discord shows of an event. */
export function messageOf(
  event: IntegrationEvent,
  settings: Pick<DiscordSettings, 'text' | 'answers'>,
): Message {
  const { form, submission, name } = event
  if (name === 'submission.deleted')
    return message({ description: `A submission of ${shown(form.title, 1_000)} was deleted.` })
  const isEdited = name === 'submission.updated'
  const title = shown(`${event.test ? 'Test: ' : ''}${form.title}`, LONGEST.title)
  const description = settings.text.trim() === '' ? '' : shown(settings.text, LONGEST.description)
  const answered = settings.answers ? submission.questions.filter(({ text }) => text !== '') : []
  const fields = answered.map(({ label, text }) => ({
    name: shown(label, LONGEST.name),
    value: shown(text, LONGEST.value),
  }))
  const link = linkTo(submission.url)
  const room = MOST_TOGETHER - title.length - description.length
  const taken = firstOf(fields, room - noteOf(fields.length, link, isEdited).length - NOTHING.length)
  const note = noteOf(fields.length - taken.length, link, isEdited)
  const all = note === '' ? taken : [...taken, { name: NOTHING, value: note }]
  return message({
    title: title === NOTHING ? 'New submission' : title,
    ...(description !== '' && { description }),
    ...(all.length > 0 && { fields: all }),
  })
}

/** A link with its text, as `linkTo` writes one. */
const LINK = /(?<!\\)\[([^\]\\]+)\]\(https?:[^)]+\)/g

/** As it stands in the channel, for people. */
export function drawn({ embeds: [{ title, description, fields = [] }] }: Message): Preview {
  const parts: PreviewRun[][] = [
    ...(title === undefined ? [] : [[{ text: title, look: 'title' as const }]]),
    ...(description === undefined ? [] : [[{ text: description }]]),
    ...fields.map(({ name, value }) =>
      name === NOTHING
        ? runsOf(value, LINK, ([, text = '']) => ({ text, look: 'link' }))
        : [{ text: name, look: 'strong' as const }, { text: `\n${value}` }],
    ),
  ]
  const runs = parts
    .flatMap((runs, index) => (index > 0 ? [{ text: '\n\n' }, ...runs] : runs))
    .map(({ text, look }) => ({ text: text.replaceAll(NOTHING, '').replace(/\\(.)/g, '$1'), look }))
  return { format: 'message', runs }
}

function message(embed: Embed): Message {
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

/** As many as there is room for; one place is for the note. */
function firstOf(fields: readonly Field[], room: number): readonly Field[] {
  let together = 0
  const end = fields.findIndex(({ name, value }, index) => {
    together += name.length + value.length
    return index === MOST_FIELDS - 1 || together > room
  })
  return end === -1 ? fields : fields.slice(0, end)
}

/** What was left out, and where it stands. */
function noteOf(left: number, link: string, isEdited: boolean): string {
  return [isEdited ? 'Edited.' : '', left > 0 ? `${left} more, cut here.` : '', link]
    .filter((part) => part !== '')
    .join(' ')
}

/** A link as Discord writes it; none where the address is longer than a value can hold. */
function linkTo(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return ''
  const address = new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29')
  return address.length > 900 ? '' : `[Open the submission](${address})`
}

/** Text as it was written, in at most so many characters of Discord's Markdown. Discord trims, and refuses what is empty. */
function shown(text: string, most: number): string {
  const trimmed = plainText(text).trim()
  return trimmed === '' ? NOTHING : cutText(escaped(trimmed), most, HALF_ESCAPE)
}

/** Text in which nothing is Markdown. */
function escaped(text: string): string {
  let written = ''
  let end = 0
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    written += `${escapedWords(text.slice(end, index))}${address}`
    end = index + address.length
  }
  return written + escapedWords(text.slice(end))
}

/** Signs that mean something everywhere, and those that do at the beginning of a line: headings, lists, small print. */
function escapedWords(text: string): string {
  return text
    .replace(/[\\*_~|`[\]<>]/g, '\\$&')
    .replace(/^([^\S\n]*)([#+-]|\d+(?=\.))/gm, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )
}
