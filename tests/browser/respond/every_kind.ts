import type { MediaFile } from '@formwright/kit/media'
import { block, OPTIONS, pageBreak } from '#tests/browser/respond/forms'
import { newForm, patch, publish, revisionOf } from '#tests/functional/forms/factories'
import { changeSettings, type PublishedForm, type Settings } from '#tests/functional/respond/answering'
import { type Creator, Visitor } from '#tests/functional/visitor'

const layout = (kind: string, id: string, settings: object = {}, v = 1) => ({ id, kind, v, settings })
const text = (words: string) => ({ type: 'doc', content: [paragraph(words)] })
const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })

const PALETTE = [
  { id: 'red', label: 'Brand red', color: '#dc2626' },
  { id: 'ink', label: 'Ink', color: '#14171c' },
]

/** Every kind there is, in each of its shapes, on one page; a second one follows. */
export const everyKind = [
  layout('heading', 'head01', { text: 'About you' }),
  layout('paragraph', 'para01', { text: text('We ask only what we need.') }, 2),
  block('text', 'name01', 'Name', { required: true, help: 'As in your passport', placeholder: 'Ada' }),
  block('text', 'count1', 'Counted', { settings: { counter: true, maxLength: 10 } }),
  block('text', 'secret', 'Secret', { settings: { secret: true } }),
  block('textarea', 'essay1', 'In your words', { help: 'A few lines', helpBelow: true }),
  block('rich-text', 'letter1', 'Your letter'),
  block('code', 'query1', 'Query', { settings: { language: 'sql' } }),
  block('formatted-text', 'plate1', 'Plate', { settings: { mask: 'AA-000' } }),
  block('email', 'email1', 'Email', { settings: { confirm: true } }),
  block('url', 'site01', 'Site'),
  block('hidden', 'origin', 'Origin'),
  layout('divider', 'line01'),
  block('checkbox', 'agree1', 'Agreed'),
  block('checkbox', 'sure01', 'Sure', { settings: { appearance: 'yes-no' } }),
  block('toggle', 'letter', 'Letter'),
  block('select', 'colour', 'Colour', { required: true, settings: { options: OPTIONS, other: true } }),
  block('select', 'many01', 'Several', { settings: { options: OPTIONS, multiple: true, none: true } }),
  block('select', 'menu01', 'Menu', {
    settings: {
      ...{ multiple: true, all: true, columns: '2' },
      options: [
        { id: 'soup', label: 'Soup', group: 'Warm' },
        { id: 'cake', label: 'Cake', group: 'Sweet' },
        { id: 'pie', label: 'Pie', group: 'Sweet' },
      ],
    },
  }),
  block('select', 'look01', 'Look', {
    settings: {
      appearance: 'pictures',
      columns: '3',
      options: OPTIONS.map((one) => ({ ...one, alt: 'A spot' })),
    },
  }),
  block('select', 'land01', 'Destination', {
    settings: { options: OPTIONS, appearance: 'dropdown', other: true },
  }),
  block('number', 'amount', 'Amount', { settings: { prefix: '€', suffix: 'a month' } }),
  block('calculation', 'total1', 'Total', { settings: { formula: '{#amount} * 2' } }),
  block('date', 'when01', 'Day'),
  block('date', 'clock1', 'Clock', { settings: { asks: 'time' } }),
  block('date', 'moment', 'Moment', { settings: { asks: 'datetime' } }),
  block('date', 'stay01', 'Stay', { settings: { range: true } }),
  block('matrix', 'grid01', 'Rated'),
  block('matrix', 'grid02', 'Known', { settings: { multiple: true } }),
  block('matrix', 'grid03', 'Counted by hand', { settings: { cells: 'number' } }),
  block('matrix', 'grid04', 'Picked', { settings: { cells: 'dropdown' } }),
  block('ranking', 'order1', 'Ranked'),
  block('ranking', 'order2', 'Best', { settings: { top: 2 } }),
  block('address', 'home01', 'Home', { settings: { country: 'DE' } }),
  block('phone', 'phone1', 'Phone', { settings: { country: 'DE' } }),
  block('color', 'paint1', 'Paint', { settings: { palette: PALETTE, alpha: true } }),
  block('color', 'tint01', 'Tint'),
  block('rating', 'stars1', 'Stars', { settings: { half: true, endLabel: 'Great' } }),
  block('rating', 'marks1', 'Marks', { settings: { icon: 'number', max: 10 } }),
  block('scale', 'nps001', 'Recommended', {
    settings: { min: 0, max: 10, nps: true, colour: 'red-to-green', startLabel: 'Never', endLabel: 'Sure' },
  }),
  block('slider', 'slide1', 'Volume', { settings: { unit: 'dB', marks: 5 } }),
  block('slider', 'slide2', 'Span', { settings: { range: true, min: -10, max: 10 } }),
  block('file', 'photo1', 'Photo', { settings: { maxCount: 2 } }),
  block('camera', 'scan01', 'Scan', { settings: { camera: 'environment' } }),
  block('signature', 'signed', 'Signature'),
  layout('image', 'image1', {
    alt: 'The way to us',
    caption: 'Where we are',
    link: 'https://example.com/way',
  }),
  layout('video', 'video1', { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'How it works' }),
  layout('audio', 'audio1', { title: 'The bell', caption: 'How it sounds', transcript: 'Ding. Dong.' }),
  layout('embed', 'embed1', { url: 'https://www.openstreetmap.org/export/embed.html', title: 'The map' }),
  {
    ...layout('section', 'people', { title: 'Person', repeating: true, min: 1, max: 3 }),
    key: 'people',
  },
  block('text', 'nick01', 'Called', { parent: 'people', width: '1/2' }),
  block('number', 'age001', 'Age', { parent: 'people', width: '1/2' }),
  block('text', 'fixed1', 'Fixed', { state: 'disabled', default: { value: 'Given' } }),
  pageBreak('second', { title: 'More' }),
  block('text', 'town01', 'Town'),
]

/** What stands in each block of `everyKind` that is filled in. Files are sent by hand. */
const FILLED: Readonly<Record<string, unknown>> = {
  name01: 'Ada Lovelace',
  count1: '12345678',
  secret: 'a word',
  essay1: 'The first line.\nA second one, which is longer than a telephone is wide.',
  letter1: 'Dear all, this is a letter.',
  query1: 'select name\nfrom towns\nwhere river is not null',
  plate1: 'AB-123',
  email1: 'ada@example.com',
  site01: 'https://example.com/ada',
  agree1: true,
  sure01: true,
  letter: true,
  colour: { options: ['other'], other: 'Teal' },
  many01: { options: ['red', 'blue'], other: '' },
  menu01: { options: ['soup', 'pie'], other: '' },
  look01: { options: ['blue'], other: '' },
  land01: { options: ['other-colour'], other: '' },
  amount: 1234.5,
  when01: '2026-03-14',
  clock1: '17:30',
  moment: '2026-03-14T17:30',
  stay01: { from: '2026-03-14', to: '2026-03-17' },
  grid01: { 'row-1': 'column-2', 'row-2': 'column-1' },
  grid02: { 'row-1': ['column-1', 'column-3'] },
  grid03: { 'row-1': { 'column-1': 3, 'column-2': 4.5 } },
  grid04: { 'row-2': { 'column-1': 'option-2' } },
  order1: ['item-2', 'item-1', 'item-3'],
  order2: ['item-3', 'item-1'],
  home01: { street: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country: 'DE' },
  phone1: '+4915123456789',
  paint1: '#dc262680',
  tint01: '#3b82f6',
  stars1: 3.5,
  marks1: 7,
  nps001: 9,
  slide1: 40,
  slide2: { from: -4, to: 6 },
  signed: 'Ada Lovelace',
  nick01: 'Bea',
  age001: 12,
}

const filled = everyKind.map((block) =>
  block.id in FILLED ? { ...block, default: { value: FILLED[block.id] } } : block,
)

/** Every kind in each of its states. */
export const KINDS_IN = {
  empty: everyKind,
  filled,
  disabled: filled.map((block) => ('key' in block ? { ...block, state: 'disabled' } : block)),
  /** once somebody wants to go on */
  wrong: everyKind.map((block) => ('key' in block ? { ...block, required: true } : block)),
}

const IDS = everyKind.map(({ id }) => id).join('|')

/** So many blocks of every kind, again and again: with ids of their own wherever they stand, as keys, parents or in formulas. */
export function everyKindOften(count: number): typeof everyKind {
  const written = JSON.stringify(everyKind)
  const again = (round: number): typeof everyKind =>
    JSON.parse(written.replace(new RegExp(`(?<=:"|\\{#)(?:${IDS})(?="|\\})`, 'g'), (id) => `${id}x${round}`))
  return Array.from({ length: Math.ceil(count / everyKind.length) }, (_, round) => again(round))
    .flat()
    .slice(0, count)
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><path fill="#0d9488" d="M0 0h640v400H0z"/></svg>'

/** A picture of a creator, on the server. */
async function picture(creator: Creator, form: string): Promise<MediaFile> {
  const address = `/api/forms/${form}/media?use=image&name=map.svg`
  const bytes = { 'content-type': 'application/octet-stream' }
  const { status, text, body } = await creator.visitor.post<{ data: MediaFile }>(
    address,
    Buffer.from(SVG),
    bytes,
  )
  if (status !== 201) throw new Error(`picture: ${status} ${text}`)
  return body.data
}

/** How a form looks that says nothing of it. */
export const LOOK = { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6' }

/** Publishes a form of every kind, with a picture in it; `dressed`: over it, and as its logo, too. */
export async function formOfEveryKind(
  settings: Settings = {},
  dressed = false,
  blocks: object[] = everyKind,
): Promise<PublishedForm> {
  const { creator, form } = await newForm(blocks)
  const shown = await picture(creator, form.id)
  const linked = { alt: 'The way to us', caption: 'Where we are', link: 'https://example.com/way' }
  const content = { v: 1, settings: { ...linked, picture: shown } }
  const place = (await rowOf(creator, form.id, 'image1')).position
  const ops: object[] = [{ op: 'put', block_id: 'image1', kind: 'image', position: place, content }]
  const look = await rowOf(creator, form.id, 'look01')
  ops.push({
    op: 'put',
    block_id: 'look01',
    kind: look.kind,
    position: look.position,
    content: pictured(look.content, shown),
  })
  for (const [id, more] of [
    ['essay1', {}],
    ['amount', { place: 'start' }],
  ] as const) {
    const { position, kind, content: asked } = await rowOf(creator, form.id, id)
    const media = { file: shown, alt: `Beside ${id}`, ...more }
    ops.push({ op: 'put', block_id: id, kind, position, content: { ...asked, media } })
  }
  const done = await patch(creator, form.id, await revisionOf(creator, form.id), ops)
  if (done.status !== 200) throw new Error(`picture: ${done.status} ${done.text}`)
  const dress = dressed && { cover: { picture: shown, x: 50, y: 50 }, logo: { picture: shown, alt: 'Acme' } }
  await changeSettings(creator, form.id, {
    ...settings,
    appearance: { ...LOOK, ...settings.appearance, ...dress },
  })
  await publish(creator, form.id)
  return { creator, id: form.id, slug: form.slug, visitor: new Visitor() }
}

/** The same block with the picture at each of its options. */
function pictured(content: object, picture: MediaFile): object {
  const { settings } = Object(content)
  const options = OPTIONS.map((one) => ({ ...one, alt: 'A spot', picture }))
  return { ...content, settings: { ...settings, options } }
}

interface Row {
  block_id: string
  kind: string
  position: string
  content: object
}

async function rowOf(creator: Creator, form: string, block: string): Promise<Row> {
  const { body } = await creator.visitor.get<{ data: { rows: Row[] } }>(`/api/forms/${form}/draft`)
  const row = body.data.rows.find(({ block_id }) => block_id === block)
  if (!row) throw new Error(`There is no ${block}.`)
  return row
}
