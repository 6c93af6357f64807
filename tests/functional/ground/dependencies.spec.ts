import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('Folders with dependencies of their own', (group) => {
  let root = ''
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'fw-install-'))
    return () => rmSync(root, { recursive: true })
  })

  const write = (file: string, content: object | string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
  }

  /** Starts, as far as dependencies go; answers whether npm had to install. */
  const start = (): boolean => {
    for (const name of ['node24.mjs', 'stop.mjs'])
      cpSync(app.makePath('scripts', name), join(root, 'scripts', name))
    const script = "import('./scripts/node24.mjs').then(({ install }) => install())"
    const said = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' })
    return said.includes('Installing dependencies')
  }

  test('after npm install of a package nothing has to be installed once more', ({ assert }) => {
    write('libraries/old/package.json', { name: 'old', version: '1.0.0' })
    write('libraries/rating/package.json', { name: 'rating', version: '1.0.0' })
    write('package.json', {
      name: 'house',
      version: '1.0.0',
      dependencies: { old: 'file:libraries/old' },
    })
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root })
    npm('install')
    assert.isFalse(start())
    npm('install', './libraries/rating')
    assert.include(readFileSync(join(root, 'package.json'), 'utf8'), '"rating"')
    assert.isFalse(start())
  })

  test('a plugin folder with libraries of its own edits the lock file alone, and what is there stays', ({
    assert,
  }) => {
    let runs = 0
    const run = () => (runs += start() ? 1 : 0)
    write('libraries/old/package.json', { name: 'old', version: '1.0.0' })
    write('libraries/stars/package.json', { name: 'stars-library', version: '1.0.0' })
    write('package.json', {
      name: 'house',
      version: '1.0.0',
      workspaces: ['plugins/fields/*'],
      dependencies: { old: 'file:libraries/old' },
    })
    write('package-lock.json', { name: 'house', version: '1.0.0', lockfileVersion: 3, packages: {} })
    write('plugins/fields/text/field.ts', '')
    write('plugins/fields/plain/package.json', { name: '@house/plain', version: '1.0.0' })
    run()
    const before = readFileSync(join(root, 'package.json'), 'utf8')
    // what npm would remove, if it began from nothing
    write('node_modules/.kept', '')
    run()
    assert.equal(runs, 1, 'nothing was missing the second time')

    const dependencies = { 'stars-library': 'file:../../../libraries/stars' }
    write('plugins/fields/stars/package.json', { name: '@house/stars', version: '1.0.0', dependencies })
    run()
    assert.isTrue(existsSync(join(root, 'node_modules/@house/stars/package.json')))
    assert.isTrue(existsSync(join(root, 'node_modules/stars-library/package.json')))
    assert.isTrue(existsSync(join(root, 'node_modules/.kept')))
    assert.include(readFileSync(join(root, 'package-lock.json'), 'utf8'), '"plugins/fields/stars"')
    assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), before)

    // a link that is gone comes back, and the lock file stays as it is
    rmSync(join(root, 'node_modules/@house/stars'))
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    run()
    assert.isTrue(existsSync(join(root, 'node_modules/@house/stars/package.json')))
    assert.equal(readFileSync(join(root, 'package-lock.json'), 'utf8'), lock)
    run()
    assert.equal(runs, 3)
  })
})
