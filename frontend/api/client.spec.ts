import { test } from '@japa/runner'
import { sendFile } from './client.ts'

test.group('A file that is sent', () => {
  test('is not sent when it was cancelled before its turn', async ({ assert }) => {
    const signal = AbortSignal.abort(new Error('Something else was chosen.'))
    const sent = () => sendFile('/api/media', new Blob(['x']), { onProgress: () => {}, signal })
    await assert.rejects(sent, 'Something else was chosen.')
  })
})
