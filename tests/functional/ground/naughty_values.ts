import { gzipSync } from 'node:zlib'

/** Something to send, by name. */
export type Named<Value> = readonly [name: string, value: Value]

/** A body with the headers that speak of it. */
export interface Body {
  headers: Record<string, string>
  body: string | Buffer
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const repeated = (text: string, count: number, between = '') => Array(count).fill(text).join(between)

/** What a member of a body may be instead, as JSON; undefined where it is left out. */
export const MEMBERS: readonly Named<string | undefined>[] = [
  ['missing', undefined],
  ['null', 'null'],
  ['true', 'true'],
  ['minus one', '-1'],
  ['minus zero', '-0'],
  ['a fraction', '1.5'],
  ['beyond int32', '2147483648'],
  ['beyond exact integers', '9007199254740993'],
  ['beyond int64', '9223372036854775808'],
  ['huge', '-1e308'],
  ['infinite', '1e400'],
  ['empty', '""'],
  ['space', '"  "'],
  ['100 kB', JSON.stringify('x'.repeat(100_000))],
  ['100 kB of words', JSON.stringify('ab '.repeat(33_000))],
  ['NUL', '"a\\u0000b"'],
  ['half of a surrogate pair', '"\\ud800"'],
  ['half of one in an address', '"a\\ud800@example.com"'],
  ['from right to left', '"\\u202eabc\\u200b\\ufeff"'],
  ['a list', '["a"]'],
  ['nothing in a list', '[null]'],
  ['lists in lists', '[[[[]]]]'],
  ['an object', '{"a":1}'],
  ['names of prototypes', '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'],
  ['a name of prototypes', '"__proto__"'],
  ['a name that every object has', '"constructor"'],
  ['no day', '"2026-02-30"'],
  ['the year 0', '"0000-01-01T00:00:00Z"'],
  ['a far year', '"+275761-01-01T00:00:00Z"'],
  ['no offset', '"2026-01-01T00:00:00+99:99"'],
  ['SQL', '"\'; drop table users; --"'],
  ['a path', '"../../../etc/passwd"'],
  ['no address', '"http://[::1]:99999/"'],
  ['a script', '"javascript:alert(1)"'],
  ['lines of a header', '"a\\r\\nb: c"'],
  ['a pattern', '"(a+)+$"'],
  ['references', '"{{{#x}}} {#name01} ${1}"'],
  ['an id of nothing', '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"'],
  ['10,000 numbers', `[${repeated('1', 10_000, ',')}]`],
  ['10,000 objects', `[${repeated('{}', 10_000, ',')}]`],
  [
    '10,000 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 0]))),
  ],
  ['20,000 levels', DEEP],
  ['100 levels', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
]

const filter = (...all: object[]) => encodeURIComponent(JSON.stringify({ all }))

/** What a part of a path or of a query may be, as it stands in the address. */
export const PARTS: readonly Named<string>[] = [
  ['empty', ''],
  ['NUL', '%00'],
  ['no UTF-8', '%ff'],
  ['a broken escape', '%'],
  ['half of a surrogate pair', '%ED%A0%80'],
  ['an overlong slash', '%c0%af'],
  ['a path', '..%2f..%2fetc%2fpasswd'],
  ['long', 'x'.repeat(10_000)],
  ['many digits', '9'.repeat(400)],
  ['minus one', '-1'],
  ['zero', '0'],
  ['a fraction', '1.5'],
  ['beyond int32', '2147483648'],
  ['beyond int64', '9223372036854775808'],
  ['infinite', '1e400'],
  ['no number', 'NaN'],
  ['from right to left', '%E2%80%AEabc%E2%80%8B'],
  ['a name of prototypes', '__proto__'],
  ['a name that every object has', 'constructor'],
  ['an id of nothing', '00000000-0000-7000-8000-000000000000'],
  ['no JSON', '%7B'],
  ['null', 'null'],
  ['deep JSON', encodeURIComponent(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)],
  ['a filter of prototypes', filter({ field: '__proto__', op: 'constructor', value: {} })],
  ['a filter of a far year', filter({ field: '$received', op: 'before', value: '+275761-01-01T00:00:00Z' })],
  ['a filter of no zone', filter({ field: '$received', op: 'eq', value: '2026-02-30', zone: 'No/Where' })],
  ['a filter of a huge number', filter({ field: '$version', op: 'eq', value: 1e308 })],
  ['no day', '2026-02-30'],
  ['the year 0', '0000-01-01T00%3A00%3A00Z'],
  ['a far year', '%2B275761-01-01T00%3A00%3A00Z'],
  ['SQL', "'%22;--"],
  ['wildcards', '%25_%5C'],
  ['a pattern', '(a%2B)%2B%24'],
  ['lines of a header', 'a%0d%0aSet-Cookie:%20a=b'],
  ['1,500 words', 'word%20'.repeat(1_500)],
]

/** Whole queries. */
export const QUERIES: readonly Named<(names: readonly string[]) => string>[] = [
  ['every name twice', (names) => names.flatMap((name) => [`${name}=1`, `${name}=2`]).join('&')],
  ['names within names', (names) => names.map((name) => `${name}[b][c]=1`).join('&')],
  ['lists', (names) => names.map((name) => `${name}[]=1`).join('&')],
  ['names of prototypes', () => '__proto__[a]=1&constructor[prototype][x]=1&__proto__=1&toString=1'],
  ['nonsense', () => '%ff=%ff&%00=%00&=&&&&?&;a;b'],
  ['1,100 names', () => Array.from({ length: 1_100 }, (_, n) => `k${n}=1`).join('&')],
  ['2,000 levels', () => `a${'[b]'.repeat(2_000)}=1`],
]

/** Headers that say nothing, or too much. */
export const HEADERS: readonly Named<Record<string, string>>[] = [
  ['tags', { 'if-match': '"x", W/"", *, """' }],
  ['a long tag', { 'if-match': `"${'1'.repeat(7_000)}"` }],
  ['a tag of minus one', { 'if-match': '"-1"' }],
  ['many tags', { 'if-none-match': repeated('W/"a"', 1_000, ',') }],
  ['no dates', { 'if-modified-since': 'yesterday', 'if-unmodified-since': '99999' }],
  ['a range backwards', { range: 'bytes=9-1' }],
  ['many ranges', { range: `bytes=${repeated('0-', 1_500, ',')}` }],
  ['a huge range', { range: 'bytes=-99999999999999999999' }],
  ['languages', { 'accept-language': repeated('en-US', 1_300, ',') }],
  ['no languages', { 'accept-language': '*;q=nan, ;;;q=9, x-%ff;q=-1' }],
  ['no media types', { accept: '*/*;q=a, ;, text/html;level=\\"' }],
  ['encodings', { 'accept-encoding': 'gzip;q=foo, *;q=0, identity;q=0' }],
  ['a key of a program', { 'idempotency-key': '\xff'.repeat(10) }],
  ['a long key of a program', { 'idempotency-key': 'x'.repeat(5_000) }],
  ['a host that is none', { host: 'a b' }],
  ['a host of a wrong port', { host: 'forms.example:99999' }],
  ['proxies', { 'x-forwarded-proto': 'go pher', 'x-forwarded-host': '[::1', forwarded: 'for="_x";;' }],
  ['an origin', { origin: 'http://[', referer: 'http://[' }],
  ['another method', { 'x-http-method-override': 'DELETE' }],
  [
    'a token against cross-site requests',
    { 'x-csrf-token': 'e%3A%ff%00', 'x-xsrf-token': 'x'.repeat(6_000) },
  ],
  ['a file in pieces', { 'upload-length': '1e9', 'upload-offset': '-1', 'tus-resumable': '9' }],
  ['a request id', { 'x-request-id': '<script>"\xff' }],
]

/** Who somebody says to be. */
export const CREDENTIALS: readonly Named<Record<string, string>>[] = [
  ['cookies', { cookie: '=;;;=a; __proto__=1; a="\\"; %ff=%ff; session=s:x.y' }],
  ['700 cookies', { cookie: Array.from({ length: 700 }, (_, n) => `c${n}=v`).join('; ') }],
  ['no token', { authorization: 'Bearer' }],
  ['a long token', { authorization: `Bearer fw_${'x'.repeat(5_000)}` }],
  ['bytes for a token', { authorization: 'Bearer \x80\xff' }],
  ['another scheme', { authorization: 'Basic %%%' }],
]

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const PARTS_TYPE = { 'content-type': 'multipart/form-data; boundary=b' }

/** Whole bodies. */
export const BODIES: readonly Named<Body>[] = [
  ['no type', { headers: {}, body: '{"a":1}' }],
  ['a type that is none', { headers: { 'content-type': ';;;=' }, body: '{}' }],
  ['another type', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ['a charset', { headers: { 'content-type': 'application/json; charset="' }, body: '{}' }],
  ['no UTF-8', { headers: JSON_TYPE, body: Buffer.from('7b22fffe223a22c328227d', 'hex') }],
  ['UTF-16', { headers: JSON_TYPE, body: Buffer.from('{"a":1}', 'utf16le') }],
  ['half of JSON', { headers: JSON_TYPE, body: '{"a":' }],
  ['JSON twice', { headers: JSON_TYPE, body: '{}{}' }],
  ['a list', { headers: JSON_TYPE, body: '[]' }],
  ['null', { headers: JSON_TYPE, body: 'null' }],
  ['a number', { headers: JSON_TYPE, body: '1e400' }],
  ['20,000 levels', { headers: JSON_TYPE, body: DEEP }],
  [
    'names of prototypes',
    { headers: JSON_TYPE, body: '{"__proto__":{"x":1},"constructor":1,"toString":null}' },
  ],
  ['compressed', { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync('{"a":1}') }],
  ['a form', { headers: FORM_TYPE, body: 'a[b][c]=1&a=2&__proto__[x]=1&%ff=%00&=&&&_go=next&_key=%00' }],
  [
    'a form of 10,000',
    { headers: FORM_TYPE, body: Array.from({ length: 10_000 }, (_, n) => `a${n}=1`).join('&') },
  ],
  ['a form of 5,000 levels', { headers: FORM_TYPE, body: `a${'[b]'.repeat(5_000)}=1` }],
  ['no parts', { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }],
  [
    'parts',
    {
      headers: PARTS_TYPE,
      body: '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    },
  ],
  [
    'half of a part',
    { headers: PARTS_TYPE, body: '--b\r\nContent-Disposition: form-data; name="a"; filename="\0"\r\n' },
  ],
  ['bytes', { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(1_000) }],
  [
    'a piece',
    { headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }, body: 'abc' },
  ],
]
