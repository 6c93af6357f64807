import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { isDay } from '@formwright/kit/day'
import { DAY_STYLES, DAY_STYLE_LABELS } from '@formwright/kit/day_settings'
import { operatorsOf } from '@formwright/kit/value'
import { isClosed, moved } from './limits.ts'
import { isTime } from './moment.ts'

const day = v.pipe(
  v.string(),
  v.check((text) => isDay(text), 'Write a date like 2024-02-29.'),
  v.metadata({ control: 'date' }),
)
const time = v.pipe(
  v.string(),
  v.check((text) => text === '' || (isTime(text) && text.length === 5), 'Write a time like 09:30.'),
  v.metadata({ advanced: true }),
)
const label = v.pipe(v.string(), v.maxLength(200))

/** A limit that moves on with the days. */
function relative(title: string) {
  return v.optional(
    v.pipe(
      v.object({
        amount: v.optional(
          v.pipe(
            v.number(),
            v.integer(),
            v.minValue(-1000),
            v.maxValue(1000),
            v.title('From today'),
            v.description('0 is today, 7 lies ahead, -7 back. Empty: no such limit.'),
          ),
        ),
        unit: v.optional(
          v.pipe(
            v.picklist(['days', 'months', 'years']),
            v.title('Counted in'),
            v.metadata({ labels: { days: 'Days', months: 'Months', years: 'Years' } }),
          ),
          'days',
        ),
      }),
      v.title(title),
      v.metadata({ advanced: true }),
    ),
    {},
  )
}

const weekday = (name: string) => v.optional(v.pipe(v.boolean(), v.title(name)), true)

const definition = defineField({
  kind: 'date',
  version: 1,
  settings: v.pipe(
    v.object({
      asks: v.optional(
        v.pipe(
          v.picklist(['date', 'datetime', 'time']),
          v.title('Asks for'),
          v.metadata({ labels: { date: 'A date', datetime: 'A date and time', time: 'A time' } }),
        ),
        'date',
      ),
      range: v.optional(
        v.pipe(v.boolean(), v.title('From and to'), v.description('Asks for the first and the last.')),
        false,
      ),
      min: v.optional(v.pipe(day, v.title('Earliest date'))),
      max: v.optional(v.pipe(day, v.title('Latest date'))),
      minRelative: relative('Earliest date from today'),
      maxRelative: relative('Latest date from today'),
      minTime: v.optional(
        v.pipe(time, v.title('Earliest time'), v.description('Of each day, for example 09:00.')),
        '',
      ),
      maxTime: v.optional(
        v.pipe(time, v.title('Latest time'), v.description('Of each day, for example 17:30.')),
        '',
      ),
      weekdays: v.optional(
        v.pipe(
          v.object({
            monday: weekday('Mondays'),
            tuesday: weekday('Tuesdays'),
            wednesday: weekday('Wednesdays'),
            thursday: weekday('Thursdays'),
            friday: weekday('Fridays'),
            saturday: weekday('Saturdays'),
            sunday: weekday('Sundays'),
          }),
          v.title('Days that can be chosen'),
          v.metadata({ advanced: true }),
        ),
        {},
      ),
      closedDays: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(5_000),
          v.check((text) => daysIn(text).every(isDay), 'Write dates like 2024-02-29, one per line.'),
          v.title('Dates that cannot be chosen'),
          v.description('One per line, like 2024-12-24.'),
          v.metadata({ control: 'textarea', advanced: true }),
        ),
        '',
      ),
      hours: v.optional(
        v.pipe(
          v.picklist(['locale', '12', '24']),
          v.title('Clock'),
          v.metadata({
            labels: { locale: 'As respondents are used to', '12': '12 hours', '24': '24 hours' },
            advanced: true,
          }),
        ),
        'locale',
      ),
      dateStyle: v.optional(
        v.pipe(
          v.picklist(DAY_STYLES),
          v.title('Dates are written'),
          v.description('In texts of the form and in results.'),
          v.metadata({ labels: DAY_STYLE_LABELS, advanced: true }),
        ),
        'medium',
      ),
      zone: v.optional(
        v.pipe(
          v.string(),
          v.check(isZone, 'Write a time zone like Europe/Berlin.'),
          v.title('Time zone'),
          v.description(
            'Where answers are meant and today is counted, like Europe/Berlin. Empty: where respondents are.',
          ),
          v.metadata({ advanced: true }),
        ),
        '',
      ),
      fromLabel: v.optional(
        v.pipe(label, v.title('Label of the first'), v.metadata({ advanced: true })),
        'From',
      ),
      toLabel: v.optional(v.pipe(label, v.title('Label of the last'), v.metadata({ advanced: true })), 'To'),
    }),
    v.forward(
      v.check(
        ({ min, max }) => min === undefined || max === undefined || min <= max,
        'The latest date cannot be before the earliest.',
      ),
      ['max'],
    ),
    v.forward(
      v.check(
        ({ minTime, maxTime }) => minTime === '' || maxTime === '' || minTime <= maxTime,
        'The latest time cannot be before the earliest.',
      ),
      ['maxTime'],
    ),
  ),
  presets: [
    { name: 'date', group: 'other', order: 10 },
    { name: 'date-time', group: 'other', order: 12, settings: { asks: 'datetime' } },
    { name: 'time', group: 'other', order: 14, settings: { asks: 'time' } },
    { name: 'date-range', group: 'other', order: 20, settings: { range: true } },
  ],
  start: (t) => ({ fromLabel: t('start.from'), toLabel: t('start.to') }),
  parts: ({ asks, range, fromLabel, toLabel }) => {
    const operators = operatorsOf[asks]
    return range
      ? [
          { id: 'from', label: fromLabel || 'From', type: asks, operators },
          { id: 'to', label: toLabel || 'To', type: asks, operators },
        ]
      : [{ id: '', type: asks, operators }]
  },
  texts: ({ range }) => [
    { path: 'fromLabel', kind: 'plain', piping: true, names: range },
    { path: 'toLabel', kind: 'plain', piping: true, names: range },
  ],
  publicSettings: [
    'asks',
    'range',
    'min',
    'max',
    'minRelative',
    'maxRelative',
    'minTime',
    'maxTime',
    'weekdays',
    'closedDays',
    'hours',
    'dateStyle',
    'zone',
    'fromLabel',
    'toLabel',
  ],
  placeholder: () => false,
  labelling: ({ range }) => (range ? 'group' : 'control'),
  check: ({ asks, weekdays }) => {
    if (asks === 'time' || Object.values(weekdays).some(Boolean)) return []
    const message = 'No day of the week can be chosen. Turn on at least one.'
    return [{ severity: 'error', code: 'unanswerable', path: 'settings.weekdays', message }]
  },
  sample: (settings): unknown => {
    const { asks, range, min, max, minRelative, maxRelative, minTime, maxTime } = settings
    // What is relative needs a clock: then it is today.
    if (minRelative.amount !== undefined || maxRelative.amount !== undefined) return undefined
    const start = min ?? max ?? '2024-02-29'
    const days = FORTNIGHT.map((number) => moved(start, min === undefined && max ? -number : number, 'days'))
    const day = days.find((one) => (max === undefined || one <= max) && !isClosed(one, settings))
    if (day === undefined && asks !== 'time') return undefined
    const time = minTime || maxTime || '10:00'
    const moment = { date: day, time, datetime: `${day}T${time}` }[asks]
    return range ? { from: moment, to: moment } : moment
  },
})

/** Days among which one is looked for that can be chosen. */
const FORTNIGHT = Array.from({ length: 14 }, (_, number) => number)

function daysIn(text: string): string[] {
  return text.split(/\s+/).filter((one) => one !== '')
}

function isZone(name: string): boolean {
  try {
    return name === '' || new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

export type Settings = SettingsOf<typeof definition>
export default definition
