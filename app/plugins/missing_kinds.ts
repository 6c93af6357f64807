import pg from 'pg'
import type { InstalledPlugin } from './registry.ts'

/** A kind that is in use, and that no plugin is of. */
interface MissingKind {
  of: 'blocks' | 'integrations' | 'connections'
  kind: string
  /** how many forms, integrations or connections */
  used: number
}

/** How long a large database is looked through, in milliseconds. */
const LONGEST = 20_000

const IN_USE = `
  select 'blocks' as of, kind, count(distinct form_id)::int as used from draft_blocks
  where content is not null and kind not like 'settings.%' and kind <> all ($1) group by kind
  union all
  select 'integrations', kind, count(*)::int from integrations where kind <> all ($2) group by kind
  union all
  select 'connections', service, count(*)::int from connections where service <> all ($3) group by service
  order by 1, 2`

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
    const { rows } = await client.query<MissingKind>(IN_USE, [
      kindsOf('fields', 'layout'),
      kindsOf('integrations'),
      kindsOf('connections'),
    ])
    return rows.map(sentenceOf)
  } finally {
    await client.end()
  }
}

const USED_BY = {
  blocks: ['form', 'forms'],
  integrations: ['integration', 'integrations'],
  connections: ['connection', 'connections'],
} as const

function sentenceOf({ of, kind, used }: MissingKind): string {
  const [one, several] = USED_BY[of]
  const are = used === 1 ? `1 ${one} is` : `${used} ${several} are`
  return `${are} of the kind “${kind}”, and no plugin in use is. What is stored stays; install the plugin again.`
}
