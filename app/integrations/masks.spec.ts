import { test } from '@japa/runner'
import { maskHeaders, maskText, maskUrl } from './masks.ts'

const secrets = ['whsec_abc', '']

test.group('masks of the delivery log', () => {
  test('known secrets vanish from any text', ({ assert }) => {
    assert.equal(maskText('a whsec_abc b whsec_abc', secrets), 'a •••••• b ••••••')
    assert.equal(maskText('nothing', secrets), 'nothing')
  })

  test('headers keep their names', ({ assert }) => {
    const masked = maskHeaders(
      {
        'webhook-id': '1',
        'webhook-signature': 'v1,x',
        Authorization: 'Bearer y',
        'set-cookie': 'a=b',
        x: 'whsec_abc',
      },
      secrets,
    )
    assert.deepEqual(masked, {
      'webhook-id': '1',
      'webhook-signature': '••••••',
      Authorization: '••••••',
      'set-cookie': '••••••',
      x: '••••••',
    })
  })

  test('addresses keep host and path', ({ assert }) => {
    assert.equal(
      maskUrl('https://example.com/hook?token=abc&page=2', secrets),
      'https://example.com/hook?token=***&page=2',
    )
    assert.equal(maskUrl('not an address', secrets), 'not an address')
  })
})
