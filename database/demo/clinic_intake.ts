import { type DemoForm, field, layout, options, required } from '#database/demo/demo'
import { signatureOf } from '#database/demo/signature'

const ALLERGIES = [
  ['penicillin', 'Penicillin'],
  ['latex', 'Latex'],
  ['pollen', 'Pollen'],
  ['nuts', 'Nuts'],
  ['shellfish', 'Shellfish'],
] as const
const REASONS = [
  'Back pain that gets worse when I sit for long.',
  'A cough for three weeks, mostly at night.',
  'Regular check-up, it has been two years.',
  'My knee hurts when I climb stairs.',
  'Headaches, about twice a week.\nThey begin in the afternoon and last until I sleep.',
  'I need a new prescription.',
  'Travel vaccinations for a trip in spring.',
  'I feel tired all the time, whatever I do.',
] as const
const MEDICINES = [
  'Ibuprofen',
  'Levothyroxine',
  'Metformin',
  'Lisinopril',
  'Cetirizine',
  'Vitamin D',
] as const
const DOSES = ['10 mg, mornings', '50 mg, once a day', '400 mg, when needed', '20 mg, evenings'] as const

/** New patients of a clinic: three pages, a list of medicines, consent and signature. */
export const clinicIntake: DemoForm = {
  submissions: 420,
  form: {
    title: 'New patient intake',
    blocks: [
      layout('paragraph', 'welcome', {
        text: 'Please fill this in before your first visit. It takes about five minutes, and only your doctor reads it.',
      }),
      field('text', 'name', 'Full name', { autocomplete: 'name' }, required),
      field(
        'date',
        'born',
        'Date of birth',
        { maxRelative: { amount: 0, unit: 'days' } },
        { ...required, width: '1/2' },
      ),
      field('phone', 'phone', 'Phone', { country: 'US' }, { ...required, width: '1/2' }),
      field('email', 'email', 'Email', {}, { help: 'For the reminder on the day before.' }),
      field('address', 'home', 'Address', { country: 'US', askCountry: false }),
      layout('page-break', 'health', { title: 'Your health' }),
      field('textarea', 'reason', 'What brings you to us?', {}, required),
      field('scale', 'pain', 'How strong is your pain today?', {
        ...{ min: 0, max: 10, startLabel: 'None', endLabel: 'Unbearable' },
      }),
      field('select', 'allergies', 'Allergies', {
        ...{ multiple: true, other: true, none: true, columns: '2', options: options(ALLERGIES) },
      }),
      {
        ...layout('section', 'medicines', { title: 'Medicine', repeating: true, min: 0, max: 20 }),
        key: 'medicines',
      },
      field('text', 'medicine', 'Name', {}, { ...required, parent: 'medicines', width: '1/2' }),
      field('text', 'dose', 'How much, and when', {}, { parent: 'medicines', width: '1/2' }),
      field('checkbox', 'smokes', 'Do you smoke?', { appearance: 'yes-no' }),
      layout('page-break', 'consent', { title: 'Consent' }),
      field(
        'checkbox',
        'agreed',
        'Privacy',
        {
          consent: true,
          statement: 'The clinic may store what I wrote here for my treatment.',
          textVersion: '2',
        },
        required,
      ),
      field('signature', 'signature', 'Signature', {}, required),
      layout(
        'ending',
        'thanks',
        {
          title: 'Thank you, {#name00}',
          text: 'Your doctor has it before your visit. Please bring your insurance card.',
        },
        2,
      ),
    ],
  },
  answers: (who, chance) => ({
    name: who.name,
    born: who.born,
    phone: who.phone,
    ...(chance.is(0.8) && { email: who.email }),
    ...(chance.is(0.9) && { home: who.address }),
    reason: chance.one(REASONS),
    pain: Math.min(10, chance.from(0, 7) + chance.from(0, 4)),
    ...(chance.is(0.9) && {
      allergies: chance.is(0.6)
        ? ['none']
        : chance.some(
            ALLERGIES.map(([id]) => id),
            chance.from(1, 2),
          ),
    }),
    medicines: chance
      .some(
        MEDICINES,
        chance.weighted([
          [0, 5],
          [1, 3],
          [2, 2],
          [4, 1],
        ]),
      )
      .map((medicine) => ({
        medicine,
        ...(chance.is(0.8) && { dose: chance.one(DOSES) }),
      })),
    ...(chance.is(0.95) && { smokes: chance.is(0.18) }),
    agreed: true,
    signature: who.name,
  }),
  drawing: {
    key: 'signature',
    share: 0.15,
    picture: ({ name }, chance) => signatureOf(name, chance),
    answer: (picture) => ({ how: 'drawn', file: [picture] }),
  },
}
