import { Client } from '@formwright/client'

/**
 * Makes a form, publishes it, sends a submission, and lists the answers. The token needs `workspaces:read`, `forms:read`,
 * `forms:write`, `submissions:read` and `submissions:write`.
 */
export async function example(url: string, token: string): Promise<unknown[]> {
  const client = new Client({ url, token })
  const workspaces = await client.get('/api/open/workspaces')
  const [{ id: workspaceId }] = workspaces.body.data

  const made = await client.post('/api/workspaces/{workspaceId}/forms', {
    path: { workspaceId },
    body: {
      title: 'Registration',
      blocks: [
        { id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Your name', required: true, settings: {} },
        { id: 'mail01', kind: 'email', v: 1, key: 'email', label: 'Your email', settings: {} },
      ],
    },
  })
  const form = made.body.data.id
  const draft = await client.get('/api/forms/{form}/draft', { path: { form } })
  const { revision } = draft.body.data
  await client.post('/api/forms/{form}/publication', { path: { form }, body: { revision } })

  await client.post('/api/forms/{form}/submissions', {
    path: { form },
    body: { submission_key: crypto.randomUUID(), answers: { name: 'Ada', email: 'ada@example.com' } },
  })

  const answers: unknown[] = []
  for await (const submission of client.each('/api/forms/{form}/answers', { path: { form } }))
    answers.push(submission.answers)
  return answers
}
