import type { Answers } from '#api_types/answers'
import { newForm } from '#app/forms/create_form'
import { patch } from '#app/forms/draft_ops'
import { newPassword } from '#app/forms/form_passwords_controller'
import { newSlug } from '#app/forms/forms_controller'
import { publication, versionChange } from '#app/forms/publications_controller'
import { newTheme, themeChanges } from '#app/forms/themes_controller'
import { tested } from '#app/integrations/deliveries_controller'
import { replayedDeliveries } from '#app/integrations/delivery_filter'
import {
  askedChoices,
  integrationChanges,
  newChoice,
  newIntegration,
  previewed,
} from '#app/integrations/integrations_controller'
import { newSubscription } from '#app/integrations/subscriptions_controller'
import { askedCode, typedCode } from '#app/respond/codes_controller'
import { evaluation } from '#app/respond/submission/evaluation'
import { submission } from '#app/respond/submissions_controller'
import { answerChanges } from '#app/submissions/answers_controller'
import { matching } from '#app/submissions/deletions_controller'
import { wanted } from '#app/submissions/exports_controller'
import { several } from '#app/submissions/several_ids'
import { cursor, log, oneOf, page, type Parameter, text, told, upload, view } from '#app/reference/parameters'
import { fromValibot, fromVine, type JsonSchema } from '#app/reference/schemas'

/** What a route does, takes, and answers besides JSON. */
export interface Operation {
  tag: string
  summary: string
  query?: Record<string, Parameter>
  /** JSON, unless it is a file */
  body?: () => JsonSchema
  /** lists in the body whose entries are judged later, one by one: the named types that these are of */
  entries?: Readonly<Record<string, string>>
  file?: true
  /** media types of an answer that is a file */
  answers?: readonly string[]
  /** statuses of refusals besides those that every route has */
  refusals?: readonly number[]
}

const forms = { tag: 'Forms' }
const drafts = { tag: 'Drafts' }
const publishing = { tag: 'Publishing' }
const themes = { tag: 'Themes and media' }
const submissions = { tag: 'Submissions' }
const exports = { tag: 'Exports' }
const integrations = { tag: 'Integrations' }
const subscriptions = { tag: 'Subscriptions' }
const deliveries = { tag: 'Deliveries' }

/** Every route that is open to access tokens, by name. */
export const OPERATIONS: Record<keyof Answers, Operation> = {
  'access-tokens.current': { tag: 'Tokens', summary: 'The access token that asks' },
  'workspaces.index': { tag: 'Tokens', summary: 'The workspace of the token' },

  'forms.index': {
    ...forms,
    summary: 'Forms of a workspace, the one worked on last first',
    query: {
      ...page(100),
      search: text('Words that all occur in the title or the address, whatever their case and accents.'),
      sort: oneOf(
        'By what the list goes; `changed` when it is left out. Titles go up, all others down.',
        ...['changed', 'title', 'submissions', 'answered', 'created'],
      ),
    },
  },
  'forms.store': {
    ...forms,
    summary: 'Make a form of a title and blocks, or of a whole document',
    body: () => fromValibot(newForm),
    entries: { blocks: 'Block' },
  },
  'forms.show': { ...forms, summary: 'One form' },
  'forms.destroy': { ...forms, summary: 'Move a form to the bin' },
  'forms.copies.store': { ...forms, summary: 'Make another form like this one' },
  'forms.slug.update': {
    ...forms,
    summary: 'Give a form another address',
    body: () => fromVine(newSlug),
    refusals: [409],
  },
  'forms.bin.index': { ...forms, summary: 'Deleted forms', query: { cursor } },
  'forms.bin.empty': { ...forms, summary: 'Delete all forms of the bin for good' },
  'forms.bin.destroy': { ...forms, summary: 'Delete a form of the bin for good' },
  'forms.bin.restore': { ...forms, summary: 'Restore a form from the bin', refusals: [409] },
  'forms.password.update': {
    ...forms,
    summary: 'Ask visitors for a password',
    body: () => fromVine(newPassword),
  },
  'forms.password.destroy': { ...forms, summary: 'Ask visitors for no password' },

  'forms.draft.show': { ...drafts, summary: 'The draft in rows, with what is wrong with it' },
  'forms.draft.update': {
    ...drafts,
    summary: 'Change blocks and settings of the draft',
    body: () => fromValibot(patch),
    entries: { ops: 'DraftOp' },
    refusals: [409, 412],
  },
  'forms.draft.changes': {
    ...drafts,
    summary: 'What changed in the draft after a revision',
    query: { since: { words: 'The revision.', schema: { type: 'integer', minimum: 0 } } },
  },
  'forms.document.show': { ...drafts, summary: 'The draft as one document' },
  'forms.check': { ...publishing, summary: 'What publishing would say and change' },
  'forms.weight': { ...publishing, summary: 'What the public page weighs' },
  'forms.publication.store': {
    ...publishing,
    summary: 'Publish the draft at a revision',
    body: () => fromVine(publication),
    refusals: [409, 412],
  },
  'forms.publication.destroy': {
    ...publishing,
    summary: 'Take the form back: it is a draft again',
    refusals: [409],
  },
  'forms.closure.store': { ...publishing, summary: 'Close the form', refusals: [409] },
  'forms.closure.destroy': { ...publishing, summary: 'Open the form again', refusals: [409] },
  'forms.questions': {
    ...publishing,
    summary: 'What the form asks: keys, types, and options of its newest version',
  },
  'forms.versions': { ...publishing, summary: 'Versions, newest first', query: page(100) },
  'forms.versions.show': { ...publishing, summary: 'A version, in rows like a draft' },
  'forms.versions.update': {
    ...publishing,
    summary: 'Change the note of a version; the rest of it stays',
    body: () => fromVine(versionChange),
  },
  'forms.versions.changes': {
    ...publishing,
    summary: 'How a version differs from an earlier one',
    query: {
      since: {
        words: 'The earlier one; the one before by default.',
        schema: { type: 'integer', minimum: 1 },
      },
    },
  },

  'themes.index': { ...themes, summary: 'Themes of a workspace' },
  'themes.store': {
    ...themes,
    summary: 'Keep a look as a theme',
    body: () => fromVine(newTheme),
    refusals: [409],
  },
  'themes.update': {
    ...themes,
    summary: 'Change a theme',
    body: () => fromVine(themeChanges),
    refusals: [409],
  },
  'themes.destroy': { ...themes, summary: 'Remove a theme' },
  'media.index': {
    ...themes,
    summary: 'Pictures and files that a form offers to choose from',
    query: {
      ...page(200),
      name: text('A part of the name.'),
      use: oneOf('What it is for; `file` when it is left out.', 'image', 'file'),
      types: text('MIME types.'),
    },
  },
  'media.store': {
    ...themes,
    summary: 'Upload a picture or file',
    query: { ...upload, use: { ...oneOf('What it is for.', 'image', 'file'), required: true } },
    file: true,
    refusals: [507],
  },
  'media.destroy': { ...themes, summary: 'Offer a picture or file no more', refusals: [409] },

  'public.api.form': {
    ...submissions,
    summary: 'What anyone may know of a published form',
    refusals: [409, 410],
  },
  'public.api.submissions': {
    ...submissions,
    summary: 'Send answers',
    body: () => fromVine(submission),
    refusals: [409, 410],
  },
  'public.api.evaluation': {
    ...submissions,
    summary: 'Where a page turn leads; nothing is stored',
    body: () => fromVine(evaluation),
    refusals: [409, 410],
  },
  'public.api.codes': {
    ...submissions,
    summary: 'Send the code that confirms an answer',
    body: () => fromVine(askedCode),
    refusals: [409, 410],
  },
  'public.api.confirmations': {
    ...submissions,
    summary: 'Turn a code that was typed into the proof that goes along with the answer',
    body: () => fromVine(typedCode),
    refusals: [409, 410],
  },
  'public.api.files': {
    ...submissions,
    summary: 'Upload a file for an answer',
    query: {
      ...upload,
      block: { ...text('The key or id of the field.'), required: true },
      key: {
        words: 'A key of yours: the same one is the same file.',
        schema: { type: 'string', format: 'uuid' },
        required: true,
      },
      version: { words: 'The version of the form.', schema: { type: 'integer', minimum: 1 }, required: true },
    },
    file: true,
    refusals: [409, 410, 507],
  },
  'submissions.answers.index': {
    ...submissions,
    summary: 'Submissions, newest first, with answers by key',
    query: { ...page(500), ...view },
  },
  'submissions.answers.show': { ...submissions, summary: 'One submission, with answers by key' },
  'submissions.answers.update': {
    ...submissions,
    summary: 'Change answers of a submission, by key; null takes one out, what is not named stays',
    body: () => fromVine(answerChanges),
    refusals: [409, 412],
  },
  'submissions.index': {
    ...submissions,
    summary: 'Submissions as the table of the app, with its columns',
    query: { ...page(500), ...view },
  },
  'submissions.summary': { ...submissions, summary: 'What submissions say together', query: view },
  'submissions.show': { ...submissions, summary: 'One submission as it was asked' },
  'submissions.file': { ...submissions, summary: 'A file of a submission', answers: ['*/*'] },
  'submissions.destroy': { ...submissions, summary: 'Move a submission to the bin' },
  'submissions.deletions.store': {
    ...submissions,
    summary: 'Move several submissions to the bin',
    body: () => fromVine(several),
  },
  'submissions.deletions.matching.store': {
    ...submissions,
    summary: 'Move what a search or filter finds to the bin, page by page',
    body: () => fromVine(matching),
  },
  'submissions.bin.index': { ...submissions, summary: 'Deleted submissions', query: { cursor } },
  'submissions.bin.show': { ...submissions, summary: 'One submission of the bin as it was asked' },
  'submissions.bin.file': { ...submissions, summary: 'A file of a submission of the bin', answers: ['*/*'] },
  'submissions.bin.empty': {
    ...submissions,
    summary: 'Delete all submissions of the bin for good',
    query: { cursor },
  },
  'submissions.bin.destroy': { ...submissions, summary: 'Delete a submission of the bin for good' },
  'submissions.bin.deletions.store': {
    ...submissions,
    summary: 'Delete several submissions of the bin for good',
    body: () => fromVine(several),
  },
  'submissions.bin.restore': {
    ...submissions,
    summary: 'Restore a submission from the bin',
    refusals: [409],
  },
  'submissions.bin.restorations.store': {
    ...submissions,
    summary: 'Restore several submissions from the bin',
    body: () => fromVine(several),
  },
  'submissions.csv': {
    ...exports,
    summary: 'A view as CSV, with sections that repeat as ZIP',
    query: view,
    answers: ['text/csv', 'application/zip'],
  },
  'exports.index': { ...exports, summary: 'Exports that its person asked for' },
  'exports.store': {
    ...exports,
    summary: 'Have a view written to a file',
    body: () => fromVine(wanted),
  },
  'exports.show': { ...exports, summary: 'How far an export is' },
  'exports.destroy': { ...exports, summary: 'End an export, or remove its file' },
  'exports.file': { ...exports, summary: 'The file of an export', answers: ['text/csv', 'application/zip'] },

  'connections.index': { ...integrations, summary: 'Connections to services, and services there are' },
  'integrations.index': { ...integrations, summary: 'Integrations of a form' },
  'integrations.store': {
    ...integrations,
    summary: 'Add an integration',
    body: () => fromVine(newIntegration),
    refusals: [409],
  },
  'integrations.previews.store': {
    ...integrations,
    summary: 'What would arrive with these settings',
    body: () => fromVine(previewed),
  },
  'integrations.choices.store': {
    ...integrations,
    summary: 'What a setting can be, at its service',
    body: () => fromVine(askedChoices),
    refusals: [409],
  },
  'integrations.choices.new.store': {
    ...integrations,
    summary: 'Make something at a service for a setting',
    body: () => fromVine(newChoice),
    refusals: [409],
  },
  'integrations.show': { ...integrations, summary: 'One integration' },
  'integrations.update': {
    ...integrations,
    summary: 'Change an integration, or switch it on or off',
    body: () => fromVine(integrationChanges),
    refusals: [409],
  },
  'integrations.destroy': { ...integrations, summary: 'Remove an integration' },
  'integrations.test.store': {
    ...integrations,
    summary: 'Send an example: invented answers, or those of a submission',
    body: () => fromVine(tested),
    refusals: [409],
  },
  'integrations.secret.store': {
    ...integrations,
    summary: 'A new signing secret, shown once',
    refusals: [409],
  },
  'subscriptions.index': { ...subscriptions, summary: 'What programs have subscribed to' },
  'subscriptions.store': {
    ...subscriptions,
    summary: 'Be told of events at an address, until it answers 410',
    body: () => fromVine(newSubscription),
  },
  'subscriptions.destroy': { ...subscriptions, summary: 'End a subscription' },
  'subscriptions.ended.index': {
    ...subscriptions,
    summary: 'What ended because its program answered 410, until somebody has dismissed it',
  },
  'subscriptions.ended.destroy': { ...subscriptions, summary: 'Dismiss one that ended' },
  'subscriptions.events': {
    ...subscriptions,
    summary: 'Events as they are told to subscribers, newest first',
    query: { ...told, ...page(100, 25), ...view, submission: text('The id of a submission: of it alone.') },
  },
  'subscriptions.sample': {
    ...subscriptions,
    summary: 'An event as it is told, with invented answers',
    query: told,
  },
  'integrations.sends.store': { ...deliveries, summary: 'Send all that waits now', refusals: [409] },
  'integrations.replays.store': {
    ...deliveries,
    summary: 'Send deliveries again: all that failed, or those of a state, a time, or with an error',
    body: () => fromVine(replayedDeliveries),
    refusals: [409],
  },
  'integrations.earlier': {
    ...deliveries,
    summary: 'How many earlier submissions an integration has not got',
  },
  'integrations.backfill.show': { ...deliveries, summary: 'How sending earlier submissions stands' },
  'integrations.backfill.store': { ...deliveries, summary: 'Send earlier submissions', refusals: [409] },
  'integrations.backfill.pause.store': {
    ...deliveries,
    summary: 'Pause sending earlier submissions',
    refusals: [409],
  },
  'integrations.backfill.resume.store': {
    ...deliveries,
    summary: 'Go on with sending earlier submissions',
    refusals: [409],
  },
  'integrations.backfill.cancel.store': {
    ...deliveries,
    summary: 'End sending earlier submissions',
    refusals: [409],
  },
  'deliveries.count': {
    ...deliveries,
    summary: 'How many deliveries there are, up to 10,000, and how many can be sent again',
    query: log,
  },
  'deliveries.index': {
    ...deliveries,
    summary: 'Deliveries of an integration, newest first',
    query: { ...page(100), ...log },
  },
  'deliveries.show': { ...deliveries, summary: 'A delivery with its attempts' },
  'deliveries.replay.store': { ...deliveries, summary: 'Send a delivery again', refusals: [409] },
  'deliveries.send.store': { ...deliveries, summary: 'Send a delivery that waits now', refusals: [409] },
}
