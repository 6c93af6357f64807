import { test } from '@japa/runner'
import { ApiError } from './api_error.ts'
import { api, sendFile } from './client.ts'

test.group('A file that is sent', () => {
  test('is not sent when it was cancelled before its turn', async ({ assert }) => {
    const signal = AbortSignal.abort(new Error('Something else was chosen.'))
    const sent = () => sendFile('/api/media', new Blob(['x']), { onProgress: () => {}, signal })
    await assert.rejects(sent, 'Something else was chosen.')
  })
})

test.group('An answer of the API', () => {
  test('that is the page of somebody between is an error with a sentence, and worth another try', async ({
    assert,
    cleanup,
  }) => {
    const { fetch } = globalThis
    cleanup(() => void Object.assign(globalThis, { fetch }))
    Object.assign(globalThis, { fetch: () => Promise.resolve(new Response('<h1>Back soon</h1>')) })
    const fault: unknown = await api.get('/api/forms/one').catch((error: unknown) => error)
    assert.instanceOf(fault, ApiError)
    assert.include(fault, { status: 502, message: 'Something went wrong. Try again.' })
  })
})
