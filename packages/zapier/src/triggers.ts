import { formField } from './forms.ts'
import { at, dataIn, listIn, members, part } from './requests.ts'
import { outputFields, questionsOf } from './questions.ts'
import type { Bundle, Field, Fields, Z } from './platform.ts'

interface Input {
  form?: string
}

type EventName = 'submission.created' | 'submission.updated' | 'submission.deleted'

/** How many are shown in the editor of Zaps. */
const SHOWN = 10

/** What every event has. */
const OF_ALL: Field[] = [
  { key: 'id', label: 'ID', type: 'string', primary: true },
  { key: 'event', label: 'Event', type: 'string' },
  { key: 'submission_id', label: 'Submission ID', type: 'string' },
  { key: 'received_at', label: 'Received at', type: 'datetime' },
  { key: 'form__id', label: 'Form ID', type: 'string' },
  { key: 'form__title', label: 'Form', type: 'string' },
  { key: 'form__url', label: 'Address of the form', type: 'string' },
]
const LINK: Field = { key: 'url', label: 'Address of the submission', type: 'string' }

const SAMPLE = {
  id: '01970000-0000-7000-8000-000000000001',
  event: 'submission.created',
  submission_id: '01970000-0000-7000-8000-000000000001',
  received_at: '2031-05-31T12:00:00.000Z',
  form: {
    id: '01970000-0000-7000-8000-000000000002',
    title: 'Registration',
    url: 'https://forms.example.com/forms/registration',
  },
}
const ANSWERED = {
  ...SAMPLE,
  url: 'https://forms.example.com/forms/registration/show/submissions/01970000-0000-7000-8000-000000000001',
  answers: { name: 'Ada Lovelace' },
}

/** Fields of a submission with its answers. */
export const submissionFields: Fields<Input> = [
  ...OF_ALL,
  LINK,
  async (z, bundle) => outputFields(await questionsOf(z, bundle)),
]
export const submissionSample = ANSWERED

/** New submissions of a form as Zaps get them, narrowed by what is asked for, newest first. */
export async function submissionsOf(
  z: Z,
  bundle: Bundle<Input>,
  asked: Record<string, string | number>,
): Promise<Record<string, unknown>[]> {
  return eventsOf(z, bundle, 'submission.created', asked)
}

async function eventsOf(
  z: Z,
  bundle: Bundle<Input>,
  event: EventName,
  asked: Record<string, string | number>,
): Promise<Record<string, unknown>[]> {
  const url = at(bundle, `forms/${part(bundle.inputData.form)}/subscription-events`)
  return listIn(await z.request({ url, params: { kind: 'zapier', event, ...asked } }))
}

/** Zapier is told of an event from now on. What this answers is all that unsubscribing knows. */
async function subscribe(z: Z, bundle: Bundle<Input>, event: EventName) {
  const zap = bundle.meta?.zap?.id
  const answered = await z.request({
    url: at(bundle, `forms/${part(bundle.inputData.form)}/subscriptions`),
    method: 'POST',
    body: {
      ...{ kind: 'zapier', url: bundle.targetUrl, events: [event] },
      name: zap ? `Zap ${zap}` : 'Zap',
    },
  })
  return { id: members(dataIn(answered)).id }
}

/** One that is not there any more is what was wanted. */
async function unsubscribe(z: Z, bundle: Bundle<Input>) {
  const url = at(bundle, `subscriptions/${part(bundle.subscribeData?.id)}`)
  const { status } = await z.request({ url, method: 'DELETE', skipThrowForStatus: true })
  if (status < 400 || status === 404) return { id: bundle.subscribeData?.id }
  throw new z.errors.Error(
    `The subscription could not be ended: the answer was ${status}.`,
    'E_SUBSCRIPTION',
    status,
  )
}

/** Real ones, and where there are none yet one that is invented. */
async function examples(z: Z, bundle: Bundle<Input>, event: EventName) {
  const found = await eventsOf(z, bundle, event, { limit: SHOWN })
  if (found.length > 0) return found
  const url = at(bundle, `forms/${part(bundle.inputData.form)}/subscription-sample`)
  return [members(dataIn(await z.request({ url, params: { kind: 'zapier', event } })))]
}

function hook(event: EventName, told: { sample: object; outputFields: Fields<Input> }) {
  return {
    type: 'hook',
    inputFields: [formField],
    perform: (_z: Z, { cleanedRequest }: Bundle) => [members(cleanedRequest)],
    performList: (z: Z, bundle: Bundle<Input>) => examples(z, bundle, event),
    performSubscribe: (z: Z, bundle: Bundle<Input>) => subscribe(z, bundle, event),
    performUnsubscribe: unsubscribe,
    ...told,
  }
}

export const newSubmission = {
  key: 'new_submission',
  noun: 'Submission',
  display: { label: 'New Submission', description: 'Triggers when somebody has filled in a form.' },
  operation: hook('submission.created', { sample: ANSWERED, outputFields: submissionFields }),
}

export const updatedSubmission = {
  key: 'updated_submission',
  noun: 'Submission',
  display: {
    label: 'Updated Submission',
    description: 'Triggers when the answers of a submission were edited.',
  },
  operation: hook('submission.updated', {
    sample: {
      ...ANSWERED,
      ...{ id: `${SAMPLE.id}.1937995200000`, event: 'submission.updated' },
      updated_at: '2031-05-31T12:00:00.000Z',
    },
    outputFields: [...submissionFields, { key: 'updated_at', label: 'Updated at', type: 'datetime' }],
  }),
}

export const deletedSubmission = {
  key: 'deleted_submission',
  noun: 'Submission',
  display: { label: 'Deleted Submission', description: 'Triggers when a submission was deleted.' },
  operation: hook('submission.deleted', {
    sample: {
      ...SAMPLE,
      ...{ id: `${SAMPLE.id}.1937995200000`, event: 'submission.deleted' },
      deleted_at: '2031-05-31T12:00:00.000Z',
    },
    outputFields: [...OF_ALL, { key: 'deleted_at', label: 'Deleted at', type: 'datetime' }],
  }),
}
