import encryption from '@adonisjs/core/services/encryption'
import { test } from '@japa/runner'
import { newSecret, openSecrets, OVERLAP_MS, rotate, seal, signingSecrets, valid } from './secrets.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')

test.group('secrets of integrations', () => {
  test('the one that is replaced goes on for a day, an older one not at all', ({ assert }) => {
    const first = rotate([], 'whsec_', NOW)
    const second = rotate(first, 'whsec_', NOW)
    const third = rotate(second, 'whsec_', NOW + 1000)
    assert.lengthOf(first, 1)
    assert.deepEqual(second.slice(1), [{ secret: first[0]?.secret, until: NOW + OVERLAP_MS }])
    assert.deepEqual(third.slice(1), [{ secret: second[0]?.secret, until: NOW + 1000 + OVERLAP_MS }])
    assert.lengthOf(valid(third, NOW + OVERLAP_MS), 2)
    assert.lengthOf(valid(third, NOW + 1000 + OVERLAP_MS), 1)
  })

  test('they are random, of the length that the specification asks for', ({ assert }) => {
    const secrets = new Set(Array.from({ length: 100 }, () => newSecret('whsec_')))
    assert.equal(secrets.size, 100)
    for (const secret of secrets) assert.lengthOf(Buffer.from(secret.slice(6), 'base64'), 24)
  })

  test('sealed for one row, they open in no other', ({ assert }) => {
    const row = { workspaceId: 'w1', id: 'i1' }
    const secrets = seal(encryption, row, [{ secret: 'whsec_x' }])
    assert.notInclude(secrets, 'whsec_x')
    assert.deepEqual(openSecrets(encryption, { ...row, secrets }), [{ secret: 'whsec_x' }])
    assert.deepEqual(openSecrets(encryption, { ...row, secrets: null }), [])
    for (const other of [
      { workspaceId: 'w1', id: 'i2' },
      { workspaceId: 'w2', id: 'i1' },
    ]) {
      assert.isUndefined(openSecrets(encryption, { ...other, secrets }))
    }
    const changed = { ...row, secrets: `${secrets.slice(0, -4)}AAAA` }
    assert.throws(() => signingSecrets(encryption, changed, NOW), /stored with another key/)
  })
})
