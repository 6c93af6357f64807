import { LRUCache } from 'lru-cache'
import { inSlices } from '#app/http/in_slices'
import { workFor } from '#app/http/whose_work'
import { inLine } from '#app/http/load_shedding'
import { plugins } from '#app/plugins/registry'
import { type Table, tableSteps } from '#app/submissions/columns'
import { type Scope, within } from '#app/workspaces/within'
import type { Block, FormDocument } from '#engine/document/document'
import { wholeSteps } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import type { Steps } from '#engine/steps'

/** Of which form, up to which of its versions. */
interface AskedTable {
  workspaceId: string
  formId: string
  upTo: number
}

const LARGEST = 128 * 1024 * 1024
/** So many bytes of versions are read at a time; one that is larger, by itself. */
const READ_BYTES = 1_000_000
/** Large tables are made one at a time of a workspace, three in all; so many of a workspace wait, for so many milliseconds. */
const LINE = { most: 20, ms: 10_000 }
/** So many bytes of memory a table has for each that its versions say as far as they differ, and for each block of them. */
const WEIGHT = { text: 17, block: 16 }

/** Tables of forms, by what they hold. */
const tableCache = new LRUCache<string, Table, AskedTable>({
  maxSize: LARGEST,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) => {
    const { table, weight } = await workFor(context.workspaceId, () => made(context))
    // a form that is larger than that by itself is about to be looked at all the same
    options.size = Math.min(weight, LARGEST)
    return table
  },
})

/** The newest version of each form whose table was asked for lately: most likely it still is. */
const newestCache = new LRUCache<string, number>({ max: 5_000 })

/** Does work in a place that it needs. */
type Place = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Does work with the table of a form, in a transaction of its workspace: the table is made before, since that takes a
 * while for a large form, and is of the newest version in that transaction. `inPlace` gives the transaction the place that
 * the work needs: nobody has one while a table is being made.
 */
export async function withTable<T>(
  workspaceId: string,
  formId: string,
  work: (scope: Scope, table: Table) => Promise<T>,
  inPlace: Place = (transaction) => transaction(),
): Promise<T> {
  const form = `${workspaceId}/${formId}`
  for (;;) {
    const upTo = newestCache.get(form) ?? (await within(workspaceId, (scope) => newestOf(scope, formId)))
    const table = await tableUpTo(workspaceId, formId, upTo)
    const done = await inPlace(() =>
      within(workspaceId, async (scope) => {
        const newest = await newestOf(scope, formId)
        newestCache.set(form, newest)
        return newest === upTo ? { result: await work(scope, table) } : undefined
      }),
    )
    if (done) return done.result
  }
}

/** The table of a form over its versions up to this one, made once: versions never change. */
export async function tableUpTo(workspaceId: string, formId: string, upTo: number): Promise<Table> {
  const key = `${workspaceId}/${formId}/${upTo}/${plugins.registry().fingerprint}`
  const context = { workspaceId, formId, upTo }
  return tableCache.get(key) ?? (await tableCache.forceFetch(key, { context }))
}

/** The table of a form as it is now. */
export async function loadTable(workspaceId: string, formId: string): Promise<Table> {
  return withTable(workspaceId, formId, (_scope, table) => Promise.resolve(table))
}

async function newestOf({ trx, workspaceId }: Scope, formId: string): Promise<number> {
  const { rows } = await trx.rawQuery<{ rows: { number: number }[] }>(
    'select coalesce(max(number), 0) as number from form_versions where workspace_id = ? and form_id = ?',
    [workspaceId, formId],
  )
  return rows[0].number
}

interface Version {
  number: number
  document: FormDocument
}

interface Made {
  table: Table
  weight: number
}

async function made(asked: AskedTable): Promise<Made> {
  const batches = await batchesOf(asked)
  const make = () => madeOf(asked, batches)
  if (batches.length < 2) return make()
  const places = [
    { of: `large tables of ${asked.workspaceId}`, most: 1 },
    { of: 'large tables', most: 3 },
  ] as const
  return inLine(places, LINE, make)
}

async function madeOf(asked: AskedTable, batches: readonly number[][]): Promise<Made> {
  const registry = plugins.registry()
  const known = new Map<string, Block>()
  const versions: Version[] = []
  let next = batches.length > 0 ? readAhead(asked, batches[0]) : undefined
  for (let place = 1; next; place++) {
    const read = await next
    next = place < batches.length ? readAhead(asked, batches[place]) : undefined
    versions.push(...(await inSlices(wholeVersions(read, registry, known))))
  }
  const texts = [...known.keys()].reduce((sum, text) => sum + text.length, 0)
  const blocks = versions.reduce((sum, { document }) => sum + document.blocks.length, 0)
  return {
    table: await inSlices(tableSteps(versions, registry)),
    weight: texts * WEIGHT.text + blocks * WEIGHT.block + 10_000,
  }
}

/** Read while those before are worked; where that fails nobody asks for these any more. */
function readAhead(asked: AskedTable, numbers: number[]): Promise<Version[]> {
  const read = documentsOf(asked, numbers)
  read.catch(() => {})
  return read
}

/** Many versions are small: a slice has as many of them as there is time for. */
function* wholeVersions(
  read: readonly Version[],
  registry: Registry,
  known: Map<string, Block>,
): Steps<Version[]> {
  const versions: Version[] = []
  for (const { number, document } of read) {
    const whole = yield* wholeSteps(document, registry, known)
    // former keys are many where fields were often renamed, and no table reads them
    versions.push({ number, document: { ...whole, aliases: {} } })
  }
  return versions
}

/** The numbers of the versions of a form, the newest first, so many at a time as can be read at once. */
async function batchesOf({ workspaceId, formId, upTo }: AskedTable): Promise<number[][]> {
  const rows = await within(workspaceId, async ({ trx }) => {
    const read = await trx.rawQuery<{ rows: { number: number; bytes: number }[] }>(
      `select number, bytes from form_versions
       where workspace_id = ? and form_id = ? and number <= ? order by number desc`,
      [workspaceId, formId, upTo],
    )
    return read.rows
  })
  const batches: number[][] = []
  let room = 0
  for (const { number, bytes } of rows) {
    if (bytes > room) {
      batches.push([])
      room = READ_BYTES
    }
    room -= bytes
    batches.at(-1)?.push(number)
  }
  return batches
}

async function documentsOf({ workspaceId, formId }: AskedTable, numbers: number[]): Promise<Version[]> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Version[] }>(
      `select number, document from form_versions
       where workspace_id = ? and form_id = ? and number = any(?::int[]) order by number desc`,
      [workspaceId, formId, numbers],
    )
    return rows
  })
}
