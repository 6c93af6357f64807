import { test } from '@japa/runner'
import { calculation, form, plansOf } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { richTextOf } from '@formwright/kit/rich/from_text'
import type { FormDocument } from '../document/document.ts'
import { project } from './projection.ts'

/** Every text that must stay on the server has this in it. */
const SECRET = 'SEKRET'

const MEDIA = {
  file: {
    src: `/media/00000000-0000-4000-8000-000000000000/${'0'.repeat(64)}`,
    name: 'way.png',
    type: 'image/png',
    size: 1,
    width: 4,
    height: 3,
  },
  alt: 'The way',
}

function secretive(): FormDocument {
  const document = form(
    { id: 'nameee', kind: 'text', key: 'name', label: 'Name', settings: { note: `${SECRET} note` } },
    { id: 'amount', kind: 'number', label: 'Amount' },
    calculation('scored', `{#amount} * 777 + length("${SECRET}")`, { private: true }),
    calculation('doubled', '{#scored} * 888'),
    { id: 'textaa', kind: 'heading', settings: { text: 'Hello', memo: `${SECRET} memo` } },
    {
      id: 'pagetwo',
      kind: 'page-break',
      rules: [{ when: { left: { field: 'scored' }, op: 'gt', right: { value: 999 } }, do: 'hide' }],
    },
    { id: 'lastone', kind: 'text', label: 'Last' },
    {
      id: 'endgood',
      kind: 'ending',
      condition: { left: { field: 'doubled' }, op: 'gt', right: { value: 555 } },
    },
  )
  document.settings.access = { maxSubmissions: 3, opensAt: '2024-01-01T00:00:00Z' }
  document.aliases = { [`${SECRET.toLowerCase()}_old`]: 'nameee' }
  return document
}

test.group('Public projection', () => {
  test('nothing private, and nothing a private value reaches, is in it', ({ assert }) => {
    const document = secretive()
    const { browser } = plansOf(document)
    const text = JSON.stringify(project(document, 4, browser, registry))
    for (const word of [
      SECRET,
      SECRET.toLowerCase(),
      '777',
      '888',
      '999',
      '555',
      'scored',
      'access',
      'maxSubmissions',
      'opensAt',
    ]) {
      assert.notInclude(text, word)
    }
  })

  test('it is an allow-list: what it does not know stays out', ({ assert }) => {
    const document = secretive()
    const extra: object = { internal: SECRET }
    Object.assign(document, extra)
    Object.assign(document.settings, extra)
    for (const group of Object.values(document.settings)) Object.assign(group, extra)
    for (const block of document.blocks) Object.assign(block, extra)
    assert.notInclude(JSON.stringify(project(document, 4, plansOf(document).browser, registry)), SECRET)
  })

  test('a block as the page needs it', ({ assert }) => {
    const document = form(
      {
        id: 'nameee',
        kind: 'text',
        placeholder: 'P',
        width: '1/2',
        hideLabel: true,
        helpBelow: true,
        media: MEDIA,
        settings: { secret: true, maxLength: 3 },
      },
      { id: 'textaa', kind: 'heading', settings: { text: 'Hello' } },
      { id: 'goneee', kind: 'heading' },
    )
    const { blocks, version } = project(document, 7, plansOf(document).browser, registry)
    assert.equal(version, 7)
    assert.deepEqual(blocks[0], {
      id: 'nameee',
      kind: 'text',
      family: 'field',
      settings: { maxLength: 3, pattern: '' },
      placeholder: 'P',
      width: '1/2',
      hideLabel: true,
      helpBelow: true,
      media: MEDIA,
      labelling: 'control',
      secret: true,
      displayed: true,
    })
    assert.deepEqual(blocks[1], {
      id: 'textaa',
      kind: 'heading',
      family: 'content',
      settings: { text: 'Hello', rich: { type: 'doc', content: [] } },
      texts: ['text'],
    })
  })

  test('what is withheld of the items of a list stays out, and out of the plan but where a formula reckons with it', ({
    assert,
  }) => {
    const options = [{ id: 'small', label: 'S', value: 4711 }]
    const size = { id: 'sizeee', kind: 'select', settings: { options } }
    const shown = (document: FormDocument) =>
      JSON.stringify(project(document, 1, plansOf(document).browser, registry))
    assert.notInclude(shown(form(size, calculation('points', 'value({#sizeee})', { private: true }))), '4711')
    assert.include(shown(form(size, calculation('points', 'value({#sizeee})'))), '4711')
  })

  test('a rich text does not tell to what it refers', ({ assert }) => {
    const document = form({ id: 'nameee', kind: 'text' }, calculation('hidden', '1 + 1', { private: true }), {
      id: 'textaa',
      kind: 'heading',
      settings: { rich: richTextOf('{#hidden}, {#nameee}, {#hidden}') },
    })
    const shown = project(document, 1, plansOf(document).browser, registry)
    assert.notInclude(JSON.stringify(shown), 'hidden')
    assert.deepEqual(shown.blocks[1].settings.rich, richTextOf('{#0}, {#1}, {#0}'))
    assert.deepEqual(shown.blocks[1].texts, ['text', 'rich:0', 'rich:1'])
  })

  test('a page break says what its page is called, and what stands on the buttons', ({ assert }) => {
    const settings = { title: 'You', onward: 'Go on' }
    const document = form(
      { id: 'nameee', kind: 'text' },
      { id: 'pageon', kind: 'page-break', settings },
      { id: 'pageno', kind: 'page-break' },
      { id: 'lastone', kind: 'text' },
    )
    const { blocks } = project(document, 1, plansOf(document).browser, registry)
    assert.deepEqual(
      blocks.map(({ page }) => page),
      [undefined, { title: 'title', next: 'Go on' }, { title: 'title' }, undefined],
    )
  })

  test('a welcome says what it is called, and what stands on its button', ({ assert }) => {
    const settings = { title: 'Hello', start: 'Let us go' }
    const document = form({ id: 'hello1', kind: 'welcome', settings }, { id: 'nameee', kind: 'text' })
    const { blocks, plan } = project(document, 1, plansOf(document).browser, registry)
    assert.deepEqual(blocks[0].page, { title: 'title', start: 'Let us go' })
    assert.equal(plan.welcome, 'hello1')
  })
})
