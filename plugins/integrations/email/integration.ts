import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'
import { isMailAddress } from '@formwright/kit/mail'
import { messageSetting, senderSetting, subjectSetting } from '@formwright/kit/mail_settings'

/** Most addresses of a list. */
const MOST = 20

const addresses = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.check(isMailAddress, 'Each must be an email address.'))),
    v.maxLength(MOST, `A list has up to ${MOST} addresses.`),
  ),
  [],
)
const question = v.optional(v.pipe(v.string(), v.maxLength(200)), '')

const settings = v.object({
  to: addresses,
  /** the question whose answer chooses among `routes`; empty: nobody but `to` gets it */
  routeBy: question,
  /** who gets it, by the option that was chosen */
  routes: v.optional(v.pipe(v.array(v.object({ option: v.string(), to: addresses })), v.maxLength(200)), []),
  /** the question whose answer is where replies go */
  replyTo: question,
  sender: senderSetting,
  answers: v.optional(v.boolean(), true),
  attach: v.optional(v.boolean(), false),
  subject: subjectSetting,
  message: messageSetting,
})

export type EmailSettings = v.InferOutput<typeof settings>

export default defineIntegration({
  kind: 'email',
  version: 1,
  settings,
  events: ['submission.created', 'submission.updated'],
  mail: true,
  summary: ({ to, routes }) => [...new Set([...to, ...routes.flatMap((route) => route.to)])].join(', '),
  missing: ({ to, routes }) =>
    to.length > 0 || routes.some((route) => route.to.length > 0)
      ? []
      : [{ path: 'to', message: 'Enter at least one address.' }],
})
