import type { Scope } from '#api_types/access_tokens'

/** What decides where answers go, sends them there, or shows what was sent: it would get around `submissions:read`. */
const SENDS_ANSWERS: readonly Scope[] = ['integrations:manage', 'submissions:read']

/**
 * What an access token needs for each route, by the route's name; `any` is open to every token, `browser` to none. A route of the
 * creators' API that is missing here is closed to tokens, and fails the access matrix.
 */
export const ROUTE_SCOPES: Readonly<Record<string, Scope | readonly Scope[] | 'any' | 'browser'>> = {
  register: 'browser',
  setup: 'browser',
  login: 'browser',
  logout: 'browser',
  features: 'browser',
  user: 'browser',
  'sessions.index': 'browser',
  'sessions.destroy': 'browser',
  'sessions.confirmation.show': 'browser',
  'sessions.confirmation.store': 'browser',
  'user.password.update': 'browser',
  'password_resets.store': 'browser',
  'password_resets.update': 'browser',

  'access-tokens.current': 'any',
  'access-tokens.index': 'browser',
  'access-tokens.store': 'browser',
  'access-tokens.destroy': 'browser',

  'workspaces.index': 'workspaces:read',
  'workspaces.store': 'browser',
  'workspaces.select': 'browser',

  // whoever changes it decides where answers go, and gives a password
  'mail_sender.show': 'browser',
  'mail_sender.update': 'browser',
  'mail_sender.destroy': 'browser',
  'mail_sender.test.store': 'browser',

  'mail_sender.state': 'browser',

  // operators are people, and tokens belong to workspaces
  'instance.mail.show': 'browser',
  'instance.mails.index': 'browser',
  'instance.mails.show': 'browser',
  'instance.mails.send.store': 'browser',
  'instance.mails.destroy': 'browser',

  'connections.index': 'integrations:manage',
  // somebody agrees to them in a window of their service, or gives a credential
  'connections.store': 'browser',
  'connections.destroy': 'browser',
  'connections.flows.store': 'browser',
  'connections.callbacks.store': 'browser',

  'forms.index': 'forms:read',
  'forms.store': 'forms:write',
  'forms.show': 'forms:read',
  'forms.destroy': 'forms:write',
  'forms.copies.store': 'forms:write',
  'forms.bin.index': 'forms:read',
  'forms.bin.empty': 'forms:write',
  'forms.bin.destroy': 'forms:write',
  'forms.bin.restore': 'forms:write',
  'forms.slug.update': 'forms:write',
  'forms.password.update': 'forms:write',
  'forms.password.destroy': 'forms:write',
  'forms.draft.show': 'forms:read',
  'forms.draft.update': 'forms:write',
  'forms.draft.changes': 'forms:read',
  'forms.document.show': 'forms:read',
  // a stream for pages that are open; programs ask for what changed
  'forms.events': 'browser',
  'forms.check': 'forms:read',
  'forms.weight': 'forms:read',
  'forms.publication.store': 'forms:write',
  'forms.publication.destroy': 'forms:write',
  'forms.closure.store': 'forms:write',
  'forms.closure.destroy': 'forms:write',
  'forms.questions': 'forms:read',
  'forms.versions': 'forms:read',
  'forms.versions.show': 'forms:read',
  'forms.versions.update': 'forms:write',
  'forms.versions.changes': 'forms:read',
  'themes.index': 'forms:read',
  'themes.store': 'forms:write',
  'themes.update': 'forms:write',
  'themes.destroy': 'forms:write',
  'media.index': 'forms:read',
  'media.store': 'forms:write',
  'media.destroy': 'forms:write',
  'plugins.unusable': 'browser',
  'plugins.faults.store': 'browser',

  'submissions.index': 'submissions:read',
  'submissions.csv': 'submissions:read',
  'submissions.answers.index': 'submissions:read',
  'submissions.answers.show': 'submissions:read',
  'submissions.answers.update': 'submissions:write',
  'submissions.summary': 'submissions:read',
  'submissions.show': 'submissions:read',
  'submissions.file': 'submissions:read',
  'submissions.destroy': 'submissions:write',
  'submissions.deletions.store': 'submissions:write',
  'submissions.deletions.matching.store': 'submissions:write',
  'submissions.bin.index': 'submissions:read',
  'submissions.bin.show': 'submissions:read',
  'submissions.bin.file': 'submissions:read',
  'submissions.bin.empty': 'submissions:write',
  'submissions.bin.destroy': 'submissions:write',
  'submissions.bin.deletions.store': 'submissions:write',
  'submissions.bin.restore': 'submissions:write',
  'submissions.bin.restorations.store': 'submissions:write',
  'exports.index': 'submissions:read',
  'exports.store': 'submissions:read',
  'exports.show': 'submissions:read',
  'exports.destroy': 'submissions:read',
  'exports.file': 'submissions:read',

  'integrations.index': 'integrations:manage',
  'integrations.store': SENDS_ANSWERS,
  'integrations.previews.store': SENDS_ANSWERS,
  'integrations.choices.store': 'integrations:manage',
  'integrations.choices.new.store': 'integrations:manage',
  'integrations.show': 'integrations:manage',
  'integrations.update': SENDS_ANSWERS,
  'integrations.destroy': 'integrations:manage',
  'integrations.test.store': SENDS_ANSWERS,
  'integrations.secret.store': 'integrations:manage',
  'integrations.sends.store': SENDS_ANSWERS,
  'integrations.replays.store': SENDS_ANSWERS,
  'integrations.earlier': 'integrations:manage',
  'integrations.backfill.show': 'integrations:manage',
  'integrations.backfill.store': SENDS_ANSWERS,
  'integrations.backfill.pause.store': 'integrations:manage',
  'integrations.backfill.resume.store': SENDS_ANSWERS,
  'integrations.backfill.cancel.store': 'integrations:manage',
  'subscriptions.index': 'integrations:manage',
  'subscriptions.store': SENDS_ANSWERS,
  'subscriptions.destroy': 'integrations:manage',
  'subscriptions.ended.index': 'integrations:manage',
  'subscriptions.ended.destroy': 'integrations:manage',
  'subscriptions.events': 'submissions:read',
  'subscriptions.sample': 'submissions:read',
  'deliveries.count': SENDS_ANSWERS,
  'deliveries.index': SENDS_ANSWERS,
  'deliveries.show': SENDS_ANSWERS,
  'deliveries.replay.store': SENDS_ANSWERS,
  'deliveries.send.store': SENDS_ANSWERS,

  // open to everybody; whoever comes with a token is held to its scopes all the same
  'public.api.form': 'forms:read',
  'public.api.submissions': 'submissions:write',
  'public.api.evaluation': 'submissions:write',
  'public.api.codes': 'submissions:write',
  'public.api.confirmations': 'submissions:write',
  'public.api.files': 'submissions:write',
  // large files in pieces, as the live page sends them; a program sends a file whole
  'public.api.uploads': 'browser',
  'public.api.upload': 'browser',
}

/** Every scope that a route needs, or `browser` where it is closed to tokens. */
export function scopesOf(route: string): readonly Scope[] | 'browser' {
  const needed = ROUTE_SCOPES[route] ?? 'browser'
  if (needed === 'browser') return 'browser'
  if (needed === 'any') return []
  return typeof needed === 'string' ? [needed] : needed
}
