import type { NewForm } from '#app/forms/create_form'

const item = (text: string) => ({
  type: 'listItem',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** A form that shows what there is: two pages, a choice that reveals a question, a calculation, a file, two endings. */
export const demoForm: NewForm = {
  title: 'Workshop registration',
  blocks: [
    {
      id: 'demointro',
      kind: 'paragraph',
      v: 2,
      settings: {
        text: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'One day, ' },
                { type: 'text', text: 'eight seats', marks: [{ type: 'bold' }] },
                { type: 'text', text: ' at each table. Bring nothing but:' },
              ],
            },
            {
              type: 'bulletList',
              content: [item('clothes that may get dirty'), item('something you made, if you like')],
            },
          ],
        },
      },
    },
    { id: 'demoname', kind: 'text', v: 1, key: 'name', label: 'Your name', required: true, settings: {} },
    {
      id: 'demomail',
      kind: 'email',
      v: 1,
      key: 'email',
      label: 'Your email',
      help: 'We write only if something changes.',
      settings: {},
    },
    {
      id: 'demotopic',
      kind: 'select',
      v: 1,
      key: 'topic',
      label: 'Which workshop?',
      required: true,
      settings: {
        options: [
          { id: 'letters', label: 'Drawing letters' },
          { id: 'binding', label: 'Binding books' },
          { id: 'printing', label: 'Printing by hand' },
        ],
        other: true,
      },
    },
    {
      id: 'demoneeds',
      kind: 'text',
      v: 1,
      key: 'press_experience',
      label: 'Have you used a press before?',
      settings: {},
      state: 'hidden',
      rules: [{ when: { left: { field: 'demotopic' }, op: 'is', right: { value: 'printing' } }, do: 'show' }],
    },
    { id: 'demopage', kind: 'page-break', v: 1, settings: { title: 'Seats' } },
    {
      id: 'demoseats',
      kind: 'number',
      v: 1,
      key: 'seats',
      label: 'How many seats, {#demoname}?',
      required: true,
      settings: { min: 1, max: 8, decimals: 0 },
    },
    {
      id: 'demoprice',
      kind: 'calculation',
      v: 1,
      key: 'price',
      label: 'Price',
      settings: { formula: '{#demoseats} * 45', type: 'number', prefix: '$' },
    },
    {
      id: 'demofile',
      kind: 'file',
      v: 1,
      key: 'sample',
      label: 'Something you made',
      help: 'If you like.',
      settings: {},
    },
    {
      id: 'demophoto',
      kind: 'checkbox',
      v: 1,
      key: 'photos',
      label: 'Photos',
      settings: { consent: true, statement: 'You may show photos of what I make.' },
    },
    {
      id: 'demonotes',
      kind: 'textarea',
      v: 1,
      key: 'notes',
      label: 'Anything we should know?',
      settings: {},
    },
    {
      id: 'demomany',
      kind: 'ending',
      v: 2,
      settings: { title: 'See you all there', text: 'A table is kept for the {#demoseats} of you.' },
      condition: { left: { field: 'demoseats' }, op: 'gte', right: { value: 4 } },
    },
    { id: 'demoend', kind: 'ending', v: 2, settings: { title: 'See you there, {#demoname}', text: '' } },
  ],
}
