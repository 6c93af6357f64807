import { test } from '@japa/runner'
import { maskHeaders, maskText, maskUrl, secretsInUrl, secretValues } from './masks.ts'

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

  test('a known secret vanishes as it is written in JSON, in addresses, and without its prefix', ({
    assert,
  }) => {
    const secret = 'whsec_ab/cd+ef/ghijklmnop='
    for (const written of ['ab/cd+ef/ghijklmnop=', 'ab\\/cd+ef\\/ghijklmnop=', encodeURIComponent(secret)]) {
      assert.notInclude(maskText(`x ${written} y`, [secret]), 'cd')
    }
    // what is contained in another one does not leave the rest of it behind
    assert.equal(maskText('abcd', ['ab', 'abcd']), '••••••')
  })

  test('headers of our own making are secret too, and their values wherever they come back', ({ assert }) => {
    const headers = {
      'x-auth': 'hush-1',
      'x-access-key': 'hush-2',
      'x-credential': 'hush-3',
      'x-session': 'hush-4',
      'x-passphrase': 'hush-5',
      authorization: 'Basic aHVzaC02',
      'x-author': 'Ada',
    }
    assert.deepEqual(Object.values(maskHeaders(headers, [])), [...Array<string>(6).fill('••••••'), 'Ada'])
    const echoed = maskText(JSON.stringify(headers), secretValues(headers))
    for (const hidden of ['hush', 'aHVzaC02']) assert.notInclude(echoed, hidden)
    // the scheme is no secret
    assert.equal(maskText('Basic words', secretValues(headers)), 'Basic words')
  })

  test('an address in a header is masked as an address', ({ assert }) => {
    assert.deepEqual(maskHeaders({ location: 'https://u:p@example.com/in?token=hush&page=2' }, []), {
      location: 'https://***@example.com/in?token=***&page=2',
    })
  })

  test('what an address holds besides host and path vanishes wherever it comes back', ({ assert }) => {
    const url = 'https://user%40x:pa%20ss@example.com/hook?api_key=hush%2F1&page=12&pwd=&x=long#hush-2'
    const echoed = maskText('user@x pa ss pa%20ss hush/1 hush%2F1 hush-2 page 12 long', secretsInUrl(url))
    assert.equal(echoed, `${'•••••• '.repeat(6)}page 12 long`)
    assert.deepEqual(secretsInUrl('not an address'), [])
  })

  test('addresses keep host and path', ({ assert }) => {
    assert.equal(
      maskUrl('https://example.com/hook?token=abc&page=2', secrets),
      'https://example.com/hook?token=***&page=2',
    )
    assert.equal(maskUrl('not an address', secrets), 'not an address')
    assert.equal(maskUrl('https://hush@example.com/a#hush', secrets), 'https://***@example.com/a')
    assert.equal(maskUrl('https://u:hush@example.com/a', secrets), 'https://***@example.com/a')
    for (const name of ['pwd', 'pass', 'jwt', 'X-Amz-Credential', 'session', 'hmac', 'API-Key', 'bearer']) {
      assert.equal(maskUrl(`https://example.com/?${name}=hush`, secrets), `https://example.com/?${name}=***`)
    }
  })
})
