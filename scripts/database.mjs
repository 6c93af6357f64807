// Roles, database, extensions and migrations. Every step can be repeated.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { runProgram } from './run_program.mjs'
import { ROOT, rolePassword } from './settings.mjs'
import { codeOf, Stop } from './stop.mjs'

/** @typedef {Pick<import('./postgres.mjs').Server, 'host' | 'port' | 'user' | 'password'>} EmbeddedServer */

/** Roles that sign in. fw_search owns the search function only and never signs in. */
const LOGINS = ['fw_owner', 'fw_app', 'fw_operator']

const EXTENSIONS = ['pg_trgm', 'btree_gin', 'unaccent']

/**
 * What a database needs once, as SQL for a role that may create roles; run by us, or printed for an administrator.
 * @param {string} database
 * @param {Record<string, string>} passwords
 */
export function preparation(database, passwords) {
  /** @param {string} role */
  const login = (role) => `
do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;
end $$;
alter role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password '${passwords[role]}';`
  return `${LOGINS.map(login).join('')}
do $$ begin
  if not exists (select from pg_roles where rolname = 'fw_search') then create role fw_search; end if;
end $$;
alter role fw_search nologin nosuperuser nobypassrls nocreatedb nocreaterole;
grant fw_search to fw_owner;
grant connect on database "${database}" to fw_app, fw_operator;
grant connect, create, temporary on database "${database}" to fw_owner;
grant usage, create on schema public to fw_owner, fw_search;
grant usage on schema public to fw_app, fw_operator;
${EXTENSIONS.map((name) => `create extension if not exists ${name};`).join('\n')}
`
}

/** The first PostgreSQL with all that is asked of it, as it counts its versions itself. */
const OLDEST = 180_000

/** Several may start on one database at the same time: each waits for its turn under this number. */
const TURN = 20_261

/** A run of migrations holds this number for as long as it lives, whoever began it. */
const MIGRATING = 1

/**
 * Runs SQL as one transaction, when no other start is at it.
 * @param {pg.Client} client
 * @param {string} sql
 */
function inTurn(client, sql) {
  return client.query(`select pg_advisory_xact_lock(${TURN}); ${sql}`)
}

/** What every new table is granted; the owner says it about its own tables. */
const GRANTS = `
alter default privileges in schema public grant select, insert, update, delete on tables to fw_app, fw_operator;
alter default privileges in schema public grant usage, select on sequences to fw_app, fw_operator;
`

/**
 * Runs `work` with a connection of its own.
 * @template T
 * @param {pg.ClientConfig} connection
 * @param {(client: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(connection, work) {
  const client = new pg.Client(connection)
  // a server that stops between two queries: the next one fails, or none was wanted any more
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Connection strings of the three roles in a database of the embedded server.
 * @param {EmbeddedServer} server
 * @param {string} database
 */
export function embeddedUrls(server, database) {
  /** @param {string} role */
  const url = (role) =>
    `postgres://${role}:${rolePassword(server.password, role)}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`
  return {
    DATABASE_URL: url('fw_app'),
    DATABASE_OWNER_URL: url('fw_owner'),
    DATABASE_OPERATOR_URL: url('fw_operator'),
  }
}

/**
 * Roles and database on the embedded server; answers the connection strings.
 * @param {EmbeddedServer} server
 * @param {string} [database]
 */
export async function prepareEmbedded(server, database = 'formwright') {
  const connection = { host: server.host, port: server.port, user: server.user, password: server.password }
  const passwords = Object.fromEntries(LOGINS.map((role) => [role, rolePassword(server.password, role)]))
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    if (!(await client.query('select from pg_database where datname = $1', [database])).rowCount) {
      await client.query(`create database "${database}"`)
    }
  })
  await withClient({ ...connection, database }, (client) => inTurn(client, preparation(database, passwords)))
  const urls = embeddedUrls(server, database)
  await withClient({ connectionString: urls.DATABASE_OWNER_URL }, (client) => inTurn(client, GRANTS))
  return urls
}

/**
 * A connection string without its password, for messages.
 * @param {string} url
 */
function shown(url) {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@')
}

/**
 * Where a connection string leads, as a person would say it.
 * @param {URL} url
 */
function serverOf(url) {
  const socket = url.searchParams.get('host')
  return socket || `${url.hostname || 'localhost'}:${url.port || 5432}`
}

/**
 * What is wrong with a connection string and what to do about it, by the code that Node or PostgreSQL gave.
 * @param {string} name
 * @param {URL} url
 * @param {unknown} error
 */
function remedy(name, url, error) {
  const { username, pathname } = url
  const database = decodeURIComponent(pathname.slice(1)) || username
  const nobody = `nobody answers at ${serverOf(url)}. Start PostgreSQL there, or correct ${name}. Without DATABASE_URL and DATABASE_OWNER_URL, Formwright starts a database of its own.`
  const signIn = `PostgreSQL at ${serverOf(url)} refuses "${username}" with this password. Correct the name or the password in ${name}.`
  const unknown = `no machine is called ${url.hostname}. Correct the host in ${name}.`
  /** @type {Record<string, string>} */
  const remedies = {
    ECONNREFUSED: nobody,
    ECONNRESET: nobody,
    EHOSTUNREACH: nobody,
    ENETUNREACH: nobody,
    ETIMEDOUT: nobody,
    ENOENT: nobody,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    '28P01': signIn,
    28000: signIn,
    '3D000': `PostgreSQL at ${serverOf(url)} has no database "${database}". Make it (createdb ${database}), or correct ${name}.`,
    53300: `PostgreSQL at ${serverOf(url)} has no connection left. Stop what holds them, or raise its max_connections.`,
  }
  const message = error instanceof Error ? error.message : ''
  const silent = /timeout|terminated unexpectedly/i.test(message)
  return remedies[codeOf(error)] ?? (silent ? nobody : `${message || codeOf(error)}. Correct ${name}.`)
}

/**
 * @param {string} name
 * @param {string} url
 */
async function connectionTo(name, url) {
  let client
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (error) {
    throw new Stop(
      `${name} (${shown(url)}) does not lead to a database: ${remedy(name, new URL(url), error)}`,
    )
  }
}

/**
 * The third role is ours to name when it was not given; where it cannot sign in, only its administrator can help.
 * @param {string} url
 */
async function refuseMissingOperator(url) {
  const refused = await withClient({ connectionString: url }, async () => false).catch(() => true)
  if (!refused) return
  const { username, password } = new URL(url)
  throw new Stop(
    `DATABASE_OPERATOR_URL is not set, and the role ${username} cannot sign in with the password of this instance. Set it, or let an administrator run this and start again:
alter role ${username} login password '${password}';`,
  )
}

/**
 * The connection strings for a database of the operator's. With DATABASE_URL and DATABASE_OWNER_URL both are taken as
 * they are; with one that may create roles, the roles are made; otherwise the SQL to run is the answer.
 * @param {string} key
 */
export async function prepareExternal(key) {
  const given = process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL || ''
  const passwords = Object.fromEntries(LOGINS.map((role) => [role, rolePassword(key, role)]))
  /** @param {string} role */
  const urlFor = (role) => {
    const url = new URL(given)
    url.username = role
    url.password = passwords[role]
    return url.toString()
  }
  const client = await connectionTo(process.env.DATABASE_URL ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', given)
  let urls
  try {
    const { rows } = await client.query(
      `select current_database() as database, rolsuper or rolcreaterole as may, rolname as name,
         current_setting('server_version_num')::int as number, current_setting('server_version') as version
       from pg_roles where rolname = current_user`,
    )
    const { database, may, name, number, version } = rows[0]
    if (number < OLDEST)
      throw new Stop(
        `PostgreSQL at ${serverOf(new URL(given))} is version ${version}. Formwright needs 18 or later: update it, or name another one in DATABASE_URL.`,
      )
    if (process.env.DATABASE_URL && process.env.DATABASE_OWNER_URL) {
      urls = {
        DATABASE_URL: process.env.DATABASE_URL,
        DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL,
        DATABASE_OPERATOR_URL: process.env.DATABASE_OPERATOR_URL || urlFor('fw_operator'),
      }
    } else if (may) {
      await inTurn(client, preparation(database, passwords))
      urls = {
        DATABASE_URL: urlFor('fw_app'),
        DATABASE_OWNER_URL: urlFor('fw_owner'),
        DATABASE_OPERATOR_URL: urlFor('fw_operator'),
      }
    } else {
      throw new Stop(
        `The role ${name} may not create roles. Let an administrator run this in the database "${database}", then start with
DATABASE_URL=${urlFor('fw_app')}
DATABASE_OWNER_URL=${urlFor('fw_owner')}
DATABASE_OPERATOR_URL=${urlFor('fw_operator')}
${preparation(database, passwords)}`,
      )
    }
  } finally {
    await client.end()
  }
  for (const [name, url] of Object.entries(urls)) {
    if (name === 'DATABASE_OPERATOR_URL' && !process.env[name]) await refuseMissingOperator(url)
    await (await connectionTo(name, url)).end()
  }
  await withClient({ connectionString: urls.DATABASE_OWNER_URL }, (owner) => inTurn(owner, GRANTS))
  return urls
}

/**
 * Refuses to serve as a role that could see past the policies, or on a server that may forget what it confirmed.
 * @param {string} url
 * @param {{ durable: boolean }} options
 */
export async function checkServing(url, { durable }) {
  await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query(`
      select rolname as name, rolsuper or rolbypassrls as above,
        exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owns,
        current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit
      from pg_roles where rolname = current_user`)
    const found = rows[0]
    if (found.above || found.owns) {
      throw new Stop(
        `DATABASE_URL signs in as ${found.name}, which could see the data of all workspaces. It must be a role that owns no tables and is no superuser.`,
      )
    }
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => found[name] === 'off')
    if (durable && off.length) {
      throw new Stop(
        `PostgreSQL runs with ${off.join(', ')} off: answers could be lost. Turn it on and start again.`,
      )
    }
  })
}

/** The migrations there are, by name, each with a checksum of its text. */
function migrations() {
  const folder = path.join(ROOT, 'database/migrations')
  return new Map(
    fs.readdirSync(folder).map((file) => {
      const text = fs.readFileSync(path.join(folder, file))
      return [path.parse(file).name, createHash('sha256').update(text).digest('hex')]
    }),
  )
}

/**
 * The migrations a database has run, with the checksums they had; none in an empty one.
 * @param {pg.Client} client
 */
async function appliedMigrations(client) {
  const { rows } = await client.query(`select to_regclass('public.adonis_schema') is not null as made`)
  if (!rows[0].made) return []
  // read as JSON, for the column is ours and added after the first run
  /** @type {pg.QueryResult<{ name: string, checksum: string | null }>} */
  const applied = await client.query(
    `select name, to_jsonb(s) ->> 'checksum' as checksum from adonis_schema s`,
  )
  return applied.rows.map(({ name, checksum }) => ({ name: path.basename(name), checksum }))
}

/**
 * @param {pg.Client} client
 * @param {ReadonlyMap<string, string>} known
 */
async function saveChecksums(client, known) {
  await client.query('alter table adonis_schema add column if not exists checksum text')
  for (const [name, checksum] of known) {
    await client.query('update adonis_schema set checksum = $2 where name = $1', [
      `database/migrations/${name}`,
      checksum,
    ])
  }
  // what was run is for the owner to say
  await client.query(
    'revoke insert, update, delete on adonis_schema, adonis_schema_versions from fw_app, fw_operator',
  )
}

/**
 * Brings the schema up to date. A database that ran a migration which is not there, or was another one then, is of
 * another version: it is refused untouched, for nothing can tell what its tables are.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [remedy] what to do then, as the beginning of a sentence
 */
export async function migrate(env, remedy = emptyDatabase()) {
  await withClient({ connectionString: env.DATABASE_OWNER_URL }, async (client) => {
    await client.query(`select pg_advisory_lock(${TURN})`)
    const known = migrations()
    for (;;) {
      // a start that was killed gave up its turn, and may have left its run at work in a database of the operator
      await client.query(`select pg_advisory_lock(${MIGRATING})`)
      await client.query(`select pg_advisory_unlock(${MIGRATING})`)
      const applied = await appliedMigrations(client)
      const foreign = applied.find(
        ({ name, checksum }) => !known.has(name) || (checksum && checksum !== known.get(name)),
      )
      if (foreign) throw new Stop(otherVersion(foreign.name, remedy))
      if (applied.length === known.size && applied.every(({ checksum }) => checksum)) return
      if (!(await runMigrations(env))) continue
      await saveChecksums(client, known)
      return
    }
  })
}

/**
 * Runs what is still to run; false where another run was quicker, which is to be waited for.
 * @param {NodeJS.ProcessEnv} env
 */
async function runMigrations(env) {
  const args = ['ace.js', 'migration:run', '--connection=owner', '--force', '--compact-output']
  const { code, output } = await runProgram(process.execPath, args, { cwd: ROOT, env })
  if (code !== 0 && !output.includes('Concurrent migrations'))
    throw new Stop(`The migrations failed:\n${output}`)
  return code === 0
}

function emptyDatabase() {
  const external = process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL
  return external ? 'Name an empty database in DATABASE_URL' : 'Set STORAGE_DIR to a new folder'
}

/**
 * @param {string} migration
 * @param {string} remedy
 */
function otherVersion(migration, remedy) {
  return `The database was made by another version of Formwright, and this one cannot take it over (its migration ${migration} is not the one here). ${remedy}, or start the version that made it: before the first release no data is carried over.`
}
