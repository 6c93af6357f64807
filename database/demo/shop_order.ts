import { type DemoForm, field, layout, options, required } from '#database/demo/demo'

const NOTES = [
  'Please pack it as a gift.',
  'Leave it with the neighbours if nobody opens.',
  'I ordered in May and loved it. Keep going!',
  'Could you write "For Sam" on the parcel?',
] as const

/** Orders of a small shop: prices and stock by size, delivery with an address, a total. */
export const shopOrder: DemoForm = {
  submissions: 760,
  form: {
    title: 'T-shirt order',
    blocks: [
      layout('paragraph', 'about1', {
        text: 'Printed by hand from organic cotton. We send on Mondays and Thursdays.',
      }),
      field(
        'select',
        'design',
        'Design',
        {
          options: options([
            ['whale', 'Whale'],
            ['comet', 'Comet'],
            ['ferns', 'Ferns'],
          ]),
        },
        required,
      ),
      field(
        'select',
        'size',
        'Size',
        {
          showLeft: true,
          columns: '2',
          options: options([
            ['s', 'S – $24', { amount: 24, capacity: 160 }],
            ['m', 'M – $24', { amount: 24, capacity: 320 }],
            ['l', 'L – $26', { amount: 26, capacity: 320 }],
            ['xl', 'XL – $28', { amount: 28, capacity: 140 }],
          ]),
        },
        required,
      ),
      field(
        'number',
        'count',
        'How many?',
        { min: 1, max: 10, decimals: 0 },
        { ...required, width: '1/2', default: { value: 1 } },
      ),
      field(
        'select',
        'way',
        'Delivery',
        {
          options: options([
            ['pickup', 'I pick it up', { amount: 0 }],
            ['post', 'By post – $4.90', { amount: 4.9 }],
          ]),
        },
        required,
      ),
      field(
        'address',
        'address',
        'Where to?',
        { country: 'US', askCountry: false },
        {
          ...required,
          state: 'hidden',
          rules: [{ when: { left: { field: 'way000' }, op: 'is', right: { value: 'post' } }, do: 'show' }],
        },
      ),
      field('text', 'name', 'Your name', { autocomplete: 'name' }, { ...required, width: '1/2' }),
      field('email', 'email', 'Your email', {}, { ...required, width: '1/2' }),
      field('textarea', 'note', 'Anything else?'),
      field('calculation', 'total', 'Total', {
        ...{
          formula: 'value({#size00}) * {#count0} + value({#way000})',
          type: 'number',
          prefix: '$',
          decimals: 2,
        },
      }),
      layout(
        'ending',
        'thanks',
        {
          title: 'Thank you for your order, {#name00}',
          text: 'Together {#total0}. We send the bill to {#email0}.',
        },
        2,
      ),
    ],
  },
  answers: (who, chance) => {
    const byPost = chance.is(0.7)
    return {
      design: chance.weighted([
        ['whale', 5],
        ['comet', 3],
        ['ferns', 2],
      ]),
      size: chance.weighted([
        ['s', 2],
        ['m', 4],
        ['l', 4],
        ['xl', 1.5],
      ]),
      count: chance.weighted([
        [1, 12],
        [2, 5],
        [3, 2],
        [6, 1],
      ]),
      way: byPost ? 'post' : 'pickup',
      ...(byPost && { address: who.address }),
      name: who.name,
      email: who.email,
      ...(chance.is(0.15) && { note: chance.one(NOTES) }),
    }
  },
}
