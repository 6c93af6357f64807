import { test } from '@japa/runner'
import { begin, beginInBrowser, form, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'

const text = (id: string, more: Partial<Sketch> = {}): Sketch => ({ id, kind: 'text', ...more })
const page = (id: string): Sketch => ({ id, kind: 'page-break' })

test.group('A welcome', () => {
  const welcome = (more: Partial<Sketch> = {}): Sketch => ({ id: 'hello1', kind: 'welcome', ...more })

  test('is the page before all others, wherever it stands, and judges nothing', ({ assert }) => {
    const response = begin(
      form(text('nameee', { required: true }), page('page01'), text('second'), welcome()),
    )
    assert.deepEqual(response.pages(), ['hello1', 'start', 'page01'])
    assert.deepEqual(response.turn('hello1'), { to: 'page', page: 'start' })
    assert.isEmpty(response.problems('hello1'))
    assert.deepEqual(response.blocksOf('hello1'), [])
    assert.deepEqual(response.blocksOf('start'), ['nameee'])
    assert.deepEqual(response.blocksOf('page01'), ['second'])
    assert.isTrue(response.relevant('hello1'))
  })

  test('leads to the first page that has something to see', ({ assert }) => {
    const document = form(welcome(), text('hiddn1', { state: 'hidden' }), page('page01'), text('second'))
    assert.deepEqual(begin(document).turn('hello1'), { to: 'page', page: 'page01' })
  })

  test('is passed by where it is hidden', ({ assert }) => {
    const known = { left: { param: 'ref' }, op: 'is-not-empty' } as const
    const document = form(welcome({ rules: [{ when: known, do: 'hide' }] }), text('nameee'))
    assert.deepEqual(begin(document).pages(), ['hello1', 'start'])
    assert.deepEqual(begin(document, { params: { ref: 'mail' } }).pages(), ['start'])
  })

  test('shows what answers and parameters say', ({ assert }) => {
    const document = form(
      welcome({ settings: { title: 'Hello {#nameee}' } }),
      text('nameee', { default: { param: 'name' } }),
    )
    const response = beginInBrowser(document, { params: { name: 'Ada' } })
    assert.equal(response.text('hello1', 'title'), 'Hello Ada')
  })

  test('of two, of which versions may have been published, the first counts', ({ assert }) => {
    const document = form(welcome(), text('nameee'), { id: 'hello2', kind: 'welcome' })
    const { plans } = compile(document, registry, { lenient: true })
    assert.deepEqual(
      plans?.server.pages.map(({ id }) => id),
      ['hello1', 'start'],
    )
  })
})
