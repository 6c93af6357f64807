import { type DemoForm, field, layout, options, required } from '#database/demo/demo'

const WORKSHOPS = [
  ['letters', 'Drawing letters', { group: 'Morning' }],
  ['binding', 'Binding books', { group: 'Morning' }],
  ['printing', 'Printing by hand', { group: 'Afternoon' }],
  ['paper', 'Making paper', { group: 'Afternoon' }],
] as const
const TOPICS = [
  ['craft', 'Craft'],
  ['tools', 'Tools'],
  ['business', 'Making a living'],
  ['people', 'Meeting people'],
] as const
const COMPLAINTS = [
  'The rooms were too small for the workshops I wanted.',
  'Too much to listen to, too little to do.',
  'Food was gone by one o’clock.',
  'Hard to reach without a car.',
] as const

/** Registration for a day: places by ticket, workshops, and what people thought of the last one. */
export const meetup: DemoForm = {
  submissions: 820,
  form: {
    title: 'Makers’ day: registration',
    blocks: [
      layout('paragraph', 'about1', { text: 'One day, four workshops, hundreds of people who make things.' }),
      field('text', 'name', 'Your name', { autocomplete: 'name' }, { ...required, width: '1/2' }),
      field(
        'email',
        'email',
        'Your email',
        {},
        { ...required, width: '1/2', unique: true, help: 'One registration for each address.' },
      ),
      field(
        'select',
        'ticket',
        'Ticket',
        {
          showLeft: true,
          options: options([
            ['day', 'Whole day', { amount: 60, capacity: 600 }],
            ['morning', 'Morning', { amount: 35, capacity: 220 }],
            ['afternoon', 'Afternoon', { amount: 35, capacity: 220 }],
          ]),
        },
        required,
      ),
      field(
        'select',
        'workshops',
        'Workshops',
        { multiple: true, maxSelections: 2, options: options(WORKSHOPS) },
        {
          help: 'Two at most.',
        },
      ),
      field('ranking', 'topics', 'What do you come for?', { items: options(TOPICS) }),
      field('slider', 'travel', 'How far do you travel?', { max: 500, step: 10, unit: 'km' }),
      layout('page-break', 'before', { title: 'Were you there last year?' }),
      field('checkbox', 'there', 'I was there last year', { appearance: 'yes-no' }),
      field(
        'scale',
        'nps',
        'Would you recommend it to a friend?',
        {
          ...{
            min: 0,
            max: 10,
            nps: true,
            colour: 'red-to-green',
            startLabel: 'Not at all',
            endLabel: 'Surely',
          },
        },
        {
          state: 'hidden',
          rules: [{ when: { left: { field: 'there0' }, op: 'is', right: { value: true } }, do: 'show' }],
        },
      ),
      field(
        'textarea',
        'better',
        'What should be better?',
        {},
        {
          state: 'hidden',
          rules: [{ when: { left: { field: 'nps000' }, op: 'lte', right: { value: 6 } }, do: 'show' }],
        },
      ),
      field(
        'rating',
        'food',
        'The food',
        {},
        {
          state: 'hidden',
          rules: [{ when: { left: { field: 'there0' }, op: 'is', right: { value: true } }, do: 'show' }],
        },
      ),
      field('toggle', 'news', 'Tell me about the next one'),
      {
        ...layout(
          'ending',
          'sorry1',
          {
            title: 'See you there, {#name00}',
            text: 'And thank you for being frank. We read every word of it.',
          },
          2,
        ),
        condition: { left: { field: 'nps000' }, op: 'lte', right: { value: 6 } },
      },
      layout(
        'ending',
        'thanks',
        { title: 'See you there, {#name00}', text: 'Your ticket is on its way to {#email0}.' },
        2,
      ),
    ],
  },
  answers: (who, chance) => {
    const wasThere = chance.is(0.55)
    const nps = chance.weighted([
      [10, 6],
      [9, 7],
      [8, 6],
      [7, 4],
      [6, 2],
      [5, 2],
      [3, 1],
      [0, 0.5],
    ])
    return {
      name: who.name,
      email: who.email,
      ticket: chance.weighted([
        ['day', 6],
        ['morning', 1.5],
        ['afternoon', 2],
      ]),
      ...(chance.is(0.85) && {
        workshops: chance.some(
          WORKSHOPS.map(([id]) => id),
          chance.from(1, 2),
        ),
      }),
      ...(chance.is(0.6) && {
        topics: chance.some(
          TOPICS.map(([id]) => id),
          TOPICS.length,
        ),
      }),
      ...(chance.is(0.75) && { travel: Math.min(500, chance.from(0, 12) * chance.from(1, 5) * 10) }),
      there: wasThere,
      ...(wasThere && {
        nps,
        food: Math.max(1, Math.min(5, Math.round(nps / 2) - chance.from(0, 1))),
      }),
      ...(wasThere && nps <= 6 && chance.is(0.7) && { better: chance.one(COMPLAINTS) }),
      news: chance.is(0.4),
    }
  },
}
