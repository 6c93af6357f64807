import { test } from '@japa/runner'
import vine, { errors } from '@vinejs/vine'
import { fieldMessages } from '#app/http/field_messages'

const schema = vine.create({
  name: vine.string().trim().minLength(1).maxLength(5),
  email: vine.string().email(),
  password: vine.string().minLength(8),
  current_password: vine.string(),
  workspace_id: vine.string().uuid(),
  amount: vine.number().withoutDecimals().min(2),
  status: vine.enum(['pending', 'failed']),
  events: vine.array(vine.string()).maxLength(1),
  enabled: vine.boolean({ strict: true }),
  limit: vine.number().range([1, 100]),
  code: vine.string().regex(/^x/),
})

async function messages(data: Record<string, unknown>): Promise<Record<string, string>> {
  try {
    await schema.validate(data, { messagesProvider: fieldMessages })
    return {}
  } catch (error) {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const list: { field: string; message: string }[] = error.messages
    return Object.fromEntries(list.map(({ field, message }) => [field, message]))
  }
}

test.group('Messages of refused fields', () => {
  test('say what to do, by the name that people know', async ({ assert }) => {
    assert.deepEqual(await messages({}), {
      name: 'Enter a name.',
      email: 'Enter an email address.',
      password: 'Enter a password.',
      current_password: 'Enter the current password.',
      workspace_id: 'Enter a workspace.',
      amount: 'Enter an amount.',
      status: 'Enter a status.',
      events: 'Enter events.',
      enabled: 'Enter whether it is enabled.',
      limit: 'Enter a limit.',
      code: 'Enter a code.',
    })
    const wrong = {
      name: ' ',
      email: 'x',
      password: 'short',
      current_password: 1,
      workspace_id: 'x',
      amount: 1.5,
      status: 'gone',
      events: ['a', 'b'],
      enabled: 'yes',
      limit: 101,
      code: 'y',
    }
    assert.deepEqual(await messages(wrong), {
      name: 'Enter a name.',
      email: 'Enter a complete email address, like name@example.com.',
      password: 'Use at least 8 characters.',
      current_password: 'Enter the current password as text.',
      workspace_id: 'Send the workspace as a UUID.',
      amount: 'Enter a whole number.',
      status: 'Choose the status from: pending, failed.',
      events: 'Choose at most 1 of the events.',
      enabled: 'Send true or false for “whether it is enabled”.',
      limit: 'Enter a number from 1 to 100.',
      code: 'Correct the code: its format is not valid.',
    })
    assert.deepInclude(await messages({ ...wrong, name: 'too long', amount: 1, events: [1] }), {
      name: 'Shorten the name to 5 characters or fewer.',
      amount: 'Enter a number that is at least 2.',
      'events.0': 'Enter events as text.',
    })
  })
})
