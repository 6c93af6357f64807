import type { Scope } from '#api_types/access_tokens'
import type { Role } from '#api_types/workspaces'
import type { Caller } from '#tests/functional/callers'
import {
  type Place,
  placeAccessToken,
  placeDeletedForm,
  placeMedia,
  placeTheme,
} from '#tests/functional/place'
import { hookId } from '#app/integrations/hook_address'
import {
  placeDeletedSubmission,
  placeExport,
  placeSubmission,
  placeVersion,
} from '#tests/functional/submissions/storing'
import { placeConnection } from '#tests/functional/connections/place'
import {
  placeDelivery,
  placeEnded,
  placeIntegration,
  placeSubscription,
} from '#tests/functional/integrations/place'
import { placeMail, placeSender } from '#tests/functional/mail/place'

/** An id of the right form that names nothing. */
const NOTHING = '00000000-0000-7000-8000-000000000000'

/** `passes`: the caller gets to what the route does, which may then still say 422 or 409. */
type Verdict = 'passes' | 401 | 403 | 404

export interface Access {
  verdicts: Record<Caller, Verdict>
  /** sent as JSON by every caller */
  body?: unknown
  /** Makes what the path needs besides workspace and form (a submission, an integration): its parameters. */
  prepare?: (place: Place) => Promise<Record<string, string>>
  /** The route ends the caller's session, so everybody comes with a session of their own. */
  endsSession?: boolean
}

/** Routes that ask nobody who they are. */
function everyone(more: Omit<Access, 'verdicts'> = {}): Access {
  return { ...more, verdicts: verdicts(() => 'passes') }
}

/** Routes for anybody who is signed in. */
function signedIn(more: Omit<Access, 'verdicts'> = {}): Access {
  return { ...more, verdicts: verdicts((caller) => (caller === 'anonymous' ? 401 : 'passes')) }
}

/** Members of other workspaces only, whoever they are besides. */
const OUTSIDE: readonly Caller[] = ['stranger', 'former', 'operator']
const RANKS: readonly Caller[] = ['viewer', 'editor', 'admin', 'owner']

/** Routes of a workspace, for members with at least this role. Who is no member learns nothing. */
function members(least: Role, more: Omit<Access, 'verdicts'> = {}): Access {
  return {
    ...more,
    verdicts: verdicts((caller) => {
      if (caller === 'anonymous') return 401
      if (OUTSIDE.includes(caller)) return 404
      return RANKS.indexOf(caller) >= RANKS.indexOf(least) ? 'passes' : 403
    }),
  }
}

/** What is for operators of the instance. Nobody else learns that it is there. */
function operators(more: Omit<Access, 'verdicts'> = {}): Access {
  return {
    ...more,
    verdicts: verdicts((caller) => {
      if (caller === 'anonymous') return 401
      return caller === 'operator' ? 'passes' : 404
    }),
  }
}

/** What belongs to one person, who is none of the callers. */
function nobodyElse(more: Omit<Access, 'verdicts'>): Access {
  return { ...more, verdicts: verdicts((caller) => (caller === 'anonymous' ? 401 : 404)) }
}

/** What nobody finds in a place whose form was never published. */
function nobody(params: Record<string, string> = {}, body: unknown = {}): Access {
  return { verdicts: verdicts(() => 404), prepare: async () => params, body }
}

function verdicts(judge: (caller: Caller) => Verdict): Record<Caller, Verdict> {
  return {
    anonymous: judge('anonymous'),
    stranger: judge('stranger'),
    former: judge('former'),
    viewer: judge('viewer'),
    editor: judge('editor'),
    admin: judge('admin'),
    owner: judge('owner'),
    operator: judge('operator'),
  }
}

/**
 * Who may call what: one row for each route name. The spec beside it takes the routes from the router; a route that is
 * missing here fails, and so does a row whose route is gone.
 */
export const ACCESS: Record<string, Access> = {
  // accounts
  register: everyone({ body: {} }),
  setup: everyone({ body: {} }),
  login: everyone({ body: { email: 'nobody@example.com' } }),
  logout: everyone({ body: {}, endsSession: true }),
  features: everyone(),
  user: signedIn(),
  'sessions.index': signedIn(),
  'sessions.destroy': {
    verdicts: verdicts((caller) => (caller === 'anonymous' ? 401 : 404)),
    prepare: async () => ({ id: NOTHING }),
  },

  'sessions.confirmation.show': signedIn(),
  'sessions.confirmation.store': signedIn({ body: {} }),
  'user.password.update': signedIn({ body: {} }),
  'password_resets.store': everyone({ body: {} }),
  'password_resets.update': everyone({ body: {} }),

  'access-tokens.index': members('viewer'),
  'access-tokens.store': members('viewer', { body: {} }),
  // of somebody else: only admins know of it
  'access-tokens.destroy': {
    verdicts: verdicts((caller) => {
      if (caller === 'anonymous') return 401
      return caller === 'admin' || caller === 'owner' ? 'passes' : 404
    }),
    prepare: placeAccessToken,
  },
  // there is none behind a session: tests/functional/access_tokens/tokens.spec.ts
  'access-tokens.current': nobodyElse({}),

  // workspaces
  'workspaces.index': signedIn(),
  'workspaces.store': signedIn({ body: {} }),
  'workspaces.select': signedIn({ body: {} }),

  // the creator's shell and the process
  'screens.index': everyone(),
  'screens.login': everyone(),
  'screens.register': everyone(),
  'screens.setup': everyone(),
  'screens.password-email': everyone(),
  'screens.password-reset': everyone({ prepare: async () => ({ token: 'none' }) }),
  'screens.home': everyone(),
  'screens.home-bin': everyone(),
  'screens.forms-create': everyone(),
  'screens.forms-slug-edit': everyone(),
  'screens.forms-slug-show': everyone(),
  'screens.forms-slug-show-tab': everyone(),
  'screens.settings': everyone(),
  'screens.settings-tab': everyone(),
  'builds.latest': everyone(),
  'reference.document': everyone(),
  'reference.page': everyone(),
  'health.live': everyone(),
  'health.ready': everyone(),

  // forms
  'forms.index': members('viewer'),
  'forms.store': members('editor', { body: { title: 'New' } }),
  'forms.show': members('viewer'),
  'forms.destroy': members('editor'),
  'forms.copies.store': members('editor'),
  'forms.bin.index': members('viewer'),
  'forms.bin.empty': members('admin'),
  'forms.bin.destroy': members('admin', { prepare: placeDeletedForm }),
  'forms.bin.restore': members('editor', { prepare: placeDeletedForm }),
  'forms.slug.update': members('editor', { body: { slug: 'no' } }),
  'forms.password.update': members('editor', { body: { password: 'open sesame' } }),
  'forms.password.destroy': members('editor'),
  'forms.draft.show': members('viewer'),
  'forms.draft.update': members('editor', { body: { base: 0, ops: [{ op: 'remove', block_id: 'block1' }] } }),
  'forms.draft.changes': members('viewer'),
  'forms.document.show': members('viewer'),
  // the forms are named in the query: tests/functional/forms/events.spec.ts
  'forms.events': signedIn(),
  'forms.check': members('viewer'),
  'forms.weight': members('viewer'),
  'forms.publication.store': members('editor', { body: { revision: 0 } }),
  'forms.publication.destroy': members('editor'),
  'forms.closure.store': members('editor'),
  'forms.closure.destroy': members('editor'),
  'forms.questions': members('viewer'),
  'forms.versions': members('viewer'),
  'forms.versions.show': members('viewer', { prepare: placeVersion }),
  'forms.versions.update': members('editor', { prepare: placeVersion, body: { note: 'Fairer' } }),
  'forms.versions.changes': members('viewer', { prepare: placeVersion }),

  'themes.index': members('viewer'),
  'themes.store': members('editor', { body: {} }),
  'themes.update': members('editor', { prepare: placeTheme, body: { name: 'Other' } }),
  'themes.destroy': members('editor', { prepare: placeTheme }),

  'mail_sender.show': members('admin'),
  'mail_sender.update': members('admin', { body: {} }),
  'mail_sender.destroy': members('admin'),
  'mail_sender.test.store': members('admin', { prepare: placeSender }),

  'mail_sender.state': members('viewer'),

  // the mail of all workspaces
  'instance.mail.show': operators(),
  'instance.mails.index': operators(),
  'instance.mails.show': operators({ prepare: placeMail }),
  'instance.mails.send.store': operators({ prepare: placeMail }),
  'instance.mails.destroy': operators({ prepare: placeMail }),

  'plugins.unusable': signedIn(),
  'plugins.faults.store': signedIn(),

  // submissions
  'submissions.index': members('viewer'),
  'submissions.csv': members('viewer'),
  'submissions.answers.index': members('viewer'),
  'submissions.answers.show': members('viewer', { prepare: placeSubmission }),
  'submissions.answers.update': members('editor', { prepare: placeSubmission, body: { answers: {} } }),
  'submissions.summary': members('viewer'),
  'submissions.show': members('viewer', { prepare: placeSubmission }),
  'submissions.destroy': members('editor', { prepare: placeSubmission }),
  'submissions.deletions.store': members('editor', { body: { ids: [NOTHING] } }),
  'submissions.deletions.matching.store': members('editor', { body: { until: '2030-01-01T00:00:00Z' } }),
  'submissions.file': members('viewer', { prepare: placeSubmission }),
  'submissions.bin.index': members('viewer'),
  'submissions.bin.show': members('viewer', { prepare: placeDeletedSubmission }),
  'submissions.bin.file': members('viewer', { prepare: placeDeletedSubmission }),
  'submissions.bin.empty': members('admin'),
  'submissions.bin.destroy': members('admin', { prepare: placeDeletedSubmission }),
  'submissions.bin.deletions.store': members('admin', { body: { ids: [NOTHING] } }),
  'submissions.bin.restorations.store': members('editor', { body: { ids: [NOTHING] } }),
  'submissions.bin.restore': members('editor', { prepare: placeDeletedSubmission }),
  'exports.store': members('viewer', { body: { filter: 'nonsense' } }),
  'exports.index': members('viewer'),
  'exports.destroy': nobodyElse({ prepare: placeExport }),
  'exports.show': members('viewer', { prepare: placeExport }),
  'exports.file': members('viewer', { prepare: placeExport }),

  // integrations
  'integrations.index': members('editor'),
  'integrations.store': members('editor', { body: { kind: 'none' } }),
  'integrations.previews.store': members('editor', { body: { kind: 'none' } }),
  'integrations.choices.store': members('editor', { body: { kind: 'none', name: 'channel' } }),
  'integrations.choices.new.store': members('editor', {
    body: { kind: 'none', name: 'channel', label: 'x' },
  }),
  'integrations.show': members('editor', { prepare: placeIntegration }),
  'integrations.update': members('editor', { body: {}, prepare: placeIntegration }),
  'integrations.destroy': members('editor', { prepare: placeIntegration }),
  'integrations.test.store': members('editor', { prepare: placeIntegration }),
  'integrations.secret.store': members('editor', { prepare: placeIntegration }),
  'integrations.sends.store': members('editor', { prepare: placeIntegration }),
  'integrations.replays.store': members('editor', { prepare: placeIntegration }),
  'integrations.earlier': members('editor', { prepare: placeIntegration }),
  'integrations.backfill.show': members('editor', { prepare: placeIntegration }),
  'integrations.backfill.store': members('editor', { prepare: placeIntegration }),
  'integrations.backfill.pause.store': members('editor', { prepare: placeIntegration }),
  'integrations.backfill.resume.store': members('editor', { prepare: placeIntegration }),
  'integrations.backfill.cancel.store': members('editor', { prepare: placeIntegration }),
  'subscriptions.index': members('editor'),
  'subscriptions.store': members('editor', { body: { kind: 'none', url: 'x', events: ['x'] } }),
  'subscriptions.destroy': members('editor', { prepare: placeSubscription }),
  'subscriptions.ended.index': members('editor'),
  'subscriptions.ended.destroy': members('editor', { prepare: placeEnded }),
  'subscriptions.events': members('viewer'),
  'subscriptions.sample': members('viewer'),
  'deliveries.count': members('editor', { prepare: placeIntegration }),
  'deliveries.index': members('editor', { prepare: placeIntegration }),
  'deliveries.show': members('editor', { prepare: placeDelivery }),
  'deliveries.replay.store': members('editor', { prepare: placeDelivery }),
  'deliveries.send.store': members('editor', { prepare: placeDelivery }),

  // connections; whose the way back is says its state: tests/functional/connections/connections.spec.ts
  'connections.index': members('editor'),
  'connections.store': members('admin', { body: {} }),
  'connections.destroy': members('admin', { prepare: placeConnection }),
  'connections.flows.store': members('admin', { body: {} }),
  'connections.callbacks.store': signedIn({ body: {}, prepare: async () => ({ service: 'none' }) }),

  // pictures and files of the creator, by an address that nobody guesses: tests/functional/files/media.spec.ts
  'media.index': members('editor'),
  'media.store': members('editor'),
  'media.destroy': members('editor', { prepare: placeMedia }),
  'public.media': nobody({ id: NOTHING, hash: '0'.repeat(64) }),

  // public: a form that is not published is there for nobody, its owner included
  'public.example.show': everyone(),
  'public.example.turn': everyone(),
  'public.example.files': everyone(),
  'public.example.evaluation': everyone({ body: { page: 'start', raws: {} } }),
  'public.version-preview.show': members('viewer', { prepare: placeVersion }),
  'public.version-preview.turn': members('viewer', { prepare: placeVersion }),
  'public.version-preview.files': members('viewer', { prepare: placeVersion }),
  'public.version-preview.evaluation': members('viewer', {
    prepare: placeVersion,
    body: { page: 'start', raws: {} },
  }),
  'public.state-preview': members('editor'),
  'public.preview.show': members('viewer'),
  'public.preview.turn': members('viewer'),
  'public.preview.files': members('viewer'),
  'public.preview.evaluation': members('viewer', { body: { page: 'start', raws: {} } }),
  // only by a signed link: tests/functional/integrations/file_links.spec.ts
  'public.file': {
    verdicts: verdicts(() => 403),
    prepare: async () => ({ token: 'token' }),
  },
  // a webhook calls and is called by nobody: tests/functional/integrations/hooks.spec.ts
  'public.hooks': {
    verdicts: verdicts(() => 404),
    prepare: async (place) => {
      const { integrationId: id } = await placeIntegration(place)
      return { integration: hookId({ workspaceId: place.workspaceId, id }) }
    },
  },
  'public.pages.show': nobody(),
  'public.pages.take': nobody(),
  'public.pages.payload': nobody(),
  'public.pages.password': nobody(),
  'public.pages.ending': nobody({ receipt: 'receipt' }),
  'public.pages.responses.show': nobody({ token: 'token', page: 'start' }),
  'public.pages.responses.take': nobody({ token: 'token', page: 'start' }),
  'public.api.form': nobody(),
  'public.api.submissions': nobody({}, { submission_key: NOTHING, answers: {} }),
  'public.api.evaluation': nobody({}, { page: 'start', raws: {} }),
  'public.api.codes': nobody({}, { block: 'address', answer: 'ada@example.com' }),
  'public.api.confirmations': nobody(
    {},
    { block: 'address', answer: 'ada@example.com', sent: 'sent', code: '123456' },
  ),
  'public.api.files': nobody(),
  'public.api.uploads': nobody(),
  'public.api.upload': nobody({ upload: NOTHING }),
}

/**
 * What an owner's access token of each scope opens. All other routes of the creators' API are closed to tokens, but
 * for `access-tokens.current`, which is open to each.
 */
export const TOKENS: Record<Scope, readonly string[]> = {
  'workspaces:read': ['workspaces.index'],
  'forms:read': [
    'forms.index',
    'forms.show',
    'forms.bin.index',
    'forms.draft.show',
    'forms.draft.changes',
    'forms.document.show',
    'forms.check',
    'forms.weight',
    'forms.questions',
    'forms.versions',
    'forms.versions.show',
    'forms.versions.changes',
    'themes.index',
    'media.index',
    'public.api.form',
  ],
  'forms:write': [
    'forms.store',
    'forms.destroy',
    'forms.copies.store',
    'forms.bin.empty',
    'forms.bin.destroy',
    'forms.bin.restore',
    'forms.slug.update',
    'forms.password.update',
    'forms.password.destroy',
    'forms.draft.update',
    'forms.publication.store',
    'forms.publication.destroy',
    'forms.versions.update',
    'forms.closure.store',
    'forms.closure.destroy',
    'themes.store',
    'themes.update',
    'themes.destroy',
    'media.store',
    'media.destroy',
  ],
  'submissions:read': [
    'subscriptions.events',
    'subscriptions.sample',
    'submissions.index',
    'submissions.csv',
    'submissions.answers.index',
    'submissions.answers.show',
    'submissions.summary',
    'submissions.show',
    'submissions.file',
    'submissions.bin.index',
    'submissions.bin.show',
    'submissions.bin.file',
    'exports.store',
    'exports.index',
    'exports.destroy',
    'exports.show',
    'exports.file',
  ],
  'submissions:write': [
    'submissions.answers.update',
    'submissions.destroy',
    'submissions.deletions.store',
    'submissions.deletions.matching.store',
    'submissions.bin.empty',
    'submissions.bin.destroy',
    'submissions.bin.deletions.store',
    'submissions.bin.restore',
    'submissions.bin.restorations.store',
    'public.api.submissions',
    'public.api.evaluation',
    'public.api.codes',
    'public.api.confirmations',
    'public.api.files',
  ],
  'integrations:manage': [
    'subscriptions.index',
    'subscriptions.destroy',
    'subscriptions.ended.index',
    'subscriptions.ended.destroy',
    'integrations.index',
    'integrations.choices.store',
    'integrations.choices.new.store',
    'connections.index',
    'integrations.show',
    'integrations.destroy',
    'integrations.secret.store',
    'integrations.earlier',
    'integrations.backfill.show',
    'integrations.backfill.pause.store',
    'integrations.backfill.cancel.store',
  ],
}

/** What takes two scopes, since it sends answers somewhere, or shows what was sent. */
export const BOTH: { scopes: Scope[]; opens: readonly string[] } = {
  scopes: ['integrations:manage', 'submissions:read'],
  opens: [
    'integrations.store',
    'integrations.previews.store',
    'integrations.update',
    'integrations.test.store',
    'integrations.sends.store',
    'integrations.replays.store',
    'integrations.backfill.store',
    'integrations.backfill.resume.store',
    'subscriptions.store',
    'deliveries.count',
    'deliveries.index',
    'deliveries.show',
    'deliveries.replay.store',
    'deliveries.send.store',
  ],
}
