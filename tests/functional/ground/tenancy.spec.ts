import { randomUUID } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { TenantModel } from '#app/workspaces/tenant_model'
import { currentScope, type Scope, within } from '#app/workspaces/within'
import { countRows, placeForm, unscoped } from '#tests/functional/place'
import { newCreator, type Creator } from '#tests/functional/visitor'

/** Tables without a tenant's data: people, sessions, counters, ids. Everything else needs policies. */
const GLOBAL_TABLES = [
  'adonis_schema',
  'adonis_schema_versions',
  'form_addresses',
  // pg-boss: jobs hold ids only
  'jobs.bam',
  'jobs.job',
  'jobs.job_dependency',
  'jobs.queue',
  'jobs.queue_stats',
  'jobs.schedule',
  'jobs.subscription',
  'jobs.version',
  'jobs.warning',
  'rate_limits',
  'sessions',
  'setup_link',
  'spare_files',
  'account_invitations',
  'account_mails',
  'password_resets',
  'users',
]

class FormRow extends TenantModel {
  static table = 'forms'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare workspaceId: string

  @column()
  declare title: string

  @column()
  declare slug: string
}

/** What is wrong with the policies of the tables in the database: one line for each fault. */
async function faults(): Promise<string[]> {
  const { rows } = await db.connection('owner').rawQuery<{
    rows: {
      name: string
      owner: string
      enabled: boolean
      forced: boolean
      has_workspace: boolean
      roles: string[] | null
      checked: string[] | null
    }[]
  }>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name, pg_get_userbyid(c.relowner) as owner,
      c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id') as has_workspace,
      (select array_agg(distinct r.rolname::text) from pg_policy p join pg_roles r on r.oid = any (p.polroles)
        where p.polrelid = c.oid and p.polcmd = '*') as roles,
      (select array_agg(pg_get_expr(p.polqual, p.polrelid) || ' / ' || pg_get_expr(p.polwithcheck, p.polrelid))
        from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as checked
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p')
      and not (n.nspname = 'jobs' and c.relispartition)`)
  return rows.flatMap((table) => {
    const found: string[] = []
    if (table.owner !== 'fw_owner') found.push(`${table.name} belongs to ${table.owner}`)
    const isGlobal = GLOBAL_TABLES.includes(table.name)
    if (isGlobal && table.has_workspace && table.name !== 'form_addresses') {
      found.push(`${table.name} is listed as global but carries workspace_id`)
    }
    if (isGlobal) return found
    if (!table.enabled) found.push(`${table.name}: row-level security is off`)
    if (!table.forced) found.push(`${table.name}: row-level security is not forced`)
    for (const role of ['fw_app', 'fw_operator', 'fw_owner']) {
      if (!table.roles?.includes(role)) found.push(`${table.name}: no policy for ${role}`)
    }
    const [tenant] = table.checked ?? []
    if (!tenant || tenant.split('app.workspace_id').length !== 3) {
      found.push(`${table.name}: the tenant policy does not compare the workspace when reading and writing`)
    }
    return found
  })
}

test.group('Row-level security', () => {
  test('every table is either global by name or has its three policies, forced', async ({ assert }) => {
    assert.deepEqual(await faults(), [])
  })

  test('a new table without a policy is found', async ({ assert }) => {
    const owner = db.connection('owner')
    await owner.rawQuery('create table forgotten (workspace_id uuid, note text)')
    try {
      assert.include(await faults(), 'forgotten: row-level security is off')
      await owner.rawQuery('alter table forgotten enable row level security')
      assert.include(await faults(), 'forgotten: row-level security is not forced')
      assert.include(await faults(), 'forgotten: no policy for fw_app')
    } finally {
      await owner.rawQuery('drop table forgotten')
    }
  })

  test('the serving role sees rows by no policy but that of its workspace and of its person', async ({
    assert,
  }) => {
    const { rows } = await db.connection('owner').rawQuery<{ rows: { name: string; roles: string[] }[] }>(`
      select tablename || '.' || policyname as name, roles::text[] from pg_policies
      where policyname not in ('tenant', 'operator', 'owner') order by 1`)
    assert.deepEqual(
      rows.map(({ name, roles }) => [name, ...roles]),
      [
        ['memberships.mine', 'fw_app'],
        ['submissions.search', 'fw_search'],
        ['workspaces.mine', 'fw_app'],
      ],
    )
    const { rows: foreign } = await db.connection('owner').rawQuery<{ rows: unknown[] }>(`
      select tablename, policyname from pg_policies
      where (policyname, roles::text[]) not in (values ('tenant', array['fw_app']), ('operator', array['fw_operator']),
        ('owner', array['fw_owner']), ('mine', array['fw_app']), ('search', array['fw_search']))`)
    assert.deepEqual(foreign, [])
  })

  test('rows refer to rows of their own workspace only', async ({ assert }) => {
    const { rows } = await db.connection('owner').rawQuery<{ rows: { name: string }[] }>(`
      with tenant as (select attrelid as id, attnum from pg_attribute where attname = 'workspace_id' and not attisdropped)
      select c.conrelid::regclass || '.' || c.conname as name
      from pg_constraint c join tenant a on a.id = c.conrelid join tenant b on b.id = c.confrelid
      where c.contype = 'f' and not exists (
        select from unnest(c.conkey, c.confkey) as k (own, other) where k.own = a.attnum and k.other = b.attnum)`)
    assert.deepEqual(rows, [])
  })

  test('a function that lends its rights fixes where it looks, and belongs to who may do nothing else', async ({
    assert,
  }) => {
    const { rows } = await db.connection('owner').rawQuery<{
      rows: { name: string; owner: string; fixed: boolean; everybody: boolean }[]
    }>(`
      select p.proname as name, pg_get_userbyid(p.proowner) as owner,
        coalesce('search_path=public, pg_temp' = any (p.proconfig), false) as fixed,
        coalesce((select bool_or(a.grantee = 0) from aclexplode(p.proacl) a), true) as everybody
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname !~ '^pg_' order by 1`)
    assert.isAbove(rows.length, 0)
    for (const { name, owner, fixed, everybody } of rows) {
      assert.isTrue(fixed, `${name} looks where its caller says`)
      assert.isFalse(everybody, `${name} may be called by every role`)
      assert.include(['fw_search', 'fw_owner'], owner, name)
    }
  })

  test('a function that sets the workspace itself bounds its time like any work in one', async ({
    assert,
  }) => {
    const { rows } = await db.connection('owner').rawQuery<{ rows: { name: string; bounds: boolean }[] }>(`
      select proname as name, prosrc like '%set_config(''transaction_timeout'', ''5000'', true)%' as bounds
      from pg_proc where prosrc like '%set_config(''app.workspace_id''%' order by 1`)
    assert.deepEqual(rows, [
      { name: 'count_submissions', bounds: true },
      { name: 'role_of', bounds: true },
      { name: 'store_judged_submissions', bounds: true },
      { name: 'store_submissions', bounds: true },
    ])
  })

  test('the serving role writes nothing of migrations, and forgets no more than is old', async ({
    assert,
  }) => {
    for (const statement of [
      'delete from adonis_schema',
      "insert into adonis_schema (name, batch) values ('x', 1)",
      'update adonis_schema_versions set version = 1',
    ])
      await assert.rejects(() => unscoped().rawQuery(statement), /permission denied/)
    await assert.rejects(() => unscoped().rawQuery("select forget_exports('-1 day')"), /does not exist/)
    await assert.rejects(() => unscoped().rawQuery("select forms_to_purge('-1 day', 1)"), /does not exist/)
  })

  test('no role stands above the policies, and the serving roles own nothing', async ({ assert }) => {
    const { rows } = await db.rawQuery<{ rows: { rolname: string; above: boolean; owns: boolean }[] }>(`
      select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as above,
        exists (select from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where rolname like 'fw\\_%' order by rolname`)
    assert.deepEqual(
      rows.map(({ rolname, above, owns }) => [rolname, above, owns]),
      [
        ['fw_app', false, false],
        ['fw_operator', false, false],
        ['fw_owner', false, true],
        ['fw_search', false, false],
      ],
    )
  })

  test('views look through the eyes of who asks', async ({ assert }) => {
    const { rows } = await db.rawQuery<{ rows: { relname: string }[] }>(`
      select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind in ('v', 'm')
        and not coalesce('security_invoker=true' = any (reloptions) or 'security_invoker=on' = any (reloptions), false)`)
    assert.deepEqual(rows, [])
  })
})

test.group('within', () => {
  test('twenty workspaces at once over a small pool each see their own rows only', async ({ assert }) => {
    const people: Creator[] = []
    for (let index = 0; index < 20; index += 1) people.push(await newCreator())
    await Promise.all(
      people.map(async ({ workspaceId }, index) => {
        for (let form = 0; form <= index % 4; form += 1) await placeForm(workspaceId)
      }),
    )
    const seen = await Promise.all(
      people.map(({ workspaceId }) =>
        within(workspaceId, async ({ trx }) => {
          await trx.rawQuery('select pg_sleep(0.02)')
          const { rows } = await trx.rawQuery<{ rows: { workspace_id: string }[] }>(
            'select workspace_id from forms',
          )
          return rows.map((row) => row.workspace_id)
        }),
      ),
    )
    seen.forEach((ids, index) => {
      assert.deepEqual(ids, Array(1 + (index % 4)).fill(people[index]?.workspaceId))
    })
  })

  test('without a workspace nothing of any tenant is found, and nothing can be written', async ({
    assert,
  }) => {
    const { workspaceId } = await newCreator()
    await placeForm(workspaceId)
    const { rows } = await unscoped().rawQuery<{ rows: unknown[] }>('select 1 from forms limit 1')
    assert.lengthOf(rows, 0)
    await assert.rejects(
      () =>
        unscoped().rawQuery(`insert into forms (workspace_id, slug, title) values (?, 'aaa', 'x')`, [
          workspaceId,
        ]),
      /row-level security/,
    )
  })

  test('a row cannot be written into another workspace, nor moved there', async ({ assert }) => {
    const mine = await newCreator()
    const theirs = await newCreator()
    await placeForm(mine.workspaceId)
    const insert = `insert into forms (workspace_id, slug, title) values (?, 'aaa', 'x')`
    await assert.rejects(
      () => within(mine.workspaceId, ({ trx }) => trx.rawQuery(insert, [theirs.workspaceId])),
      /row-level security/,
    )
    const move = 'update forms set workspace_id = ?'
    await assert.rejects(
      () => within(mine.workspaceId, ({ trx }) => trx.rawQuery(move, [theirs.workspaceId])),
      /row-level security|foreign key/,
    )
    assert.equal(await countRows(theirs.workspaceId, 'forms'), 0)
  })

  test('a nested call takes part in the same transaction; one for another workspace throws', async ({
    assert,
  }) => {
    const { workspaceId } = await newCreator()
    await within(workspaceId, async (outer) => {
      await within(workspaceId, async (inner) => assert.strictEqual(inner, outer))
      assert.strictEqual(currentScope(), outer)
      await assert.rejects(() => within(randomUUID(), async () => undefined), /another/)
    })
  })

  test('what fails inside leaves nothing behind', async ({ assert }) => {
    const { workspaceId } = await newCreator()
    await assert.rejects(
      () =>
        within(workspaceId, async () => {
          await placeForm(workspaceId)
          throw new Error('no')
        }),
      'no',
    )
    assert.equal(await countRows(workspaceId, 'forms'), 0)
  })

  test('has five seconds, and the person beside the workspace', async ({ assert }) => {
    const { workspaceId, userId } = await newCreator()
    const ask = ({ trx }: Scope) =>
      trx.rawQuery<{ rows: unknown[] }>(`select current_setting('transaction_timeout') as most,
        current_setting('app.workspace_id') as workspace, nullif(current_setting('app.user_id', true), '') as person`)
    assert.deepEqual((await within(workspaceId, ask, { userId })).rows, [
      { most: '5s', workspace: workspaceId, person: userId },
    ])
    assert.deepEqual((await within(workspaceId, ask)).rows, [
      { most: '5s', workspace: workspaceId, person: null },
    ])
  })

  test('the database ends what takes longer than that', async ({ assert }) => {
    const { workspaceId } = await newCreator()
    const sleep = () => within(workspaceId, ({ trx }) => trx.rawQuery('select pg_sleep(60)'))
    await assert.rejects(sleep, /timeout/)
  })
})

test.group('Tenant models', () => {
  test('outside a workspace they throw instead of finding nothing', async ({ assert }) => {
    for (const use of [
      () => FormRow.query().first(),
      () => FormRow.find(randomUUID()),
      () => FormRow.create({ title: 'x', slug: 'aaa' }),
    ]) {
      const error: unknown = await Promise.resolve()
        .then(use)
        .catch((caught: unknown) => caught)
      assert.propertyVal(error, 'code', 'E_NO_WORKSPACE')
    }
  })

  test('inside they carry the workspace and see only its rows', async ({ assert }) => {
    const mine = await newCreator()
    const theirs = await newCreator()
    await placeForm(theirs.workspaceId)
    const slug = `slug-${randomUUID()}`
    await within(mine.workspaceId, async () => {
      const made = await FormRow.create({ title: 'Mine', slug })
      assert.match(made.id, /^[0-9a-f-]{36}$/)
      const all = await FormRow.all()
      assert.deepEqual(
        all.map((row) => [row.title, row.workspaceId]),
        [['Mine', mine.workspaceId]],
      )
      made.title = 'Renamed'
      await made.save()
      await made.refresh()
      assert.equal(made.title, 'Renamed')
      await made.delete()
    })
    assert.equal(await countRows(theirs.workspaceId, 'forms'), 1)
  })
})
