import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { fileLink } from '#app/files/signed_links'
import env from '#start/env'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

interface SentFile {
  id: string
  url?: string
}

const LETTER = { id: 'letter', kind: 'file', v: 1, key: 'letter', label: 'Letter', settings: {} }

test.group('Links to files', (group) => {
  // which hosts are the server's own is settled with its first request, whichever test that is
  group.setup(async () => void (await new Visitor().get('/health/live')))
  group.each.setup(() => {
    env.set('APP_URL', 'https://forms.example.com')
    return () => env.set('APP_URL', '')
  })

  test('whoever is sent a file has it by its link for a week, as long as the submission is there', async ({
    assert,
  }) => {
    const form = await publishedForm([LETTER])
    const receiver = await Receiver.open()
    const background = startDeliveries()
    try {
      await addWebhook(form.creator, form, receiver.url)
      const key = randomUUID()
      const upload = await form.visitor.post<{ data: SentFile }>(
        `/api/forms/${form.slug}/files?block=letter&key=${key}&version=1&name=a%20letter.txt`,
        Buffer.from('Hello'),
      )
      const answered = await submit(form, { letter: [upload.body.data] }, { submission_key: key })
      const [arrival] = await receiver.arrived(1)
      const { data } = JSON.parse(arrival.body)
      const [sent]: SentFile[] = data.answers.letter
      assert.deepEqual(data.questions[0].parts[0].value, [sent])
      const link = new URL(sent.url ?? '')
      assert.equal(link.origin, 'https://forms.example.com')

      const stranger = new Visitor()
      const path = link.pathname
      const had = await stranger.get(path)
      assert.equal(had.text, 'Hello')
      assert.match(had.headers.get('content-disposition') ?? '', /^attachment; filename="a letter.txt"/)
      assert.include(had.headers.get('content-security-policy'), 'sandbox')
      assert.equal(had.headers.get('cache-control'), 'private, no-store')
      assert.equal(had.headers.get('referrer-policy'), 'no-referrer')

      const forged = path.replace(/.{4}$/, 'abcd')
      assert.equal((await stranger.get(forged)).status, 403)
      const old = new URL(
        fileLink({ workspaceId: form.creator.workspaceId, id: sent.id }, link.origin, '1 ms'),
      )
      await sleep(5)
      const late = await stranger.get(old.pathname)
      assert.equal(late.status, 403)
      assert.include(late.text, 'This link no longer leads to its file.')

      const { id } = answered.body.data
      await form.creator.visitor.delete(`/api/forms/${form.id}/submissions/${id}`)
      assert.equal((await stranger.get(path)).status, 404)
    } finally {
      await background.stop()
      await receiver.close()
    }
  })
})
