import { test } from '@japa/runner'
import { newRows, readNewForm } from '#app/forms/create_form'
import { readContent, readPatch } from '#app/forms/draft_ops'
import { FieldErrors } from '#app/http/errors'
import { contentIssues } from '#engine/document/schema'
import { WRONG } from '@formwright/kit/conform/folder'
import { finish, type Steps } from '#engine/steps'

const GROUPS = ['general', 'access', 'appearance', 'sending', 'aliases'].map((name) => `settings.${name}`)
const NAMES = [
  ...[
    'v',
    'settings',
    'rules',
    'key',
    'label',
    'help',
    'helpBelow',
    'media',
    'placeholder',
    'required',
    'state',
    'width',
    'hideLabel',
  ],
  ...['default', 'condition', 'title', 'description', 'language', 'opensAt', 'closesAt'],
  ...[
    'closedText',
    'fullText',
    'earlyText',
    'maxSubmissions',
    'theme',
    'size',
    'radius',
    'accent',
    'submitLabel',
    'progress',
    'unheard',
  ],
]

/** The sentences with which something is refused; none when it is taken. */
function refusals(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof FieldErrors)) return [error instanceof Error ? error.message : String(error)]
    return [error.message, ...Object.values(error.errors).flat()]
  }
}

test.group('What a draft refuses', () => {
  test('thousands of changes, or blocks, are read in as many steps', ({ assert }) => {
    const stepsOf = (steps: Steps<unknown>) => {
      let count = 0
      while (!steps.next().done) count++
      return count
    }
    const blocks = Array.from({ length: 5_000 }, (_, n) => ({
      id: `block${n}`,
      kind: 'text',
      v: 1,
      settings: {},
    }))
    const ops = blocks.map(({ id, kind, ...content }) => ({
      ...{ op: 'put', block_id: id, kind, position: 'a5', content },
    }))
    assert.equal(stepsOf(readPatch({ base: 1, ops })), 5_000)
    assert.equal(stepsOf(newRows(readNewForm({ blocks }))), 5_000)
    let read = 0
    const wrong = readPatch({ base: 1, ops: ops.map(({ op }) => ({ op })) })
    assert.throws(() => {
      for (const _ of wrong) read++
    }, /is missing/)
    assert.equal(read, 1_000)
  })

  test('is said in sentences of ours, whatever is sent', ({ assert }) => {
    const said = new Set<string>()
    const say = (read: () => unknown) => refusals(read).forEach((message) => said.add(message))
    // what is only wrong by its length is long to read
    for (const value of WRONG.slice(0, -1)) {
      say(() => finish(readPatch(value)))
      say(() => readNewForm({ title: value, blocks: value }))
      for (const name of ['base', 'ops', 'unheard'])
        say(() => finish(readPatch({ base: 1, ops: [1], [name]: value })))
      for (const name of ['op', 'block_id', 'kind', 'position', 'content', 'base', 'unheard']) {
        for (const op of ['put', 'remove', 'move'])
          say(() =>
            finish(readPatch({ base: 1, ops: [{ op, block_id: 'block1', position: 'a5', [name]: value }] })),
          )
      }
      for (const kind of ['text', ...GROUPS]) {
        for (const name of NAMES) {
          const content = { v: 1, settings: {}, [name]: value }
          say(() => readContent(kind === 'text' ? 'block1' : kind, kind, content, 'content.'))
          for (const issue of contentIssues(kind, content)) said.add(issue)
        }
      }
    }
    assert.isAbove(said.size, 50)
    for (const message of said) {
      assert.match(message, /\.$/)
      assert.notMatch(message, /Expected|Invalid|received|undefined|Object\b|Array\b/)
    }
  })

  test('is found in a moment, however much of it there is', ({ assert }) => {
    const spent = (read: () => unknown) => {
      const before = process.threadCpuUsage()
      assert.isNotEmpty(refusals(read))
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    const block = (more: object) => readContent('block1', 'text', { v: 1, settings: {}, ...more }, '')
    const wrong = Array.from({ length: 14_000 }, () => ({ left: { text: 'a' }, op: 'is' }))
    const title = '👍'.repeat(1_000_000)
    assert.isBelow(
      spent(() => block({ condition: { all: wrong } })),
      100,
    )
    assert.isBelow(
      spent(() => block({ rules: Array(24_000).fill({}) })),
      100,
    )
    assert.isBelow(
      spent(() => readNewForm({ title })),
      100,
    )
  })

  test('names what it is about', ({ assert }) => {
    const of = (content: object) => refusals(() => readContent('block1', 'text', content, ''))[0]
    assert.equal(
      of({ v: 1, settings: {}, key: 'No Key' }),
      'A name is written in small letters, digits and _, beginning with a letter.',
    )
    assert.equal(
      of({ v: 1, settings: {}, width: 'wide' }),
      '“width” has to be one of: full, 3/4, 2/3, 1/2, 1/3, 1/4.',
    )
    assert.equal(of({ v: 1.5, settings: {} }), '“v” has to be a whole number.')
    assert.equal(of({ v: 1 }), '“settings” is missing.')
    assert.equal(of({ v: 1, settings: {}, colour: 'red' }), '“colour” is not known here. Remove it.')
    assert.equal(
      of({
        v: 1,
        settings: {},
        rules: Array.from({ length: 201 }, () => ({ when: { all: [] }, do: 'hide' })),
      }),
      '“rules” can have at most 200 entries.',
    )
    const nothing = { base: 1, ops: [] }
    assert.include(
      refusals(() => finish(readPatch(nothing))),
      '“ops” needs at least 1 entry.',
    )
  })
})

test.group('A block that is too large', () => {
  test('is refused by its bytes, in the unit that every size is said in', ({ assert }) => {
    const content = (character: string) => ({
      v: 1,
      key: 'a',
      settings: { words: character.repeat(400_000) },
    })
    assert.deepEqual(
      refusals(() => readContent('block00001', 'text', content('ع'), '')),
      ['This block is larger than 800 kB. Shorten its texts.'],
    )
    assert.deepEqual(
      refusals(() => readContent('block00001', 'text', content('a'), '')),
      [],
    )
  })
})
