import { test } from '@japa/runner'
import fc from 'fast-check'
import type { DraftRow } from '../../../../api_types/drafts.ts'
import { UnsavedError, Saver, type SavedDraft, type Timing, type Transport } from './saver.ts'
import { DraftStore, type KeptEntry } from './store.ts'
import { sameState, stateOf } from './entry.ts'
import type { WireOp } from './row.ts'

const isSection = (kind: string) => kind === 'section'

/** Time that passes only when told to. */
class Clock implements Timing {
  #now = 0
  #due: { at: number; work: () => void }[] = []
  now = () => this.#now
  after = (ms: number, work: () => void) => {
    const item = { at: this.#now + ms, work }
    this.#due.push(item)
    return () => {
      this.#due = this.#due.filter((other) => other !== item)
    }
  }
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await settle()
      const next = this.#due.filter((item) => item.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#due = this.#due.filter((item) => item !== next)
      this.#now = Math.max(this.#now, next.at)
      next.work()
    }
    this.#now = end
    await settle()
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i += 1) await Promise.resolve()
}

/** The server's side of the contract: refuses an operation on a row that moved on. */
class FakeServer {
  revision = 0
  rows = new Map<string, DraftRow>()

  patch(base: number, ops: readonly WireOp[]): SavedDraft {
    const applied: string[] = []
    const refused: SavedDraft['refused'] = []
    const next = this.revision + 1
    for (const op of ops) {
      const row = this.rows.get(op.block_id)
      if ((row && row.revision > op.base) || (!row && op.op !== 'put')) {
        refused.push({ op, current: row ?? null })
        continue
      }
      if (op.op === 'put') {
        const { block_id, kind, parent = null, position, content } = op
        this.rows.set(block_id, { block_id, kind, parent, position, content, revision: next })
      } else if (row) {
        this.rows.set(op.block_id, {
          ...row,
          revision: next,
          ...(op.op === 'move' ? { parent: op.parent ?? null, position: op.position } : { content: null }),
        })
      }
      applied.push(op.block_id)
    }
    if (applied.length > 0) this.revision = next
    const mine = new Set(applied)
    const rows = this.since(base).filter((row) => !mine.has(row.block_id))
    return { revision: this.revision, applied, refused, rows, problems: [] }
  }

  since(revision: number): DraftRow[] {
    return structuredClone([...this.rows.values()].filter((row) => row.revision > revision))
  }
}

type Weather = 'fine' | 'lost request' | 'lost reply'

/** Refuses a whole request because of the changes in it that say so, with or without naming them. */
function refuse(ops: readonly WireOp[], names: boolean): void {
  const bad = ops.flatMap((op, index) =>
    op.op === 'put' && String(op.content.label).startsWith('bad') ? [{ index, message: 'Too long.' }] : [],
  )
  if (bad.length > 0) throw new UnsavedError('Something is too long.', 422, names ? bad : [])
}

/** A browser: a store, its saver and a network with weather. */
class Browser {
  store: DraftStore
  saver: Saver
  kept: readonly KeptEntry[] = []
  weather: Weather = 'fine'
  requests = 0
  names = true
  /** whether the device stores anything */
  storage = true
  /** the server's answer to a change waits for this */
  answer: Promise<void> = Promise.resolve()
  /** the server's answer to what others changed waits for this */
  news: Promise<void> = Promise.resolve()

  constructor(server: FakeServer, clock: Clock, kept: readonly KeptEntry[] = []) {
    const transport: Transport = {
      patch: async ({ base, ops }) => {
        this.requests += 1
        if (this.weather === 'lost request') throw new UnsavedError('no network')
        refuse(ops, this.names)
        const answer = server.patch(base, structuredClone(ops))
        const lost = this.weather === 'lost reply'
        await this.answer
        if (lost) throw new UnsavedError('no network')
        return structuredClone(answer)
      },
      changes: async (since) => {
        const read = { revision: server.revision, rows: server.since(since), problems: [] }
        await this.news
        if (this.weather !== 'fine') throw new UnsavedError('no network')
        return read
      },
    }
    this.store = new DraftStore(clock.now, isSection)
    this.store.merge(server.since(0), server.revision)
    this.store.adopt(kept)
    this.saver = new Saver(this.store, {
      transport,
      timing: clock,
      device: {
        keep: (entries) => {
          if (!this.storage) return entries.length === 0
          this.kept = structuredClone(entries)
          return true
        },
      },
    })
  }

  put(id: string, label: string, position = 'm', tag?: string): void {
    this.store.apply([{ op: 'put', id, kind: 'text', position, content: { label } }], tag ? { tag } : {})
  }
  label(id: string): unknown {
    return this.store.row(id)?.content.label
  }
}

function world() {
  const clock = new Clock()
  const server = new FakeServer()
  return { clock, server, open: (kept?: readonly KeptEntry[]) => new Browser(server, clock, kept) }
}

test.group('draft: saving', () => {
  test('applies at once, saves 300 ms after the last change and 500 ms after the first', async ({
    assert,
  }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'N')
    assert.equal(a.label('one'), 'N')
    assert.deepEqual(a.store.status(), { state: 'saving' })
    await clock.pass(299)
    assert.equal(a.requests, 0)
    a.put('one', 'Na')
    await clock.pass(200)
    assert.equal(a.requests, 0)
    a.put('one', 'Nam')
    await clock.pass(1)
    assert.equal(a.requests, 1)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'Nam' })
    await clock.pass(10)
    assert.deepEqual(a.store.status(), { state: 'saved', at: 500 })
    await clock.pass(5_000)
    assert.equal(a.requests, 1)
    assert.lengthOf(a.kept, 0)
  })

  test('keeps changes on the device while offline and sends them on return', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.weather = 'lost request'
    a.put('one', 'Name')
    await clock.pass(400)
    assert.deepEqual(a.store.status(), { state: 'offline', kept: true })
    assert.lengthOf(a.kept, 1)
    assert.isFalse(a.saver.wouldLose())
    a.put('one', 'Full name')
    await clock.pass(60_000)
    assert.isAbove(a.requests, 3)
    assert.equal(server.rows.size, 0)
    a.weather = 'fine'
    a.saver.retry()
    await clock.pass(10)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'Full name' })
    assert.equal(a.store.status().state, 'saved')
    assert.lengthOf(a.kept, 0)
  })

  test('says so when the device keeps nothing', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.storage = false
    assert.isFalse(a.saver.wouldLose())
    a.weather = 'lost request'
    a.put('one', 'Name')
    assert.isTrue(a.saver.wouldLose())
    await clock.pass(400)
    assert.deepEqual(a.store.status(), { state: 'offline', kept: false })
    a.storage = true
    a.put('one', 'Full name')
    await clock.pass(60)
    assert.deepEqual(a.store.status(), { state: 'offline', kept: true })
    a.weather = 'fine'
    a.saver.retry()
    await clock.pass(10)
    assert.isFalse(a.saver.wouldLose())
  })

  test('a lost reply is not a clash, not even when typing went on', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.weather = 'lost reply'
    a.put('one', 'A')
    await clock.pass(300)
    a.put('one', 'AB')
    a.weather = 'fine'
    await clock.pass(1_000)
    assert.isUndefined(a.store.row('one')?.theirs)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'AB' })
  })

  test('what turns out to be saved after a lost reply is not kept on the device', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.weather = 'lost reply'
    a.put('one', 'A')
    await clock.pass(300)
    a.weather = 'fine'
    await a.saver.refresh()
    await clock.pass(1_000)
    assert.equal(a.store.status().state, 'saved')
    assert.lengthOf(a.kept, 0)
  })

  test('going back to the old text after a lost reply reaches the server', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'old')
    await clock.pass(400)
    a.weather = 'lost reply'
    a.put('one', 'new')
    await clock.pass(300)
    a.put('one', 'old')
    a.weather = 'fine'
    await clock.pass(2_000)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'old' })
    assert.equal(a.store.status().state, 'saved')
  })

  test('a reload while saving loses nothing', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'A')
    await clock.pass(400)
    a.weather = 'lost reply'
    a.put('one', 'AB')
    a.put('two', 'B', 'n')
    await clock.pass(320)
    a.put('one', 'ABC')
    a.saver.stop()
    const again = open(a.kept)
    assert.equal(again.label('one'), 'ABC')
    await clock.pass(400)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'ABC' })
    assert.deepEqual(server.rows.get('two')?.content, { label: 'B' })
    assert.isUndefined(again.store.row('one')?.theirs)
  })

  test('what a reload finds saved already is said to be saved, and kept no longer', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.weather = 'lost reply'
    a.put('one', 'A')
    await clock.pass(320)
    a.saver.stop()
    assert.lengthOf(a.kept, 1)
    const again = open(a.kept)
    again.kept = a.kept
    await clock.pass(60)
    assert.deepEqual(again.store.status(), { state: 'saved', at: 320 })
    assert.lengthOf(again.kept, 0)
    assert.equal(again.requests, 0)
  })

  test('news that come while a change is on its way are looked for, though its reply is lost', async ({
    assert,
  }) => {
    const { clock, server, open } = world()
    const [a, b] = [open(), open()]
    let lose = () => {}
    a.answer = new Promise((resolve) => (lose = resolve))
    a.weather = 'lost reply'
    a.put('one', 'A')
    await clock.pass(300)
    b.put('two', 'B', 'n')
    await clock.pass(400)
    a.saver.hear(server.revision)
    a.weather = 'fine'
    lose()
    await clock.pass(10)
    assert.equal(a.label('two'), 'B')
  })

  test('what is announced while others’ changes are read is read as well', async ({ assert }) => {
    const { clock, server, open } = world()
    const [a, b] = [open(), open()]
    let goOn = () => {}
    a.news = new Promise((resolve) => (goOn = resolve))
    void a.saver.refresh()
    b.put('two', 'B', 'n')
    await clock.pass(400)
    a.saver.hear(server.revision)
    goOn()
    await clock.pass(10)
    assert.equal(a.label('two'), 'B')
  })

  test('what is typed after the server’s news told of a change whose reply was lost is saved, too', async ({
    assert,
  }) => {
    const { clock, server, open } = world()
    const a = open()
    a.weather = 'lost reply'
    a.put('one', 'A')
    await clock.pass(300)
    a.weather = 'fine'
    a.saver.hear(server.revision)
    await clock.pass(5_000)
    assert.equal(a.store.status().state, 'saved')
    a.put('one', 'AB')
    await clock.pass(1_000)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'AB' })
  })

  test('another try that falls due while news is read comes after it', async ({ assert }) => {
    for (const comes of [true, false]) {
      const { clock, server, open } = world()
      const a = open()
      a.weather = 'lost request'
      a.put('one', 'A')
      await clock.pass(300)
      let goOn = () => {}
      a.news = new Promise((resolve) => (goOn = resolve))
      void a.saver.refresh()
      await clock.pass(1_000)
      if (comes) a.weather = 'fine'
      goOn()
      await clock.pass(10)
      a.weather = 'fine'
      await clock.pass(60_000)
      assert.deepEqual(server.rows.get('one')?.content, { label: 'A' })
      assert.equal(a.store.status().state, 'saved')
    }
  })

  test('what someone changes between a save and its answer is not overwritten unseen', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'A')
    await clock.pass(400)
    a.put('one', 'AB')
    const { patch } = server
    // the answer tells how the draft stands by then, and names the change
    server.patch = (base, ops) => {
      server.patch = patch
      const answer = server.patch(base, ops)
      const [row] = server.since(0)
      if (row) server.rows.set('one', { ...row, revision: 3, content: { label: 'theirs' } })
      server.revision = 4
      return { ...answer, revision: 4, rows: server.since(base) }
    }
    await clock.pass(400)
    assert.equal(a.label('one'), 'theirs')
    assert.equal(a.store.undo(), 'skipped')
    a.put('one', 'theirs and mine')
    await clock.pass(400)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'theirs and mine' })
    assert.isUndefined(a.store.row('one')?.theirs)
  })

  test('a save that comes in late, after the page was loaded anew, is no clash', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'old')
    await clock.pass(400)
    a.weather = 'lost request'
    a.put('one', 'A')
    await clock.pass(300)
    a.saver.stop()
    const again = open(a.kept)
    again.put('one', 'AB')
    const content = { label: 'A' }
    server.patch(1, [{ op: 'put', block_id: 'one', kind: 'text', position: 'm', content, base: 1 }])
    await clock.pass(1_000)
    assert.isUndefined(again.store.row('one')?.theirs)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'AB' })
    assert.equal(again.store.status().state, 'saved')
  })

  test('a refusal of the whole request is said and not repeated until the next change', async ({
    assert,
  }) => {
    const { clock, open } = world()
    const a = open()
    let asked = 0
    const store = new DraftStore(clock.now, isSection)
    new Saver(store, {
      timing: clock,
      device: { keep: () => true },
      transport: {
        patch: async () => {
          asked += 1
          throw new UnsavedError('You may only view this form.', 403)
        },
        changes: async () => ({ revision: 0, rows: [], problems: [] }),
      },
    })
    store.apply([{ op: 'put', id: 'one', kind: 'text', position: 'm', content: {} }])
    await clock.pass(60_000)
    assert.equal(asked, 1)
    assert.deepEqual(store.status(), { state: 'failed', message: 'You may only view this form.' })
    store.apply([{ op: 'put', id: 'one', kind: 'text', position: 'm', content: { label: 'x' } }])
    await clock.pass(1_000)
    assert.equal(asked, 2)
    a.saver.stop()
  })

  test('a key that was published is taken for every other block, not for its own', ({ assert }) => {
    const store = new DraftStore(new Clock().now, isSection)
    const put = (id: string, key: string) =>
      store.apply([{ op: 'put', id, kind: 'text', position: 'm', content: { key } }])
    store.formerKeys = { name: 'one' }
    put('two', 'town')
    const taken = (block?: string) => ['name', 'town'].filter((key) => store.keysBesides(block).has(key))
    assert.deepEqual(taken(), ['name', 'town'])
    assert.deepEqual(taken('one'), ['town'])
    store.published()
    store.apply([{ op: 'remove', id: 'two' }])
    assert.deepEqual(taken('three'), ['name', 'town'])
    assert.deepEqual(taken('two'), ['name'])
  })

  test('a block that was made and removed before saving is never sent', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'A')
    a.store.apply([{ op: 'remove', id: 'one' }])
    await clock.pass(1_000)
    assert.equal(a.requests, 0)
    assert.equal(a.store.status().state, 'saved')
  })
})

test.group('draft: a change the server does not take', () => {
  for (const names of [true, false]) {
    test(`holds no other back, ${names ? 'named' : 'not named'} by the server`, async ({ assert }) => {
      const { clock, server, open } = world()
      const a = open()
      a.names = names
      for (let i = 0; i < 20; i += 1) a.put(`b${i}`, i === 3 || i === 17 ? 'bad' : `text ${i}`, `p${i}`)
      await clock.pass(60_000)
      assert.equal(server.rows.size, 18)
      assert.isAtMost(a.requests, names ? 2 : 24)
      assert.deepEqual(a.store.refused(), ['b3', 'b17'])
      const why = names ? 'Too long.' : 'Something is too long.'
      assert.equal(a.store.row('b3')?.refusal, why)
      assert.isUndefined(a.store.row('b4')?.refusal)
      assert.deepEqual(a.store.status(), { state: 'failed', message: why, rows: ['b3', 'b17'] })
      assert.sameMembers(
        a.kept.map(({ id }) => id),
        ['b3', 'b17'],
      )
      // what comes later is saved as ever, and the refused one is not asked about again
      const before = a.requests
      a.put('b5', 'later', 'p5')
      await clock.pass(60_000)
      assert.equal(a.requests, before + 1)
      assert.deepEqual(server.rows.get('b5')?.content, { label: 'later' })
      assert.equal(a.store.status().state, 'failed')
    })
  }

  test('is saved once it is mended, and once more when asked for', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'bad')
    await clock.pass(1_000)
    assert.equal(a.requests, 1)
    a.saver.retry()
    await clock.pass(1_000)
    assert.equal(a.requests, 2)
    a.put('one', 'mended')
    assert.isUndefined(a.store.row('one')?.refusal)
    await clock.pass(1_000)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'mended' })
    assert.equal(a.store.status().state, 'saved')
    assert.lengthOf(a.kept, 0)
  })

  test('can be dropped: the block is again what the server holds, and undo brings the change back', async ({
    assert,
  }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'good')
    await clock.pass(1_000)
    a.put('one', 'bad')
    a.put('two', 'bad', 'n')
    await clock.pass(1_000)
    a.store.drop('one')
    a.store.drop('two')
    assert.equal(a.label('one'), 'good')
    assert.isUndefined(a.store.row('two'))
    await clock.pass(1_000)
    assert.equal(a.store.status().state, 'saved')
    assert.lengthOf(a.kept, 0)
    a.store.undo()
    assert.equal(a.label('two'), 'bad')
  })

  test('may be removed here, when the server never had it', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'bad')
    await clock.pass(1_000)
    a.store.apply([{ op: 'remove', id: 'one' }])
    await clock.pass(1_000)
    assert.equal(a.store.status().state, 'saved')
    assert.lengthOf(a.kept, 0)
  })

  test('is kept over a reload and asked about once more', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'bad')
    await clock.pass(1_000)
    a.saver.stop()
    const again = open(a.kept)
    assert.equal(again.label('one'), 'bad')
    await clock.pass(60_000)
    assert.equal(again.requests, 1)
    assert.equal(again.store.row('one')?.refusal, 'Too long.')
  })

  test('and changed by someone else: a clash like any other, of which either side may stay', async ({
    assert,
  }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'good')
    await clock.pass(1_000)
    const b = open()
    a.put('one', 'bad')
    await clock.pass(1_000)
    b.put('one', 'theirs')
    await clock.pass(1_000)
    await a.saver.refresh()
    await clock.pass(10)
    assert.equal(a.store.row('one')?.theirs?.content?.label, 'theirs')
    a.store.resolve('one', 'mine')
    await clock.pass(1_000)
    assert.equal(a.store.row('one')?.refusal, 'Too long.')
    a.store.drop('one')
    assert.equal(a.label('one'), 'theirs')
    await clock.pass(1_000)
    assert.equal(a.store.status().state, 'saved')
  })
})

test.group('draft: two people', () => {
  test('different blocks merge without a question', async ({ assert }) => {
    const { clock, open } = world()
    const [a, b] = [open(), open()]
    a.put('one', 'from A')
    b.put('two', 'from B', 'n')
    await clock.pass(400)
    a.saver.hear(99)
    b.saver.hear(99)
    await clock.pass(10)
    for (const browser of [a, b]) {
      assert.deepEqual(browser.store.order(), ['one', 'two'])
      assert.isUndefined(browser.store.row('one')?.theirs)
    }
  })

  test('the same label: both can be read, either kept', async ({ assert }) => {
    for (const keep of ['mine', 'theirs'] as const) {
      const { clock, server, open } = world()
      const a = open()
      a.put('one', 'Name')
      await clock.pass(400)
      const b = open()
      a.put('one', 'Full name')
      await clock.pass(400)
      b.put('one', 'Your name')
      await clock.pass(400)
      assert.equal(b.label('one'), 'Your name')
      assert.deepEqual(b.store.row('one')?.theirs?.content, { label: 'Full name' })
      assert.deepEqual(server.rows.get('one')?.content, { label: 'Full name' })
      b.store.resolve('one', keep)
      await clock.pass(400)
      const kept = keep === 'mine' ? 'Your name' : 'Full name'
      assert.deepEqual(server.rows.get('one')?.content, { label: kept })
      assert.equal(b.label('one'), kept)
      assert.isUndefined(b.store.row('one')?.theirs)
      await a.saver.refresh()
      await clock.pass(10)
      assert.equal(a.label('one'), kept)
    }
  })

  test('until one is kept, the change is said to be unsaved, and asked about over a reload', async ({
    assert,
  }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name')
    await clock.pass(400)
    const b = open()
    a.put('one', 'Full name')
    await clock.pass(400)
    b.put('one', 'Your name')
    await clock.pass(400)
    assert.deepInclude(b.store.status(), { state: 'failed', rows: ['one'] })
    b.put('two', 'saved all the same', 'n')
    await clock.pass(400)
    assert.deepEqual(server.rows.get('two')?.content, { label: 'saved all the same' })
    assert.deepInclude(b.store.status(), { state: 'failed', rows: ['one'] })

    b.saver.stop()
    const again = open(b.kept)
    await clock.pass(5_000)
    assert.equal(again.label('one'), 'Your name')
    assert.deepEqual(again.store.row('one')?.theirs?.content, { label: 'Full name' })
    assert.deepEqual(server.rows.get('one')?.content, { label: 'Full name' })
    assert.deepInclude(again.store.status(), { state: 'failed', rows: ['one'] })
    again.store.resolve('one', 'theirs')
    await clock.pass(400)
    assert.equal(again.store.status().state, 'saved')
    assert.lengthOf(again.kept, 0)
  })

  test('one moves, the other edits: both happen', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name', 'a')
    a.put('two', 'Age', 'b')
    await clock.pass(400)
    const b = open()
    a.store.apply([{ op: 'move', id: 'one', position: 'c' }])
    await clock.pass(400)
    b.put('one', 'Full name', 'a')
    await clock.pass(800)
    assert.isUndefined(b.store.row('one')?.theirs)
    assert.deepEqual(b.store.order(), ['two', 'one'])
    assert.equal(server.rows.get('one')?.position, 'c')
    assert.deepEqual(server.rows.get('one')?.content, { label: 'Full name' })
  })

  test('one removes, the other edits: asked, shown until chosen', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name')
    await clock.pass(400)
    const b = open()
    a.store.apply([{ op: 'remove', id: 'one' }])
    b.put('one', 'Full name')
    await clock.pass(800)
    assert.isNull(b.store.row('one')?.theirs?.content)
    b.store.resolve('one', 'theirs')
    assert.isUndefined(b.store.row('one'))
    await clock.pass(800)
    assert.isNull(server.rows.get('one')?.content)
  })
})

test.group('draft: undo', () => {
  test('typing within 300 ms is one step; 30 steps are kept', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', '')
    for (const text of ['N', 'Na', 'Nam', 'Name']) {
      await clock.pass(200)
      a.put('one', text, 'm', 'one:label')
    }
    await clock.pass(400)
    a.put('one', 'Names', 'm', 'one:label')
    assert.equal(a.store.undo(), 'done')
    assert.equal(a.label('one'), 'Name')
    assert.equal(a.store.undo(), 'done')
    assert.equal(a.label('one'), '')
    assert.equal(a.store.redo(), 'done')
    assert.equal(a.label('one'), 'Name')
    for (let i = 0; i < 40; i += 1) a.put('one', `${i}`)
    let steps = 0
    while (a.store.undo() === 'done') steps += 1
    assert.equal(steps, 30)
    assert.equal(a.label('one'), '9')
  })

  test('brings back what was removed, and saves it', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name')
    await clock.pass(400)
    a.store.apply([{ op: 'remove', id: 'one' }])
    await clock.pass(400)
    assert.isNull(server.rows.get('one')?.content)
    a.store.undo()
    await clock.pass(400)
    assert.deepEqual(server.rows.get('one')?.content, { label: 'Name' })
  })

  test('steps are there when the draft is opened again; those of rows that changed meanwhile are skipped', async ({
    assert,
  }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name')
    a.put('two', 'Age')
    await clock.pass(400)
    a.put('one', 'Full name')
    a.put('two', 'Your age')
    a.store.apply([{ op: 'remove', id: 'two' }])
    await clock.pass(400)
    a.put('one', 'Whole name')
    a.saver.leave()
    a.saver.stop()
    const b = open()
    b.put('one', 'Somebody’s name')
    b.store.apply([{ op: 'put', id: 'three', kind: 'text', position: 'z', content: { label: 'Third' } }])
    await clock.pass(400)
    const again = open(a.kept)
    again.store.continueHistory(a.store)
    await clock.pass(400)
    assert.isTrue(again.store.canUndo())
    assert.equal(again.store.undo(), 'skipped')
    assert.equal(again.store.undo(), 'done')
    assert.equal(again.label('two'), 'Your age')
    assert.equal(again.store.undo(), 'done')
    assert.equal(again.label('two'), 'Age')
    assert.equal(again.store.redo(), 'done')
    await clock.pass(400)
    assert.deepEqual(server.rows.get('two')?.content, { label: 'Your age' })
    assert.equal(again.store.undo(), 'done')
    assert.equal(again.store.undo(), 'skipped')
    assert.equal(again.label('three'), 'Third')
  })

  test('a step that would overwrite what someone else did is skipped', async ({ assert }) => {
    const { clock, open } = world()
    const a = open()
    a.put('one', 'Name')
    await clock.pass(400)
    const b = open()
    b.put('one', 'Your name')
    await clock.pass(400)
    a.saver.hear(2)
    await clock.pass(10)
    assert.equal(a.label('one'), 'Your name')
    assert.equal(a.store.undo(), 'skipped')
    assert.equal(a.label('one'), 'Your name')
    assert.equal(a.store.undo(), 'nothing')
  })
})

test.group('draft: undo beside others', () => {
  test('undoing what was typed leaves a block where someone else moved it meanwhile', async ({ assert }) => {
    const { clock, server, open } = world()
    const a = open()
    a.put('one', 'Name', 'a')
    a.put('two', 'Age', 'b')
    await clock.pass(400)
    const b = open()
    b.store.apply([{ op: 'move', id: 'one', position: 'c' }])
    a.put('one', 'Full name', 'a')
    await clock.pass(1_000)
    assert.deepEqual(a.store.order(), ['two', 'one'])
    assert.equal(a.store.undo(), 'skipped')
    await clock.pass(1_000)
    assert.equal(server.rows.get('one')?.position, 'c')
  })
})

test.group('draft: listeners', () => {
  test('a change touches its own row only', ({ assert }) => {
    const { open } = world()
    const a = open()
    a.put('one', 'A', 'a')
    a.put('two', 'B', 'b')
    const heard: string[] = []
    for (const topic of ['row:one', 'row:two', 'order'] as const)
      a.store.subscribe(topic, () => heard.push(topic))
    const order = a.store.order()
    const two = a.store.row('two')
    a.put('one', 'AA', 'a')
    assert.deepEqual(heard, ['row:one'])
    assert.strictEqual(a.store.order(), order)
    assert.strictEqual(a.store.row('two'), two)
  })
})

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('put' as const), id: fc.nat(5), text: fc.nat(9), at: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), id: fc.nat(5), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(900) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('weather' as const),
      weather: fc.constantFrom<Weather>('fine', 'fine', 'lost request', 'lost reply'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      keep: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

function act(browser: Browser, step: Action): void {
  if (step.do === 'put')
    browser.put(`b${step.id}`, step.text === 9 ? 'bad' : `text ${step.text}`, `p${step.at}`, `b${step.id}`)
  if (step.do === 'move') browser.store.apply([{ op: 'move', id: `b${step.id}`, position: `p${step.at}` }])
  if (step.do === 'remove') browser.store.apply([{ op: 'remove', id: `b${step.id}` }])
  if (step.do === 'undo') browser.store.undo()
  if (step.do === 'redo') browser.store.redo()
  if (step.do === 'weather') browser.weather = step.weather
  if (step.do === 'keep') keepAll(browser, step.keep)
}

function keepAll(browser: Browser, keep: 'mine' | 'theirs'): void {
  for (const row of browser.store.rows()) if (row.theirs) browser.store.resolve(row.id, keep)
}

test('whatever happens, two browsers and the server end the same', async ({ assert }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), action), { maxLength: 60 }), async (steps) => {
      const { clock, server, open } = world()
      const browsers = [open(), open()]
      for (const [who, step] of steps) {
        const browser = browsers[who]
        if (!browser) continue
        if (step.do === 'pass') await clock.pass(step.ms)
        else if (step.do === 'refresh') await browser.saver.refresh()
        else if (step.do === 'reload') {
          browser.saver.stop()
          await settle()
          browsers[who] = open(browser.kept)
        } else act(browser, step)
      }
      for (let round = 0; round < 6; round += 1) {
        for (const browser of browsers) {
          browser.weather = 'fine'
          keepAll(browser, 'mine')
          for (const id of browser.store.refused()) browser.store.drop(id)
          // longer than any pause between two tries: nobody has to ask for one
          await clock.pass(31_000)
          await browser.saver.refresh()
          await clock.pass(1_000)
        }
      }
      const expected = [...server.rows.values()].filter((row) => row.content !== null)
      for (const browser of browsers) {
        assert.lengthOf(browser.kept, 0)
        assert.equal(browser.store.status().state, 'saved')
        assert.sameMembers(
          [...browser.store.order()],
          expected.map((row) => row.block_id),
        )
        for (const row of expected) {
          const view = browser.store.row(row.block_id)
          assert.isTrue(view && sameState({ ...view, content: view.content }, stateOf(row)), row.block_id)
        }
      }
    }),
    { numRuns: 400 },
  )
}).timeout(60_000)

test('a text that was typed last and never overwritten by its author is never silently lost', async ({
  assert,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), action), { maxLength: 40 }), async (steps) => {
      const { clock, server, open } = world()
      const [a, b] = [open(), open()]
      for (const [who, step] of steps) {
        if (step.do === 'pass') await clock.pass(step.ms)
        else act(who === 0 ? a : b, step)
      }
      // whoever typed this sees it, or sees the question
      a.put('mark', 'mine alone', 'zz')
      b.put('mark', 'b says', 'zz')
      for (const browser of [a, b]) browser.weather = 'fine'
      await clock.pass(40_000)
      await b.saver.refresh()
      await a.saver.refresh()
      await clock.pass(2_000)
      const asked = [a, b].filter((browser) => browser.store.row('mark')?.theirs)
      assert.lengthOf(asked, 1)
      const shown = [asked[0]?.label('mark'), asked[0]?.store.row('mark')?.theirs?.content?.label]
      assert.sameMembers(shown, ['mine alone', 'b says'])
      assert.isTrue(server.rows.has('mark'))
    }),
    { numRuns: 100 },
  )
}).timeout(60_000)
