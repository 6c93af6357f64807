import { test } from '@japa/runner'
import { mayCall, parseRanges, readAddress } from './address_rules.ts'

const REFUSED = [
  // IPv4: this network, private, shared, loopback, link-local with the cloud's metadata, protocol assignments
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.1',
  '192.0.0.192',
  '192.168.1.1',
  // documentation, benchmarking, relays, sinks, multicast, reserved, broadcast
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '198.18.0.1',
  '198.19.255.255',
  '192.88.99.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, IPv4-compatible (which the library calls unicast), mapped, translated
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.1.2.3',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  // discard, local, link-local, site-local, multicast
  '100::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  // inside 2000::/3: Teredo, ORCHID, benchmarking, documentation, 6to4 around a private and a public address
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '2620:4f:8000::1',
  '3fff::1',
  // outside 2000::/3 altogether
  '4000::1',
  '5f00::1',
  '1fff::1',
]

const CALLED = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '198.20.0.1',
  '223.255.255.254',
  '::ffff:8.8.8.8',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2001:200::1',
  '2a00:1450:4001:81b::200e',
]

test.group('address rules', () => {
  test('{$self} is not called')
    .with(REFUSED)
    .run(({ assert }, text) => {
      const address = readAddress(text)
      assert.isFalse(address !== undefined && mayCall(address, []))
    })

  test('{$self} is called')
    .with(CALLED)
    .run(({ assert }, text) => {
      const address = readAddress(text)
      assert.isTrue(address !== undefined && mayCall(address, []))
    })

  test('ranges the operator allows are called, also in their wrapped form', ({ assert }) => {
    const allowed = parseRanges('10.1.0.0/16, fd00::/8 127.0.0.1')
    const may = (text: string) => {
      const address = readAddress(text)
      return address !== undefined && mayCall(address, allowed)
    }
    assert.isTrue(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '127.0.0.1', '8.8.8.8'].every(may))
    assert.isFalse(['10.2.0.1', '127.0.0.2', 'fc00::1', '::1', '::7f00:1'].some(may))
  })

  test('a list that is not one is refused', ({ assert }) => {
    assert.throws(() => parseRanges('10.0.0.0/33'))
    assert.throws(() => parseRanges('localhost'))
    assert.deepEqual(parseRanges(''), [])
  })
})
