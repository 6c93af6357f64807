import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort, Instance } from '#tests/functional/ground/instance'
import { Visitor } from '#tests/functional/visitor'

const PAIRS = 7

test.group('Signing in, with passwords hashed as in production', (group) => {
  let storage = ''
  group.setup(() => {
    storage = mkdtempSync(join(tmpdir(), 'formwright-time-'))
    return () => rmSync(storage, { recursive: true, force: true })
  })

  test('takes as long for an unknown address as for a wrong password', async ({ assert, cleanup }) => {
    const port = await freePort()
    const instance = new Instance({ STORAGE_DIR: storage, PORT: String(port) })
    cleanup(() => void instance.child.kill('SIGTERM'))
    await instance.ready()
    const visitor = new Visitor(`http://127.0.0.1:${port}`)
    await visitor.get('/api/user')
    const person = { name: 'A', email: 'a@example.com', password: 'correct horse battery' }
    const made = await visitor.post('/api/setup', { ...person, token: instance.setupToken() })
    assert.equal(made.status, 201, made.text)

    const time = async (email: string) => {
      const begun = performance.now()
      const { status } = await visitor.post('/api/login', { email, password: 'not this one' })
      assert.equal(status, 401)
      return performance.now() - begun
    }
    await time('warm@example.com')
    const known: number[] = []
    const unknown: number[] = []
    // in turns: what the machine does meanwhile falls on both
    for (let pair = 0; pair < PAIRS; pair += 1) {
      known.push(await time(person.email))
      unknown.push(await time(`${randomUUID()}@example.com`))
    }
    // the quickest counts: whatever else the machine does comes on top
    const [quickest, quickestUnknown] = [Math.min(...known), Math.min(...unknown)]
    const ratio = quickestUnknown / quickest
    assert.isAbove(quickest, 30, 'the hash is what takes the time')
    assert.isTrue(ratio > 0.6 && ratio < 1.6, `unknown takes ${ratio.toFixed(2)} of known`)
    assert.equal(await instance.stop(), 0)
  })
})
