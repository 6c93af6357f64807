import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

const POSTGRES = JSON.stringify(new URL('./postgres.mjs', import.meta.url).href)

/** Starts and stops the database in a folder. */
function startAndStop(dir: string) {
  const script = `import { startPostgres } from ${POSTGRES}; await (await startPostgres({ dir: ${JSON.stringify(dir)}, fast: true })).stop()`
  execFileSync(process.execPath, ['--input-type=module', '-e', script])
}

test.group('A database that was put back from a backup', () => {
  test('as root, whose all of it is then, and open to others: PostgreSQL gets it', ({ assert, cleanup }) => {
    const dir = fs.mkdtempSync(join(tmpdir(), 'formwright-restored-'))
    cleanup(() => fs.rmSync(dir, { recursive: true }))
    startAndStop(dir)
    execFileSync('chown', ['-R', '0:0', dir])
    execFileSync('chmod', ['-R', 'go+rX', dir])
    startAndStop(dir)
    const { uid, mode } = fs.statSync(join(dir, 'data'))
    assert.isAbove(uid, 0)
    assert.equal(mode & 0o777, 0o700)
    assert.equal(fs.statSync(join(dir, 'data/base/1')).uid, uid)
  }).skip(process.getuid?.() !== 0, 'only root gives files away')
})
