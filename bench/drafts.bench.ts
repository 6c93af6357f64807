// The longest time in which the server answers nobody while a draft is read, checked and published that is as large as the
// limits admit, beside the same engine's work in one piece and an idle event loop.
// Run: npm run bench drafts
import { boot } from './million/boot.ts'
import { exitCode, figure, ms } from './million/figures.ts'
import type { NewForm } from '#app/forms/create_form'

const LONGEST_STALL = 100

const { stop } = await boot()
const { default: db } = await import('@adonisjs/lucid/services/db')
const { CHECK_MS } = await import('#app/forms/engines_problems')
const { changesSince } = await import('#app/forms/changes')
const { createForm } = await import('#app/forms/create_form')
const { draftDocument, draftProblems, formerNamesOf, readDraft } = await import('#app/forms/draft')
const { servedRows } = await import('#app/forms/change_draft')
const { fullCheck } = await import('#app/forms/full_check')
const { publish } = await import('#app/forms/publications')
const { plugins } = await import('#app/plugins/registry')
const { within } = await import('#app/workspaces/within')
const { compile } = await import('#engine/plan/compile')

type Block = NonNullable<NewForm['blocks']>[number]

const idOf = (index: number) => `block${String(index).padStart(6, '0')}`
const many = (length: number, block: (index: number) => Block) =>
  Array.from({ length }, (_, index) => block(index))
const amount: Block = { id: 'amount', kind: 'number', v: 1, key: 'amount', label: 'Amount', settings: {} }
const text = (index: number, more: Partial<Block> = {}): Block => {
  const id = idOf(index)
  return { id, kind: 'text', v: 1, key: id, label: `Question ${index}`, settings: {}, ...more }
}
const calculation = (index: number, formula: string): Block => {
  return {
    id: idOf(index),
    kind: 'calculation',
    v: 1,
    key: idOf(index),
    settings: { formula, type: 'number' },
  }
}
const pageBreak = (index: number): Block => ({ id: idOf(index), kind: 'page-break', v: 1, settings: {} })
const options = Array.from({ length: 60 }, (_, index) => ({
  id: `option${index}`,
  label: `Option number ${index}`,
}))

const DRAFTS: Record<string, () => Block[]> = {
  '10,000 calculations in a chain': () => [
    amount,
    ...many(9_999, (index) => calculation(index, `{#${index === 0 ? 'amount' : idOf(index - 1)}} + 0.1`)),
  ],
  '10,000 calculations that lead to a circle': () => [
    amount,
    ...many(9_999, (index) => calculation(index, `{#${idOf(Math.min(index + 1, 9_998))}} + 0.1`)),
  ],
  '700 formulas of 10,000 characters': () => [
    amount,
    ...many(700, (index) => calculation(index, `max(${Array(900).fill('{#amount}').join(', ')})`)),
  ],
  '10,000 texts with a name that nobody has': () => [
    amount,
    ...many(9_999, (index) => text(index, { label: `About {amout} and {qestion_${index}}` })),
  ],
  '1,500 selects of 60 options': () =>
    many(1_500, (index) =>
      index % 100 === 99 ? pageBreak(index) : { ...text(index), kind: 'select', settings: { options } },
    ),
  '2,000 blocks, a page break at every tenth': () =>
    many(2_000, (index) => (index % 10 === 9 ? pageBreak(index) : text(index))),
  '25,000 conditions': () => [
    amount,
    ...many(2_500, (index) =>
      index % 100 === 99
        ? pageBreak(index)
        : text(index, {
            rules: Array.from({ length: 10 }, (_, value) => ({
              when: { left: { field: 'amount' }, op: 'gt' as const, right: { value } },
              do: 'hide' as const,
            })),
          }),
    ),
  ],
}

/** How long work took, and the longest time meanwhile in which the event loop served nobody. */
async function watched<T>(work: () => Promise<T>): Promise<{ made: T; took: number; stall: number }> {
  const started = performance.now()
  let [going, stall, last] = [true, 0, started]
  const look = () => {
    const now = performance.now()
    stall = Math.max(stall, now - last)
    last = now
    if (going) setImmediate(look)
  }
  setImmediate(look)
  const made = await work()
  const took = performance.now() - started
  going = false
  await new Promise((resolve) => setImmediate(resolve))
  return { made, took, stall }
}

const owner = db.connection('owner')
async function one(sql: string): Promise<string> {
  const { rows } = await owner.rawQuery<{ rows: { id: string }[] }>(sql)
  return rows[0].id
}
const userId = await one(
  `insert into users (name, email, email_key, password)
   select 'Bench', address, address, '' from concat(gen_random_uuid(), '@example.com') as address returning id`,
)
const workspaceId = await one(`insert into workspaces (name) values ('Bench') returning id`)

function told(what: string, { took, stall }: { took: number; stall: number }): void {
  figure(what, `longest stall ${ms(stall)}, ${ms(took)} in all`, {
    text: `< ${LONGEST_STALL} ms`,
    held: stall < LONGEST_STALL,
  })
}

const idle = await watched(() => new Promise((resolve) => setTimeout(resolve, 500)))
figure('idle', `longest stall ${ms(idle.stall)}`)
for (const [name, blocks] of Object.entries(DRAFTS)) {
  figure(name, '')
  const formId = await within(workspaceId, (scope) =>
    createForm(scope, { title: name, blocks: blocks() }, userId),
  )
  const read = await watched(async () => {
    const draft = await within(workspaceId, (scope) => readDraft(scope, formId))
    return { draft, json: JSON.stringify(servedRows(draft)) }
  })
  const { draft, json } = read.made
  told(`  read, ${(json.length / 1e6).toFixed(1)} MB`, read)
  told('  its problems as it is worked on', await watched(() => draftProblems(draft)))
  const checked = () =>
    watched(async () => {
      const document = await draftDocument(draft)
      await changesSince(workspaceId, formId, document)
      return fullCheck(document, formerNamesOf(draft), { most: CHECK_MS })
    })
  told('  check', await checked())
  const published = await watched(() =>
    publish(workspaceId, formId, { revision: 1, userId }).then(
      ({ version }) => `version ${version}`,
      (error: Error) => `refused: ${error.message}`,
    ),
  )
  told(`  publish: ${published.made}`, published)
  told('  check beside that version', await checked())
  const document = await draftDocument(draft)
  const started = performance.now()
  compile(structuredClone(document), plugins.registry())
  figure('  the engine’s part of it in one piece', ms(performance.now() - started))
}
await stop()
process.exit(exitCode())
