const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))

/** The form on the contact sheets: two pages, most of what a page can show. */
export const conference = {
  title: 'Craft Conference 2026',
  description: 'Two days about making software people love.',
  blocks: [
    { id: 'about1', kind: 'heading', v: 1, settings: { text: 'About you' } },
    {
      id: 'first1',
      kind: 'text',
      v: 1,
      key: 'first_name',
      label: 'First name',
      required: true,
      width: '1/2',
      settings: {},
    },
    {
      id: 'last01',
      kind: 'text',
      v: 1,
      key: 'last_name',
      label: 'Last name',
      required: true,
      width: '1/2',
      settings: {},
    },
    {
      id: 'email1',
      kind: 'text',
      v: 1,
      key: 'email',
      label: 'Work email',
      help: 'Your ticket is sent here.',
      required: true,
      settings: {},
    },
    {
      id: 'role01',
      kind: 'select',
      v: 1,
      key: 'role',
      label: 'What do you do?',
      settings: {
        appearance: 'dropdown',
        options: options({ design: 'Design', code: 'Code', product: 'Product' }),
      },
    },
    {
      id: 'track1',
      kind: 'select',
      v: 1,
      key: 'track',
      label: 'Which track interests you most?',
      help: 'You can change your mind on the day.',
      required: true,
      settings: {
        options: options({ craft: 'Interface craft', research: 'Research methods', access: 'Accessibility' }),
        other: true,
      },
    },
    {
      id: 'food01',
      kind: 'select',
      v: 1,
      key: 'food',
      label: 'Anything we should know about food?',
      settings: {
        multiple: true,
        options: options({ vegetarian: 'Vegetarian', vegan: 'Vegan', gluten: 'Gluten free' }),
      },
    },
    { id: 'page02', kind: 'page-break', v: 1, settings: { title: 'Your stay' } },
    {
      id: 'nights',
      kind: 'number',
      v: 1,
      key: 'nights',
      label: 'How many nights?',
      settings: { min: 0, max: 5, decimals: 0 },
    },
    { id: 'talk01', kind: 'file', v: 1, key: 'talk', label: 'Slides of your talk', settings: {} },
    {
      id: 'ending',
      kind: 'ending',
      v: 2,
      settings: { title: 'See you in Lisbon', text: 'Your ticket is on its way.' },
    },
  ],
}
