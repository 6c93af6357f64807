import { byPath, type Refusal } from '@formwright/kit/refusals'
import { CodedError, FieldErrors } from '#app/http/errors'

/** No plugin of this kind is installed. */
export function unknownKind(kind: string, known: readonly string[]): FieldErrors {
  const message = `There is no integration “${kind}” on this server. Use one of: ${known.join(', ')}.`
  return new FieldErrors('E_UNKNOWN_KIND', message, { kind: [message] })
}

/** The plugin that made this integration is not installed any more: it can be looked at and deleted. */
export function pluginMissing(kind: string): CodedError {
  return new CodedError(
    'E_PLUGIN_MISSING',
    409,
    `The integration "${kind}" is not installed on this server any more.`,
  )
}

/** Why nothing is delivered by a kind of which there is no plugin. */
export function notInstalled(kind: string): string {
  return `The integration "${kind}" is not installed on this server.`
}

/** Why deliveries of a kind wait whose plugin is there, and cannot be used. */
export function notUsable(kind: string): string {
  return `The integration "${kind}" cannot be used on this server at the moment. Whoever runs the server is told why; this goes by itself afterwards.`
}

/** The settings were stored by a newer version of the plugin. */
export function newerSettings(): CodedError {
  return new CodedError(
    'E_NEWER_SETTINGS',
    409,
    'Its settings were saved by a newer version of its plugin than this server has. Whoever runs the server installs that version again.',
  )
}

/** The plugin fails over what is stored. */
export function unreadSettings({ message }: Error): CodedError {
  return new CodedError('E_SETTINGS_UNREAD', 409, message)
}

/** What is secret was sealed with another key, or for another integration. */
export function secretsUnread(): CodedError {
  return new CodedError(
    'E_SECRETS_UNREAD',
    409,
    'Its secrets were stored with another key than this server has now (APP_KEY), and cannot be read. Whoever runs the server puts that key back; or delete the integration and add it again.',
  )
}

/** What signs was sealed with another key, or for another integration. */
export function signingSecretUnread(): CodedError {
  return new CodedError(
    'E_SIGNING_SECRET_UNREAD',
    409,
    'Its signing secret was stored with another key than this server has now (APP_KEY), and cannot be read. Create a new signing secret and give it to the receiver, or whoever runs the server puts that key back.',
  )
}

const UNREAD = new Set(['E_NEWER_SETTINGS', 'E_SETTINGS_UNREAD', 'E_SECRETS_UNREAD'])

/** Whether something of an integration was sealed with another key: it waits until that is back, or it is set anew. */
export function needsAnotherKey(error: unknown): error is CodedError {
  return (
    error instanceof CodedError && ['E_SECRETS_UNREAD', 'E_SIGNING_SECRET_UNREAD'].includes(error.code ?? '')
  )
}

/** Why an integration cannot be read, as far as its creator can be told. */
export function unreadReason(error: unknown): string | undefined {
  if (!(error instanceof CodedError)) return undefined
  const { code = '', message } = error
  return UNREAD.has(code) ? message : undefined
}

/** The plugin fails over what it was asked to make: the reason names it, with version and place. */
export function pluginFailed(reason: string): CodedError {
  return new CodedError('E_PLUGIN_FAILED', 422, reason)
}

/** Settings the plugin's schema does not accept, or that lack something. */
export function invalidSettings(refusals: readonly Refusal[]): FieldErrors {
  const first = refusals[0]?.message ?? 'The settings are not valid.'
  return new FieldErrors('E_SETTINGS', first, byPath(refusals))
}

/** Settings that are too large to be kept and shown beside others. */
export function largeSettings(most: number): CodedError {
  return new CodedError(
    'E_SETTINGS',
    422,
    `These settings are larger than ${most / 1_000} kB. Shorten their texts.`,
  )
}

/** The kind has no signing secret. */
export function noSecret(): CodedError {
  return new CodedError('E_NO_SECRET', 409, 'This integration has no secret: it signs nothing.')
}

/** The delivery is on its way already. */
export function underWay(): CodedError {
  return new CodedError('E_UNDER_WAY', 409, 'This delivery is already waiting for its next attempt.')
}

/** What has left cannot be taken back. */
export function delivered(): CodedError {
  return new CodedError('E_DELIVERED', 409, 'It has left already. Reload the list.')
}

/** What is being sent cannot be taken back. */
export function beingSent(): CodedError {
  return new CodedError('E_BEING_SENT', 409, 'It is being sent at this moment. Try again in a minute.')
}

/** Only what waits can be sent sooner. */
export function notWaiting(): CodedError {
  return new CodedError('E_NOT_WAITING', 409, 'This delivery is no longer waiting. Send it again instead.')
}

/** An integration sends its earlier submissions once at a time. */
export function backfillUnderWay(): CodedError {
  return new CodedError(
    'E_BACKFILL_UNDER_WAY',
    409,
    'Earlier submissions are being sent already. Wait until that is done, or stop it.',
  )
}

/** Nothing can be paused, go on or be stopped that is over, or was never begun. */
export function noBackfill(): CodedError {
  return new CodedError('E_NO_BACKFILL', 409, 'No earlier submissions are being sent. Reload the page.')
}

/** The integration has got all submissions there are. */
export function nothingEarlier(): CodedError {
  return new CodedError('E_NOTHING_EARLIER', 409, 'This integration has all submissions already.')
}

/** An integration that is off, paused, or not told of new submissions gets no earlier ones either. */
export function takesNoEarlier(): CodedError {
  return new CodedError(
    'E_TAKES_NO_SUBMISSIONS',
    409,
    'Switch the integration on, and let it listen to new submissions. Then send the earlier ones.',
  )
}

/** Integrations of this kind are made by a program, not here. */
export function madeByProgram(kind: string): FieldErrors {
  const message = `The integration "${kind}" is added by its own service, with an access token.`
  return new FieldErrors('E_SUBSCRIPTION', message, { kind: [message] })
}

/** What a program subscribed to, and where it is told, it changes itself. */
export function changedByProgram(): CodedError {
  return new CodedError(
    'E_SUBSCRIPTION',
    409,
    'What is sent, and where, is set at its own service. You can switch it off or delete it here.',
  )
}

/** No integration of this kind is subscribed to. */
export function noSubscriptions(kind: string): FieldErrors {
  const message = `There is no service “${kind}” that subscribes on this server.`
  return new FieldErrors('E_UNKNOWN_KIND', message, { kind: [message] })
}

/** A form, or a workspace, has as many integrations as may be. */
export function tooManyIntegrations(most: number, of: 'form' | 'workspace'): CodedError {
  return new CodedError(
    'E_TOO_MANY',
    422,
    `A ${of} has up to ${most} integrations. Delete some that are not needed, then add this one.`,
  )
}

/** A form, or a workspace, has as many subscriptions as may be. */
export function tooManySubscriptions(most: number, of: 'form' | 'workspace'): CodedError {
  return new CodedError(
    'E_TOO_MANY',
    422,
    `A ${of} has up to ${most} subscriptions. End some that are not needed, then subscribe again.`,
  )
}
