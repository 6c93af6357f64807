import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type Limit, type Option, type SettingsOf } from '@formwright/kit/field'
import { image } from '@formwright/kit/media'
import { BOXES, BULLETS } from '@formwright/kit/pasted_lines'
import { operatorsOf } from '@formwright/kit/value'
import type { BlockText } from '@formwright/kit/block_text'
import { checkChoice, type Choices } from './check.ts'
import { pastedOption } from './pasted.ts'

/** Ids of the two options that are settings, not entries of the list. */
export const RESERVED = ['other', 'none']

const option = v.pipe(
  v.object({
    id: v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
      v.check((id) => !RESERVED.includes(id), 'This id is taken by "Other" and "None of these".'),
    ),
    label: v.pipe(v.string(), v.maxLength(500), v.title('Label')),
    value: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(500),
        v.title('Code'),
        v.description('What links and imported data call the option, instead of its label.'),
        v.metadata({ advanced: true }),
      ),
    ),
    amount: v.optional(
      v.pipe(
        v.number(),
        v.minValue(-1e12),
        v.maxValue(1e12),
        v.title('Value'),
        v.description('A price, or points: what value(…) in a formula makes of the option.'),
        v.metadata({ advanced: true }),
      ),
    ),
    capacity: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.maxValue(1_000_000_000),
        v.title('Capacity'),
        v.description('How many answers may choose the option. After that it is full.'),
        v.metadata({ advanced: true }),
      ),
    ),
    picture: v.optional(v.pipe(image(), v.title('Picture'), v.metadata({ with: 'appearance=pictures' }))),
    alt: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(1000),
        v.title('Alternative text'),
        v.metadata({ with: 'appearance=pictures' }),
      ),
    ),
    group: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(200),
        v.title('Group'),
        v.description('Options of one group stand together, under its name.'),
        v.metadata({ advanced: true }),
      ),
    ),
    parents: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(40))),
        v.maxLength(1000),
        v.title('Offered with'),
        v.metadata({ with: 'parent', from: 'parent' }),
      ),
    ),
  }),
  v.title('Option'),
)

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** The options of the list, then those that are settings. */
function optionsOf({ options, other, otherLabel, none, noneLabel }: Choices): Option[] {
  return [
    ...options.map(({ id, label, amount }) => ({
      id,
      label,
      ...(amount !== undefined && { value: amount }),
    })),
    ...(other ? [{ id: 'other', label: otherLabel }] : []),
    ...(none ? [{ id: 'none', label: noneLabel }] : []),
  ]
}

function labelAt(path: string): BlockText {
  return { path, kind: 'plain', piping: true, names: true }
}

function startItem(_list: string, number: number, t: Translate) {
  return { label: t('start.option', { number }) }
}

/** What stands below the label where a field is copied as text. */
const OPTIONS = { list: 'options', text: 'label' }

const definition = defineField({
  kind: 'select',
  version: 1,
  settings: v.pipe(
    v.object({
      options: v.optional(
        v.pipe(
          v.array(option),
          v.maxLength(10_000),
          v.check(
            (options) => new Set(options.map(({ id }) => id)).size === options.length,
            'Two options have the same id.',
          ),
          v.title('Options'),
        ),
        () => [
          { id: 'option-1', label: 'Option 1' },
          { id: 'option-2', label: 'Option 2' },
        ],
      ),
      parent: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(100),
          v.title('Depends on'),
          v.description('Each option says with which answers to that question it is offered.'),
          v.metadata({ control: 'question' }),
        ),
      ),
      multiple: v.optional(v.pipe(v.boolean(), v.title('Allow several')), false),
      appearance: v.optional(
        v.pipe(
          v.picklist(['list', 'dropdown', 'pictures']),
          v.title('Shown as'),
          v.description(
            'A dropdown of 20 options or more is searched by typing. Shorter ones are a list where several are allowed.',
          ),
          v.metadata({ labels: { list: 'List', dropdown: 'Dropdown', pictures: 'Pictures' } }),
        ),
        'list',
      ),
      columns: v.optional(
        v.pipe(
          v.picklist(['1', '2', '3', '4']),
          v.title('Columns'),
          v.description('Of a list, where there is room.'),
        ),
        '1',
      ),
      minSelections: v.optional(
        v.pipe(count, v.title('Minimum choices'), v.description('Applies only if the question is answered.')),
      ),
      maxSelections: v.optional(v.pipe(count, v.title('Maximum choices'))),
      all: v.optional(
        v.pipe(
          v.boolean(),
          v.title('"All of these"'),
          v.description('Ticks every option, where several are allowed.'),
        ),
        false,
      ),
      allLabel: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(200),
          v.title('Its label'),
          v.metadata({ advanced: true, with: 'all' }),
        ),
        'All of these',
      ),
      other: v.optional(
        v.pipe(
          v.boolean(),
          v.title('"Other" with text'),
          v.description('People can write their own answer.'),
        ),
        false,
      ),
      otherLabel: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(200),
          v.title('Its label'),
          v.metadata({ advanced: true, with: 'other' }),
        ),
        'Other',
      ),
      mostOwn: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.maxValue(50),
          v.title('Maximum own answers'),
          v.description('How many a person may write, where several are allowed.'),
          v.metadata({ advanced: true, with: 'other' }),
        ),
        1,
      ),
      ownLength: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.maxValue(5000),
          v.title('Maximum characters of an own answer'),
          v.metadata({ advanced: true, with: 'other' }),
        ),
        500,
      ),
      none: v.optional(
        v.pipe(v.boolean(), v.title('"None of these"'), v.description('Excludes all other options.')),
        false,
      ),
      noneLabel: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(200),
          v.title('Its label'),
          v.metadata({ advanced: true, with: 'none' }),
        ),
        'None of these',
      ),
      showLeft: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Show how many are left'),
          v.description('Of options with a capacity. Full ones cannot be chosen in any case.'),
          v.metadata({ advanced: true }),
        ),
        true,
      ),
      shuffle: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Shuffle the options'),
          v.description('In a new order for each person. Without JavaScript, the order stays.'),
          v.metadata({ advanced: true }),
        ),
        false,
      ),
    }),
    v.forward(
      v.check(
        ({ minSelections, maxSelections }) => (minSelections ?? 0) <= (maxSelections ?? Infinity),
        'The maximum cannot be below the minimum.',
      ),
      ['maxSelections'],
    ),
  ),
  presets: [
    {
      name: 'dropdown',
      group: 'choice',
      order: 10,
      settings: { appearance: 'dropdown' },
      items: { ...OPTIONS, mark: '-' },
    },
    {
      name: 'multiple-choice',
      group: 'choice',
      order: 20,
      items: { ...OPTIONS, mark: '( )', also: BULLETS },
    },
    {
      name: 'picture-choice',
      group: 'choice',
      order: 25,
      settings: { appearance: 'pictures', columns: '3' },
      items: { ...OPTIONS, mark: '( )' },
    },
    {
      name: 'checkboxes',
      group: 'choice',
      order: 30,
      settings: { multiple: true },
      items: { ...OPTIONS, mark: '[ ]', also: BOXES },
    },
  ],
  start: (t) => ({
    options: [1, 2].map((number) => ({ id: `option-${number}`, ...startItem('options', number, t) })),
    allLabel: t('start.all'),
    otherLabel: t('start.other'),
    noneLabel: t('start.none'),
  }),
  startItem,
  // where several are allowed a short one is a list (see `appearance`)
  listedBelow: ({ appearance, multiple, options }) =>
    appearance === 'dropdown' && (!multiple || options.length >= 20) ? OPTIONS : undefined,
  pastedItem: (_list, line) => pastedOption(line),
  parts: (settings) => {
    const type = settings.multiple ? 'choices' : 'choice'
    return [{ id: '', type, operators: operatorsOf[type], options: optionsOf(settings) }]
  },
  texts: ({ options, appearance, multiple, all, other, none }) => [
    { ...labelAt('allLabel'), names: multiple && all },
    ...options.map(({ id }) => labelAt(`options.${id}.label`)),
    ...options.flatMap(({ id, group }): BlockText[] =>
      group === undefined ? [] : [{ path: `options.${id}.group`, kind: 'plain', piping: false }],
    ),
    ...options.flatMap(({ id, picture }): BlockText[] =>
      picture && appearance === 'pictures'
        ? [{ path: `options.${id}.alt`, kind: 'plain', piping: false }]
        : [],
    ),
    { ...labelAt('otherLabel'), names: other },
    { ...labelAt('noneLabel'), names: none },
  ],
  publicSettings: [
    'options',
    'multiple',
    'appearance',
    'columns',
    'minSelections',
    'maxSelections',
    'all',
    'allLabel',
    'other',
    'otherLabel',
    'mostOwn',
    'ownLength',
    'none',
    'noneLabel',
    'showLeft',
    'shuffle',
  ],
  // what an answer scores is not for those who answer
  withheldSettings: ['options.amount', 'options.capacity'],
  offered: ({ parent, other, none }) =>
    parent === undefined
      ? undefined
      : { of: 'parent', list: 'options', by: 'parents', besides: other || none },
  limits: ({ options }) =>
    options.flatMap(({ id, label, capacity }): Limit[] => {
      const problem = { code: 'not-accepted', params: { reason: 'full', option: label } } as const
      return capacity === undefined ? [] : [{ value: id, limit: capacity, problem }]
    }),
  labelling: ({ multiple, appearance }) => (!multiple && appearance === 'dropdown' ? 'control' : 'group'),
  check: checkChoice,
  sample: ({ options, multiple, other, none, minSelections = 1, maxSelections = Infinity }) => {
    const choices = [...options.map(({ id }) => id), ...(other ? [{ other: 'Example' }] : [])]
    if (choices.length === 0) return none ? 'none' : undefined
    if (!multiple) return choices[0]
    const count = Math.min(Math.max(minSelections, 2), maxSelections)
    // "None of these" is complete by itself
    if (choices.length < minSelections) return none ? ['none'] : undefined
    return choices.slice(0, count)
  },
  relabel: (settings, labels) => ({
    ...settings,
    options: settings.options.map((one) => ({ ...one, label: labels.get(one.id) ?? one.label })),
    otherLabel: labels.get('other') ?? settings.otherLabel,
    noneLabel: labels.get('none') ?? settings.noneLabel,
  }),
})

export type Settings = SettingsOf<typeof definition>
export default definition
