import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { runCrashes } from '#tests/faults/crashes'

test.group('Crashes', () => {
  test('server and database are back by themselves; meanwhile nobody is answered wrongly, nothing is lost', async ({
    assert,
    cleanup,
  }) => {
    const storage = mkdtempSync(join(tmpdir(), 'formwright-crashes-'))
    cleanup(() => rmSync(storage, { recursive: true, force: true }))
    const report = await runCrashes(storage, 4)
    assert.deepEqual(report.wrong.slice(0, 5), [])
    assert.equal(report.lost, 0)
    assert.isAtLeast(report.acknowledged, 4)
    assert.isAtLeast(report.full, 1, 'a heap was really full')
    assert.equal(report.code, 0)

    const doctor = spawnSync(process.execPath, ['ace.js', 'doctor'], {
      env: { ...process.env, STORAGE_DIR: storage },
      encoding: 'utf8',
    })
    assert.match(doctor.stdout, /The server was ended by SIGKILL/)
    assert.match(
      doctor.stdout,
      /The server was ended by SIGABRT, as Node does where its heap is full \(HEAP_MB\)/,
    )
    assert.match(doctor.stdout, /PostgreSQL stopped unexpectedly/)
  })
})
