import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import pg from 'pg'
import { freePort, Instance } from '#tests/functional/ground/instance'
import { OldPostgres } from '#tests/functional/ground/old_postgres'
import { Visitor } from '#tests/functional/visitor'

const person = { name: 'A', email: 'a@example.com', password: 'correct horse battery' }

/** A browser knows hosts and no ports: it sends the cookies of both instances to each. */
async function inOneBrowser(assert: Assert, urls: string[]): Promise<void> {
  const cookies = new Map<string, string>()
  const visitors = urls.map((url) => new Visitor(url))
  for (const visitor of visitors) {
    visitor.cookies = cookies
    await visitor.get('/api/user')
    const { email, password } = person
    assert.equal((await visitor.post('/api/login', { email, password })).status, 200)
  }
  const chosen: string[] = []
  for (const visitor of visitors) {
    assert.equal((await visitor.get('/api/user')).status, 200, 'still signed in')
    const made = await visitor.post<{ data: { id: string } }>('/api/workspaces', { name: 'Second' })
    assert.equal(made.status, 201, made.text)
    chosen.push(made.body.data.id)
  }
  assert.equal(cookies.get('currentWorkspace'), chosen.toReversed().join('.'))
}

async function post(baseUrl: string, path: string, body: object): Promise<number> {
  const visitor = new Visitor(baseUrl)
  await visitor.get('/api/user')
  return (await visitor.post(path, body)).status
}

/** Processes that were started for a storage folder and still run, by their commands. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ')
      const command = read('cmdline').trim()
      return command && `${command} ${read('environ')}`.includes(folder) ? [command] : []
    } catch {
      return [] // no process, or just gone
    }
  })
}

/** Folders in which a database is made before it takes its place. */
function databasesInTheMaking(storage: string): string[] {
  const folder = join(storage, 'postgres')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('data.new')) : []
}

test.group('npm start', (group) => {
  let folder = ''
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'formwright-start-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })
  const storage = (name: string) => join(folder, name)

  test('two instances run side by side, stop cleanly, and recover from kill -9 with everything kept', async ({
    assert,
  }) => {
    const ports = [await freePort(), await freePort()]
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const start = (index: number) =>
      new Instance({ STORAGE_DIR: storage(`side-${index}`), PORT: String(ports[index]) })
    const [one, two] = [start(0), start(1)]
    await Promise.all([one.ready(), two.ready()])
    const setUp = (instance: Instance, index: number) =>
      post(urls[index] ?? '', '/api/setup', { ...person, token: instance.setupToken() })
    assert.equal(await setUp(one, 0), 201)
    assert.equal(await setUp(two, 1), 201, 'the other instance knows nobody')
    await inOneBrowser(assert, urls)
    const asked = Date.now()
    assert.equal(await two.stop(), 0)
    assert.isBelow(Date.now() - asked, 10_000, 'stopped by itself, not by force')
    await assert.rejects(() => fetch(`${urls[1]}/health/live`))

    one.child.kill('SIGKILL')
    await one.exited
    const again = start(0)
    await again.ready()
    assert.equal(await post(urls[0] ?? '', '/api/register', person), 422, 'the account is still there')
    assert.equal(await again.stop(), 0)
    const pidFile = join(storage('side-0'), 'postgres/data/postmaster.pid')
    assert.throws(() => readFileSync(pidFile), /ENOENT/)
  })

  const moments: [string, (instance: Instance, folder: string) => boolean][] = [
    ['the database is made', (_instance, folder) => databasesInTheMaking(folder).length > 0],
    ['the schema is made', (instance) => instance.output.includes('PostgreSQL started')],
  ]
  for (const [index, [when, isNow]] of moments.entries()) {
    test(`leaves nothing behind when it is stopped while ${when}, and starts again`, async ({ assert }) => {
      const settings = { STORAGE_DIR: storage(`stopped-${index}`), PORT: String(await freePort()) }
      const instance = new Instance(settings)
      while (!isNow(instance, settings.STORAGE_DIR)) await setTimeout(10)
      assert.equal(await instance.stop(), 0)
      assert.match(instance.output.trim(), /^\[.+\] Stopping$/m)
      assert.notMatch(instance.output, /^(?!\[)./m, 'nothing but stages is said')
      assert.deepEqual(processesOf(settings.STORAGE_DIR), [])
      const again = new Instance(settings)
      await again.ready()
      assert.equal(await again.stop(), 0)
    })
  }

  test('is killed while the database is made, and starts again at once, whatever goes on there', async ({
    assert,
  }) => {
    const settings = { STORAGE_DIR: storage('killed'), PORT: String(await freePort()) }
    const seen = new Set<string>()
    for (let kills = 0; kills < 3; kills += 1) {
      const instance = new Instance(settings)
      const making = () => databasesInTheMaking(settings.STORAGE_DIR).filter((name) => !seen.has(name))
      while (making().length === 0 && instance.child.exitCode === null) await setTimeout(10)
      for (const name of making()) seen.add(name)
      await setTimeout(100)
      assert.isNull(instance.child.exitCode, instance.output)
      instance.child.kill('SIGKILL')
      await instance.exited
    }
    const again = new Instance(settings)
    await again.ready()
    assert.equal(await again.stop(), 0)
    assert.deepEqual(databasesInTheMaking(settings.STORAGE_DIR), [])
  })

  test('waits for migrations that a killed start left at work in a database of the operator', async ({
    assert,
    cleanup,
  }) => {
    const left = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
    await left.connect()
    cleanup(() => left.end())
    // as a run of migrations does for as long as it lives
    await left.query('select pg_advisory_lock(1)')
    const instance = new Instance({
      PORT: String(await freePort()),
      STORAGE_DIR: storage('waiting'),
      FORMWRIGHT_TEST: '1',
      DATABASE_URL: process.env.DATABASE_URL ?? '',
      DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? '',
      DATABASE_OPERATOR_URL: process.env.DATABASE_OPERATOR_URL ?? '',
    })
    const waits = `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`
    while ((await left.query(waits)).rowCount === 0 && !instance.output.includes('Schema up to date'))
      await setTimeout(20)
    assert.notInclude(instance.output, 'Schema up to date')
    await left.query('select pg_advisory_unlock(1)')
    await instance.ready()
    assert.equal(await instance.stop(), 0)
  })

  const refusals: [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      'a port in use',
      async () => ({ PORT: process.env.PORT ?? '', STORAGE_DIR: storage('refused') }),
      /^Port \d+ on 127\.0\.0\.1 is in use\. Stop what runs there, or set PORT to another one\.$/,
    ],
    [
      'a port that is none',
      async () => ({ PORT: 'eighty', STORAGE_DIR: storage('refused') }),
      /^PORT is "eighty", but must be a number from 1 to 65535\.$/,
    ],
    ...Object.entries({
      APP_URL: [
        'https://example.com/forms',
        'is "https://example.com/forms", but must be an address such as',
      ],
      DATABASE_URL: ['hunter2@somewhere', 'must be an address such as postgres://'],
      APP_KEY: ['hunter2', 'must be at least 16 characters long'],
      TRUST_PROXY: ['10.0.0.0/33', 'is "10.0.0.0/33", but must be addresses or ranges'],
      OUTBOUND_ALLOW: ['localhost', 'is "localhost", but must be addresses or ranges'],
      DELIVERY_SCHEDULE: ['0,soon', 'is "0,soon", but must be seconds'],
      SUBMISSIONS_PER_MINUTE: ['0', 'is "0", but must be a whole number from 1'],
      HEAP_MB: ['64', 'is "64", but must be a whole number of megabytes from 200'],
      DEMO: ['yes', 'is "yes", but must be one of 0, 1'],
      FRONTEND: ['vue', 'is "vue", but must be one of preact, react'],
      LOG_LEVEL: ['loud', 'is "loud", but must be one of trace'],
      SMTP_URL: ['smtps://', 'must be an address such as smtps://'],
      MAIL_FROM: ['Forms <forms@', 'is "Forms <forms@", but must be an address such as'],
      SLACK_URL: ['slack.proxy', 'is "slack.proxy", but must be an address such as https://'],
    }).map(([name, [value = '', words = '']]): [string, () => Promise<Record<string, string>>, RegExp] => [
      `an unusable ${name}`,
      async () => ({ PORT: String(await freePort()), STORAGE_DIR: storage('refused'), [name]: value }),
      new RegExp(`^${name} ${words}.*\\.$`),
    ]),
    [
      'a mail server without a sender',
      async () => ({
        PORT: String(await freePort()),
        STORAGE_DIR: storage('refused'),
        SMTP_URL: 'smtps://mail.example.com',
      }),
      /^SMTP_URL is set, and MAIL_FROM is not\. Mail needs both: set it, or neither\.$/,
    ],
    [
      'a folder that cannot be written',
      async () => ({ PORT: String(await freePort()), STORAGE_DIR: '/dev/null/storage' }),
      /^The folder \/dev\/null\/storage cannot be written \(\w+\)\. Make it writable, or set STORAGE_DIR to another one\.$/,
    ],
    [
      'a folder where none can be made',
      async () => ({ PORT: String(await freePort()), STORAGE_DIR: '/proc/formwright/storage' }),
      /^The folder \/proc\/formwright\/storage cannot be written \(\w+\)\. Make it writable, or set STORAGE_DIR to another one\.$/,
    ],
    [
      'a key that is not whole',
      async () => {
        mkdirSync(storage('keyless'), { recursive: true })
        writeFileSync(join(storage('keyless'), 'roles.key'), '')
        return {
          PORT: String(await freePort()),
          STORAGE_DIR: storage('keyless'),
          DATABASE_URL: process.env.DATABASE_URL ?? '',
        }
      },
      /^The secret in .+\/roles\.key is not whole\. Put it back from a backup, or remove the file: .+\.$/,
    ],
    [
      'an embedded database whose password is gone',
      async () => {
        const data = join(storage('locked'), 'postgres/data')
        mkdirSync(data, { recursive: true })
        writeFileSync(join(data, 'PG_VERSION'), '18')
        return { PORT: String(await freePort()), STORAGE_DIR: storage('locked') }
      },
      /^The database in .+\/postgres lacks .+\/superuser\.secret, the password of its superuser\. Put the file back from a backup\.$/,
    ],
    [
      'a database address where nobody answers, without showing its password',
      async () => ({
        PORT: String(await freePort()),
        STORAGE_DIR: storage('refused'),
        DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/nothing',
      }),
      /^DATABASE_URL \(postgres:\/\/somebody:…@127\.0\.0\.1:1\/nothing\) does not lead to a database: nobody answers at 127\.0\.0\.1:1\. Start PostgreSQL there, or correct DATABASE_URL\. Without .+ starts a database of its own\.$/,
    ],
    [
      'a wrong password of the database',
      async () => {
        const url = new URL(process.env.DATABASE_URL ?? '')
        url.password = 'hunter2'
        return {
          PORT: String(await freePort()),
          STORAGE_DIR: storage('refused'),
          DATABASE_URL: url.toString(),
        }
      },
      /^DATABASE_URL .+ refuses "fw_app" with this password\. Correct the name or the password in DATABASE_URL\.$/,
    ],
    [
      'a database that does not exist',
      async () => {
        const url = new URL(process.env.DATABASE_URL ?? '')
        url.pathname = '/nothing'
        return {
          PORT: String(await freePort()),
          STORAGE_DIR: storage('refused'),
          DATABASE_URL: url.toString(),
        }
      },
      /^DATABASE_URL .+ has no database "nothing"\. Make it \(createdb nothing\), or correct DATABASE_URL\.$/,
    ],
    [
      'a folder for temporary files that is not there',
      async () => {
        const folder = storage('temporary')
        mkdirSync(`${folder}/postgres/data`, { recursive: true })
        writeFileSync(`${folder}/postgres/data/PG_VERSION`, '18')
        writeFileSync(`${folder}/postgres/superuser.secret`, 'never used')
        return { PORT: String(await freePort()), STORAGE_DIR: folder, TMPDIR: '/nowhere/at/all' }
      },
      /^The folder for temporary files \/nowhere\/at\/all cannot be written \(ENOENT\)\. Make it, or set TMPDIR to another one\.$/,
    ],
    [
      'a database that an older PostgreSQL made',
      async () => {
        const folder = storage('older')
        mkdirSync(`${folder}/postgres/data`, { recursive: true, mode: 0o700 })
        writeFileSync(`${folder}/postgres/data/PG_VERSION`, '17')
        writeFileSync(`${folder}/postgres/data/postgresql.conf`, '')
        writeFileSync(`${folder}/postgres/superuser.secret`, 'never used')
        return { PORT: String(await freePort()), STORAGE_DIR: folder }
      },
      /^The database in .+\/older\/postgres\/data is of PostgreSQL 17, and this version of Formwright has another one\. Start the version that made it, or set STORAGE_DIR to a new folder\.$/,
    ],
    [
      'a role that could see every workspace',
      async () => ({
        PORT: String(await freePort()),
        STORAGE_DIR: storage('refused'),
        FORMWRIGHT_TEST: '1',
        DATABASE_URL: process.env.DATABASE_OWNER_URL ?? '',
        DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? '',
        DATABASE_OPERATOR_URL: process.env.DATABASE_OPERATOR_URL ?? '',
      }),
      /^DATABASE_URL signs in as fw_owner, which could see the data of all workspaces\..*$/m,
    ],
    [
      'a database that may forget what it confirmed',
      async () => ({
        PORT: String(await freePort()),
        STORAGE_DIR: storage('refused'),
        DATABASE_URL: process.env.DATABASE_URL ?? '',
        DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? '',
        DATABASE_OPERATOR_URL: process.env.DATABASE_OPERATOR_URL ?? '',
      }),
      /^PostgreSQL runs with fsync, full_page_writes, synchronous_commit off: answers could be lost\..*$/m,
    ],
  ]
  for (const [what, settings, sentence] of refusals) {
    test(`refuses ${what} in one sentence`, async ({ assert }) => {
      const instance = new Instance(await settings())
      assert.equal(await instance.ended, 1)
      const said = instance.output.replace(/^\[.*\n/gm, '').trim()
      assert.match(said, sentence)
      assert.notInclude(said, '    at ', 'no stack')
      assert.notInclude(said, 'hunter2')
    })
  }

  test('refuses an older PostgreSQL of the operator in one sentence, and changes nothing there', async ({
    assert,
    cleanup,
  }) => {
    const postgres = await OldPostgres.open()
    cleanup(() => postgres.close())
    const settings = { STORAGE_DIR: storage('refused'), DATABASE_URL: postgres.url }
    const instance = new Instance({ PORT: String(await freePort()), ...settings })
    assert.equal(await instance.ended, 1)
    assert.match(
      instance.output.replace(/^\[.*\n/gm, '').trim(),
      /^PostgreSQL at 127\.0\.0\.1:\d+ is version 17\.6\. Formwright needs 18 or later: update it, or name another one in DATABASE_URL\.$/,
    )
    assert.lengthOf(postgres.asked, 1)
  })

  const otherVersions = {
    'ran a migration that is not there': `insert into adonis_schema (name, batch)
      values ('database/migrations/0010_gone', 1)`,
    'ran a migration as it was before': `update adonis_schema set checksum = 'of another text'
      where name = 'database/migrations/0004_forms'`,
  }
  for (const [what, sql] of Object.entries(otherVersions)) {
    test(`refuses a database that ${what}, and says what to do`, async ({ assert, cleanup }) => {
      const owner = db.connection('owner')
      await owner.rawQuery('create table migrations_before as table adonis_schema')
      cleanup(async () => {
        await owner.rawQuery('truncate adonis_schema')
        await owner.rawQuery('insert into adonis_schema select * from migrations_before')
        await owner.rawQuery('drop table migrations_before')
      })
      await owner.rawQuery(sql)
      const instance = new Instance({
        PORT: String(await freePort()),
        STORAGE_DIR: storage('refused'),
        FORMWRIGHT_TEST: '1',
        DATABASE_URL: process.env.DATABASE_URL ?? '',
        DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? '',
        DATABASE_OPERATOR_URL: process.env.DATABASE_OPERATOR_URL ?? '',
      })
      assert.equal(await instance.ended, 1)
      assert.match(
        instance.output.replace(/^\[.*\n/gm, '').trim(),
        /^The database was made by another version of Formwright, and this one cannot take it over \(its migration \d+_\w+ is not the one here\)\. Name an empty database in DATABASE_URL, or start the version that made it: .+\.$/,
      )
    })
  }

  test('prints the SQL to run when the only role may not make roles', async ({ assert }) => {
    const instance = new Instance({
      PORT: String(await freePort()),
      STORAGE_DIR: storage('refused'),
      DATABASE_URL: process.env.DATABASE_URL ?? '',
    })
    assert.equal(await instance.ended, 1)
    assert.include(instance.output, 'The role fw_app may not create roles.')
    assert.match(instance.output, /create role fw_owner;/)
    assert.match(instance.output, /^DATABASE_OWNER_URL=postgres:\/\/fw_owner:/m)
  })
})

test.group('Commands before the first start', (group) => {
  let folder = ''
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'formwright-commands-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  /** Exit code and output of a command in a folder where nothing was started yet. */
  const ace = (...args: string[]) => {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, STORAGE_DIR: folder, NO_COLOR: '1' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['ace.js', ...args], {
      cwd: app.makePath(),
      env,
      encoding: 'utf8',
    })
    return { status, said: `${stdout}${stderr}` }
  }

  test('what needs no database goes on', ({ assert }) => {
    const refused = ace('make:field', 'Not a name')
    assert.equal(refused.status, 1)
    assert.include(refused.said, '"Not a name" cannot be the name of a field')
    assert.equal(ace('list').status, 0)
    assert.equal(ace('make:field', '--help').status, 0)
  })

  test('settings that are not whole are said, with what to do', ({ assert, cleanup }) => {
    const file = join(folder, 'settings.json')
    writeFileSync(file, '{"PORT": ')
    cleanup(() => rmSync(file))
    const { status, said } = ace('seed:demo')
    assert.equal(status, 1)
    assert.match(
      said,
      /^The settings .+\/settings\.json cannot be read: .+ Run npm start, which writes them anew\.\n$/,
    )
  })

  test('what needs one says what to do', ({ assert }) => {
    const { status, said } = ace('seed:demo')
    assert.equal(status, 1)
    assert.equal(
      said,
      `Nothing was started yet with the folder ${folder}. Run npm start first, or set STORAGE_DIR to the folder of a running Formwright.\n`,
    )
  })
})

test.group('Dependencies', () => {
  test('are installed once, and not again when a package is added', ({ assert, cleanup }) => {
    const root = mkdtempSync(join(tmpdir(), 'formwright-install-'))
    cleanup(() => rmSync(root, { recursive: true, force: true }))
    const write = (file: string, content: object) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), JSON.stringify(content))
    }
    for (const name of ['one', 'two']) write(`${name}/package.json`, { name, version: '1.0.0' })
    write('package.json', { name: 'house', version: '1.0.0', dependencies: { one: 'file:./one' } })
    for (const file of ['node24.mjs', 'stop.mjs']) {
      cpSync(app.makePath('scripts', file), join(root, 'scripts', file))
    }
    const run = (program: string, ...args: string[]) => {
      const { PATH, HOME } = process.env
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: root,
        env: { PATH, HOME },
        encoding: 'utf8',
      })
      assert.equal(status, 0, `${stdout}${stderr}`)
      return stdout
    }
    const install = () =>
      run(process.execPath, '-e', 'import("./scripts/node24.mjs").then(({ install }) => install())')
    const npm = (...args: string[]) => run('npm', ...args, '--offline', '--no-audit', '--no-fund')

    npm('install', '--package-lock-only')
    assert.include(install(), 'Installing dependencies')
    assert.equal(install(), '')
    npm('install', './two')
    assert.equal(install(), '', 'npm has installed what the lock file names')
    rmSync(join(root, 'node_modules'), { recursive: true })
    assert.include(install(), 'Installing dependencies')
  })
})
