import type { AnswerPart, EventName, IntegrationEvent, Question } from '../integration.ts'
import { naughtyStrings } from './naughty.ts'

/** What escaping is easily forgotten for: markup, mentions, formulas, quotes, control characters, half a character. */
const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  '<!channel> @everyone <@U123> &lt;&amp;',
  '*bold* _under_ `code` [link](https://example.com) ||spoiler||',
  '=HYPERLINK("http://evil.example")',
  '"quotes" \\ backslash \' { } ${x} {{x}} {#block}',
  'line\nline\r\nline\u2028line\ttab',
  '\u0000\u0007\u001b[31m\u202eright to left\u200b',
  '👩🏽‍🌾👍🏿 é e\u0301 \ud83d',
]

/** Events with everything an integration can meet, by what is special about them. */
export function sampleEvents(name: EventName): Readonly<Record<string, IntegrationEvent>> {
  const event = (questions: readonly Question[], test = false): IntegrationEvent => ({
    name,
    occurredAt: '2026-05-04T12:00:00.000Z',
    form: {
      id: 'f0000001',
      slug: 'feedback',
      title: 'Feedback',
      version: 3,
      language: 'en',
      url: 'https://forms.example/forms/feedback',
    },
    submission: {
      id: '01970000-0000-7000-8000-000000000001',
      receivedAt: '2026-05-04T11:59:59.000Z',
      questions,
    },
    test,
  })
  const full = [
    question('name', 'Your name', 'Zoë 🦊', 'Zoë 🦊'),
    question('age', 'Age', 41, '41', [{ ...part('Age', 41, '41'), type: 'number' }]),
    question('agree', 'Do you agree?', true, 'Yes', [
      { ...part('Do you agree?', true, 'Yes'), type: 'boolean' },
    ]),
    question('day', 'Which day', '2026-05-31', '31 May 2026', [
      { ...part('Which day', '2026-05-31', '31 May 2026'), type: 'date' },
    ]),
    question('colour', 'Colour', 'o1', 'Red', [{ ...part('Colour', 'o1', 'Red'), type: 'choice' }]),
    question('many', 'Which', ['o1', 'o2'], 'Red, Blue', [
      { ...part('Which', ['o1', 'o2'], 'Red, Blue'), type: 'choices', texts: ['Red', 'Blue'] },
    ]),
    question('stay', 'Your stay', { from: '2026-05-01', to: '2026-05-03' }, '1 to 3 May 2026', [
      { id: 'from', label: 'Your stay: from', type: 'date', value: '2026-05-01', text: '1 May 2026' },
      { id: 'to', label: 'Your stay: to', type: 'date', value: '2026-05-03', text: '3 May 2026' },
    ]),
    question('photo', 'Photo', [FILE], 'photo.png', [
      { ...part('Photo', [FILE], 'photo.png'), type: 'file' },
    ]),
    section([
      [question('first_name', 'First name', 'Ada', 'Ada'), question('photo2', 'Photo', [FILE], 'photo.png')],
      [question('first_name', 'First name', 'Bob', 'Bob')],
    ]),
  ]
  const unanswered = full.map(({ id, key, label, parts, items }) => {
    if (items) return section([])
    const empty = parts.map(({ texts: _, ...one }) => ({ ...one, value: null, text: '' }))
    return { id, key, label, text: '', parts: empty }
  })
  const long = 'Long words. '.repeat(1_000).slice(0, 10_000)
  return {
    'with an answer of each type': event(full),
    'without any answer': event(unanswered),
    'without any question': event([]),
    'with texts of 10,000 characters': event(full.map(({ key }) => question(key, long, long, long))),
    'with hostile characters': event(
      [...HOSTILE, ...naughtyStrings()].map((text, index) => question(`q${index}`, text, text, text)),
    ),
    'with a section of 1,000 items': event([
      section(
        Array.from({ length: 1_000 }, (_, index) => [
          question('first_name', 'First name', `Ada ${index}`, `Ada ${index}`),
        ]),
      ),
    ]),
    'with hostile characters in an item': event([
      section([HOSTILE.map((text, index) => question(`h${index}`, text, text, text))], HOSTILE.join(' ')),
    ]),
    'that is a test': event(full, true),
  }
}

const FILE = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'photo.png',
  type: 'image/png',
  size: 12_345,
}

function question(
  key: string,
  label: string,
  value: unknown,
  text: string,
  parts = [part(label, value, text)],
): Question {
  return { id: `b${key}`, key, label, text, value, parts }
}

/** A section that repeats, with the questions of each item. */
function section(inItems: readonly (readonly Question[])[], label = 'People'): Question {
  const items = inItems.map((questions, index) => ({
    id: `item${index + 1}`,
    title: `${label} ${index + 1}`,
    questions,
  }))
  const count = items.length
  return {
    id: 'bpeople',
    key: 'people',
    label,
    text: items.map(({ title, questions }) => [title, ...questions.map(textOf)].join('\n')).join('\n\n'),
    ...(count > 0 && {
      value: inItems.map((questions) => Object.fromEntries(questions.map(({ key, value }) => [key, value]))),
    }),
    parts: [{ ...part(label, count, String(count)), type: 'number' }],
    items,
  }
}

function textOf({ label, text }: Question): string {
  return `${label}: ${text}`
}

function part(label: string, value: unknown, text: string): AnswerPart {
  return { id: '', label, type: 'text', value, text }
}
