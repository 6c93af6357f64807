import { test } from '@japa/runner'
import { isKnownHost } from '#app/http/known_host'

test.group('Known hosts', () => {
  for (const [host, appUrl, known] of [
    ['127.0.0.1:3333', 'http://127.0.0.1:3333', true],
    ['[::1]:3333', 'http://[::1]', true],
    ['forms.example.com', 'https://forms.example.com', true],
    ['FORMS.example.com:443', 'https://forms.example.com', true],
    ['forms.example.com.evil.test', 'https://forms.example.com', false],
    ['127.0.0.1', 'https://forms.example.com', false],
    ['', 'https://forms.example.com', false],
  ] as const) {
    test(`${host || '(none)'} with APP_URL "${appUrl}" is ${known ? 'ours' : 'refused'}`, ({ assert }) => {
      assert.equal(isKnownHost(host, appUrl), known)
    })
  }
})
