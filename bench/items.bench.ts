import { boot } from './million/boot.ts'
import type { Filter } from '#api_types/submissions'
import type { Cursor } from '#app/http/cursor'
import { figure, ms, quantile, timesOf } from './million/figures.ts'

// Filters over the items of a section that repeats, beside the same filters over plain fields of the same submissions: a form
// of 50,000, with five items each, as rows and packed. No floor: items are not packed (docs/decisions.md: Filters in sections), so
// the figures tell what packing them would bring.

const ROUNDS = 10

const { stop } = await boot()
const { default: db } = await import('@adonisjs/lucid/services/db')
const { filterSql } = await import('#app/submissions/filter_sql')
const { withTable } = await import('#app/submissions/load_table')
const { packSegment } = await import('#app/submissions/pack_segments')
const { readRows } = await import('#app/submissions/read_rows')
const { readView } = await import('#app/submissions/view')
const { within } = await import('#app/workspaces/within')
const { someItems } = await import('./million/some_items.ts')

const { workspaceId, formId, rows, items } = await someItems()
figure('submissions, items of each', `${rows.toLocaleString('en')}, ${items}`)

/** How many there are, however many requests that takes. */
async function found(filter: Filter): Promise<number> {
  const view = readView('', JSON.stringify({ all: [filter] }))
  return withTable(workspaceId, formId, async (scope, { comparable }) => {
    const filters = filterSql(view.filters, comparable)
    let count = 0
    let next: Cursor | undefined
    do {
      const page = await readRows(scope, { formId, view, filters }, 50, next)
      count += page.rows.length
      next = page.next
    } while (next)
    return count
  })
}

/** What nobody has, so that everything is looked through; and what a few have. */
const FILTERS: [string, string, Omit<Filter, 'field'>][] = [
  ['text is, nothing', 'name01', { op: 'is', value: 'nobody' }],
  ['text contains, nothing', 'name01', { op: 'contains', value: 'nobody' }],
  ['number, nothing', 'age001', { op: 'gt', value: 1_000_000 }],
  ['choice is, nothing', 'kind01', { op: 'is', value: 'gone' }],
  ['is empty, nothing', 'name01', { op: 'is-empty' }],
  ['text is, one row', 'name01', { op: 'is', value: 'Person 4711' }],
]

async function compare(how: string) {
  for (const [what, field, asked] of FILTERS) {
    const plain = { ...asked, field: `${field}p` }
    const inItems = { ...asked, field: `people.${field}` }
    const counts = [await found(plain), await found(inItems)]
    if (counts[0] !== counts[1]) throw new Error(`${what}: ${counts.join(' and ')} rows`)
    const [one, other] = [
      quantile(await timesOf(ROUNDS, () => found(plain)), 0.5),
      quantile(await timesOf(ROUNDS, () => found(inItems)), 0.5),
    ]
    figure(`${how}: ${what}`, `${ms(one)}, in items ${ms(other)}: ${(other / one).toFixed(1)} times`)
  }
}

const forget = () =>
  within(workspaceId, ({ trx }) =>
    trx.rawQuery('delete from submission_segments where form_id = ?', [formId]),
  )

await forget()
await compare('rows')
while ((await packSegment(workspaceId, formId)) !== undefined);
await db.connection('owner').rawQuery('vacuum (analyze) submission_segments, segment_answers')
await compare('packed')

await stop()
process.exit(0)
