import * as v from 'valibot'
import { after, before } from '@formwright/kit/affix_settings'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { DAY_STYLES, DAY_STYLE_LABELS } from '@formwright/kit/day_settings'
import { operatorsOf } from '@formwright/kit/value'

/** What stands for yes, or for no. */
const word = (title: string) =>
  v.pipe(v.string(), v.maxLength(200), v.title(title), v.metadata({ advanced: true, with: 'type=boolean' }))

const definition = defineField({
  kind: 'calculation',
  version: 1,
  settings: v.object({
    formula: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(10_000),
        v.title('Formula'),
        v.description('Other answers are named by their key in braces: {price} * {amount}.'),
        v.metadata({ control: 'formula' }),
      ),
      '',
    ),
    type: v.optional(
      v.pipe(
        v.picklist(['number', 'text', 'date', 'boolean']),
        v.title('Result'),
        v.metadata({ labels: { number: 'Number', text: 'Text', date: 'Date', boolean: 'Yes or no' } }),
      ),
      'number',
    ),
    shown: v.optional(
      v.pipe(v.boolean(), v.title('Show to respondents'), v.description('The result is stored either way.')),
      true,
    ),
    decimals: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.maxValue(15),
        v.title('Decimals shown'),
        v.description('Stored values are not rounded.'),
        v.metadata({ advanced: true }),
      ),
    ),
    currency: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^([A-Z]{3})?$/, 'Write a currency with three capital letters, like EUR.'),
        v.title('Currency'),
        v.description('Three letters, like EUR. Its sign stands where respondents are used to it.'),
        v.metadata({ advanced: true }),
      ),
      '',
    ),
    prefix: v.optional(v.pipe(before, v.title('Before the result'), v.metadata({ advanced: true })), ''),
    suffix: v.optional(v.pipe(after, v.title('After the result'), v.metadata({ advanced: true })), ''),
    grouping: v.optional(
      v.pipe(v.boolean(), v.title('Separate thousands'), v.metadata({ advanced: true })),
      false,
    ),
    dateStyle: v.optional(
      v.pipe(
        v.picklist(DAY_STYLES),
        v.title('Dates are written'),
        v.metadata({ labels: DAY_STYLE_LABELS, advanced: true }),
      ),
      'medium',
    ),
    yesLabel: v.optional(word('Word for yes'), 'Yes'),
    noLabel: v.optional(word('Word for no'), 'No'),
    private: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Kept on the server'),
        v.description('Formula and result never reach a respondent’s browser.'),
        v.metadata({ advanced: true }),
      ),
      false,
    ),
  }),
  presets: [{ name: 'calculation', group: 'computed', order: 10 }],
  start: (t) => ({ yesLabel: t('start.yes'), noLabel: t('start.no') }),
  parts: ({ type }) => [{ id: '', type, operators: operatorsOf[type] }],
  texts: ({ type }) => [
    { path: 'prefix', kind: 'plain', piping: false },
    { path: 'suffix', kind: 'plain', piping: false },
    { path: 'yesLabel', kind: 'plain', piping: false, names: type === 'boolean' },
    { path: 'noLabel', kind: 'plain', piping: false, names: type === 'boolean' },
  ],
  publicSettings: [
    'type',
    'shown',
    'decimals',
    'currency',
    'prefix',
    'suffix',
    'grouping',
    'dateStyle',
    'yesLabel',
    'noLabel',
  ],
  labelling: () => 'none',
  formula: ({ formula, type }) => ({ expression: formula, type, path: 'formula' }),
  serverOnly: (settings) => settings.private,
  displayed: (settings) => settings.shown && !settings.private,
})

export type Settings = SettingsOf<typeof definition>
export default definition
