import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { InstalledPlugin } from './registry.ts'

/** How long a large database is looked through, in milliseconds. */
const LONGEST = 20_000
/** So many forms are looked through at a time. */
const TOGETHER = 100
/** So many earlier versions, each of which may have a document of megabytes. */
const VERSIONS_TOGETHER = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

const OF_INSTANCE = `
  select 'integrations' as of, kind, count(*)::int as used from integrations where kind <> all ($1) group by kind
  union all
  select 'connections', service, count(*)::int from connections where service <> all ($2) group by service
  order by 1 desc, 2`

/** The kinds of some forms that are in none of `$3`: of the draft, and of what was published last. */
const OF_FORMS = `
  select f.workspace_id, f.id, array(
    select d.kind from draft_blocks d
    where d.workspace_id = f.workspace_id and d.form_id = f.id and d.content is not null
      and d.kind not like 'settings.%' and d.kind <> all ($3)
    union
    select b.kind from (
      select document from form_versions v
      where v.workspace_id = f.workspace_id and v.form_id = f.id order by v.number desc limit 1) last,
      jsonb_to_recordset(last.document -> 'blocks') as b (kind text)
    where b.kind <> all ($3)) as kinds
  from forms f where (f.workspace_id, f.id) > ($1, $2) order by f.workspace_id, f.id limit ${TOGETHER}`

/** The same of some earlier versions, which submissions are of and pages that were open. */
const OF_VERSIONS = `
  select v.workspace_id, v.form_id as id, v.number, array(
    select distinct b.kind from jsonb_to_recordset(v.document -> 'blocks') as b (kind text)
    where b.kind <> all ($4)) as kinds
  from form_versions v
  where (v.workspace_id, v.form_id, v.number) > ($1, $2, $3) and exists (
    select from form_versions later
    where later.workspace_id = v.workspace_id and later.form_id = v.form_id and later.number > v.number)
  order by v.workspace_id, v.form_id, v.number limit ${VERSIONS_TOGETHER}`

/** What is used of all workspaces and not there, in a sentence each. `url` is of the role that sees them all. */
export async function missingKinds(url: string, installed: readonly InstalledPlugin[]): Promise<string[]> {
  const kindsOf = (...families: string[]) =>
    installed.filter(({ family }) => families.includes(family)).map(({ kind }) => kind)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: LONGEST,
    statement_timeout: LONGEST,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ of: keyof typeof USED_BY; kind: string; used: number }>(
      OF_INSTANCE,
      [kindsOf('integrations'), kindsOf('connections')],
    )
    const known = kindsOf('fields', 'layout')
    const until = performance.now() + LONGEST
    const { forms, all } = await missingInForms(client, known, until)
    const earlier = await missingInVersions(client, [...known, ...forms.map(([kind]) => kind)], until)
    const found = [
      ...forms.map(([kind, used]) => sentenceOf('blocks', kind, used)),
      ...earlier.forms.map(([kind, used]) => {
        const have = used === 1 ? '1 form' : `${used} forms`
        return `Earlier versions of ${have} have blocks of the kind “${kind}”, and no plugin in use is. What was answered stays; install the plugin again.`
      }),
    ]
    if (!all || !earlier.all)
      found.push(
        `There are more ${all ? 'versions of forms' : 'forms'} than could be looked through: others may be of missing kinds, too.`,
      )
    return [...found, ...rows.map(({ of, kind, used }) => sentenceOf(of, kind, used))]
  } finally {
    await client.end()
  }
}

interface Missing {
  /** each missing kind with how many forms are of it */
  forms: [string, number][]
  all: boolean
}

/** Some forms at a time, with as long a pause, for others work meanwhile. */
async function missingInForms(client: pg.Client, known: readonly string[], until: number): Promise<Missing> {
  const used = new Map<string, number>()
  let last = { workspace_id: FIRST, id: FIRST }
  for (;;) {
    const began = performance.now()
    const { rows } = await client.query<{ workspace_id: string; id: string; kinds: string[] }>(OF_FORMS, [
      last.workspace_id,
      last.id,
      known,
    ])
    for (const kind of rows.flatMap(({ kinds }) => kinds)) used.set(kind, (used.get(kind) ?? 0) + 1)
    const all = rows.length < TOGETHER
    if (all || performance.now() > until) return { forms: [...used].toSorted(), all }
    last = rows[rows.length - 1]
    await wait(performance.now() - began)
  }
}

/** The same in versions that are not the newest of their form. */
async function missingInVersions(
  client: pg.Client,
  known: readonly string[],
  until: number,
): Promise<Missing> {
  const used = new Map<string, number>()
  /** of the form that is being looked through: it counts once for each kind */
  const ofForm = new Set<string>()
  let last = { workspace_id: FIRST, id: FIRST, number: 0 }
  for (;;) {
    const began = performance.now()
    const { rows } = await client.query<typeof last & { kinds: string[] }>(OF_VERSIONS, [
      last.workspace_id,
      last.id,
      last.number,
      known,
    ])
    for (const row of rows) {
      if (row.id !== last.id) ofForm.clear()
      for (const kind of row.kinds.filter((one) => !ofForm.has(one))) {
        ofForm.add(kind)
        used.set(kind, (used.get(kind) ?? 0) + 1)
      }
      last = row
    }
    const all = rows.length < VERSIONS_TOGETHER
    if (all || performance.now() > until) return { forms: [...used].toSorted(), all }
    await wait(performance.now() - began)
  }
}

const USED_BY = {
  blocks: ['form', 'forms'],
  integrations: ['integration', 'integrations'],
  connections: ['connection', 'connections'],
} as const

function sentenceOf(of: keyof typeof USED_BY, kind: string, used: number): string {
  const [one, several] = USED_BY[of]
  const are = used === 1 ? `1 ${one} is` : `${used} ${several} are`
  return `${are} of the kind “${kind}”, and no plugin in use is. What is stored stays; install the plugin again.`
}
