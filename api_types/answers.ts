import type { FileReference } from '@formwright/kit/answer'
import type { Confirmation } from '@formwright/kit/confirmation'
import type { MediaFile } from '@formwright/kit/media'
import type { FormDocument, FormSettings, Json } from '../engine/document/document.ts'
import type { ServerState, Turn } from '../engine/response/response.ts'
import type { CurrentAccessToken } from './access_tokens.ts'
import type { Page, Single } from './answer.ts'
import type { Connections } from './connections.ts'
import type { Check, Draft, DraftSaved, PageWeight, Publication } from './drafts.ts'
import type { DeletedForm, Form, FormQuestion } from './forms.ts'
import type {
  Backfill,
  Delivery,
  DeliveryCount,
  DeliveryLog,
  EarlierSubmissions,
  Integration,
  IntegrationChoices,
  IntegrationPreview,
  NewIntegration,
  NewIntegrationChoice,
  NewSecret,
  EndedSubscription,
  Subscription,
  ToldEvent,
} from './integrations.ts'
import type { MediaLibrary } from './media.ts'
import type {
  DeletedMatching,
  DeletedSubmission,
  DeletedTogether,
  EditedSubmission,
  EmptiedBin,
  FormSummary,
  KeyedSubmission,
  RestoredTogether,
  Submission,
  SubmissionExport,
  SubmissionPage,
} from './submissions.ts'
import type { Theme } from './themes.ts'
import type { VersionChanges, VersionItem, VersionRows } from './versions.ts'
import type { Workspace } from './workspaces.ts'

/** No body. */
type Nothing = null

/** What anyone may know of a published form. */
export interface PublishedForm {
  /** its address, which names it in paths */
  slug: string
  /** the version that people see, without what only its members may know */
  form: {
    /** of this document: 1 */
    format: 1
    /** to be sent along with answers, so that they are read as it asked for them */
    version: number
    /** what it is called, what it says of itself, its language */
    general: FormSettings['general']
    /** the colors, measures and pictures of its page */
    appearance: { [name: string]: Json }
    /** the button that sends it, and whether progress is shown */
    sending: FormSettings['sending']
    /** what is asked, in order; a field by its key */
    blocks: { [name: string]: Json }[]
    /** what a browser computes with */
    plan: { [name: string]: Json }
  }
}

/** A submission that is stored, and what its respondent sees then. */
export interface TakenSubmission {
  /** names it in paths */
  id: string
  /** when it came in: it is on the disk */
  received_at: string
  /** what is shown after sending */
  ending: {
    /** the creator's own; absent: ours */
    block?: {
      /** of the block */
      id: string
      /** its layout block */
      kind: string
      /** as they were written, with their addresses filled in */
      settings: { [name: string]: Json }
    }
    /** its texts with the answers in them, by the name of the setting */
    texts: { [path: string]: string }
    /** an address to go to instead */
    redirect?: string
  }
  /** answers to questions that the version does not ask any more */
  ignored: string[]
}

/** Where a page turn leads. */
export interface Evaluation {
  /** ids of the pages that these answers lead through, in order */
  pages: readonly string[]
  /** where Next leads from the page that was named */
  turn: Turn
  /** what depends on what only the server knows; absent where nothing does */
  serverState?: ServerState
  /** answers to questions that the version does not ask any more */
  ignored: string[]
}

/** How many deliveries do not wait for their turn any more. */
export interface SentNow {
  /** that waited, and are due now */
  sent: number
}

/** How many deliveries are made again. */
export interface SentAgain {
  /** that were over, and are due now */
  replayed: number
}

/**
 * What each route that is open to access tokens answers when it did what it was asked for, by route name and status. The
 * reference of the API is made from it (scripts/answer_schemas.ts); what is a file is named in app/reference/operations.
 */
export interface Answers {
  'access-tokens.current': { 200: Single<CurrentAccessToken> }
  'workspaces.index': { 200: Single<Workspace[]> }

  'forms.index': { 200: Page<Form> }
  'forms.store': { 201: Single<Form> }
  'forms.show': { 200: Single<Form> }
  'forms.destroy': { 204: Nothing }
  'forms.copies.store': { 201: Single<Form> }
  'forms.slug.update': { 200: Single<Form> }
  'forms.bin.index': { 200: Page<DeletedForm> }
  'forms.bin.empty': { 204: Nothing }
  'forms.bin.destroy': { 204: Nothing }
  'forms.bin.restore': { 200: Single<Form> }
  'forms.password.update': { 204: Nothing }
  'forms.password.destroy': { 204: Nothing }
  'forms.draft.show': { 200: Single<Draft> }
  'forms.draft.update': { 200: Single<DraftSaved> }
  'forms.draft.changes': { 200: Single<Draft> }
  'forms.document.show': { 200: Single<FormDocument>; 304: Nothing }
  'forms.check': { 200: Single<Check> }
  'forms.weight': { 200: Single<PageWeight | null> }
  'forms.publication.store': { 201: Single<Publication> }
  'forms.publication.destroy': { 204: Nothing }
  'forms.closure.store': { 204: Nothing }
  'forms.closure.destroy': { 204: Nothing }
  'forms.questions': { 200: Page<FormQuestion> }
  'forms.versions': { 200: Page<VersionItem> }
  'forms.versions.show': { 200: Single<VersionRows> }
  'forms.versions.update': { 200: Single<VersionItem> }
  'forms.versions.changes': { 200: Single<VersionChanges> }
  'themes.index': { 200: Page<Theme> }
  'themes.store': { 201: Single<Theme> }
  'themes.update': { 200: Single<Theme> }
  'themes.destroy': { 204: Nothing }
  'media.index': { 200: MediaLibrary }
  'media.store': { 201: Single<MediaFile> }
  'media.destroy': { 204: Nothing }

  'submissions.index': { 200: SubmissionPage }
  'submissions.csv': { 200: Nothing }
  'submissions.answers.index': { 200: Page<KeyedSubmission> }
  'submissions.answers.show': { 200: Single<KeyedSubmission>; 304: Nothing }
  'submissions.answers.update': { 200: Single<EditedSubmission> }
  'submissions.summary': { 200: FormSummary }
  'submissions.show': { 200: Single<Submission> }
  'submissions.file': { 200: Nothing }
  'submissions.destroy': { 204: Nothing }
  'submissions.deletions.store': { 200: Single<DeletedTogether> }
  'submissions.deletions.matching.store': { 200: DeletedMatching }
  'submissions.bin.index': { 200: Page<DeletedSubmission> }
  'submissions.bin.show': { 200: Single<Submission> }
  'submissions.bin.file': { 200: Nothing }
  'submissions.bin.empty': { 200: Single<EmptiedBin> }
  'submissions.bin.destroy': { 204: Nothing }
  'submissions.bin.deletions.store': { 200: Single<DeletedTogether> }
  'submissions.bin.restore': { 204: Nothing }
  'submissions.bin.restorations.store': { 200: Single<RestoredTogether> }
  'exports.index': { 200: Page<SubmissionExport> }
  'exports.store': { 202: Single<SubmissionExport> }
  'exports.show': { 200: Single<SubmissionExport> }
  'exports.destroy': { 204: Nothing }
  'exports.file': { 200: Nothing }

  'connections.index': { 200: Single<Connections> }
  'subscriptions.index': { 200: Page<Subscription> }
  'subscriptions.store': { 201: Single<Subscription> }
  'subscriptions.destroy': { 204: Nothing }
  'subscriptions.ended.index': { 200: Page<EndedSubscription> }
  'subscriptions.ended.destroy': { 204: Nothing }
  'subscriptions.events': { 200: Page<ToldEvent> }
  'subscriptions.sample': { 200: Single<ToldEvent> }
  'integrations.index': { 200: Page<Integration> }
  'integrations.store': { 201: Single<NewIntegration> }
  'integrations.previews.store': { 200: Single<IntegrationPreview> }
  'integrations.choices.store': { 200: Single<IntegrationChoices> }
  'integrations.choices.new.store': { 200: Single<NewIntegrationChoice> }
  'integrations.show': { 200: Single<Integration> }
  'integrations.update': { 200: Single<Integration> }
  'integrations.destroy': { 204: Nothing }
  'integrations.test.store': { 202: Single<DeliveryLog> }
  'integrations.secret.store': { 200: Single<NewSecret> }
  'integrations.sends.store': { 202: Single<SentNow> }
  'integrations.replays.store': { 202: Single<SentAgain> }
  'integrations.earlier': { 200: Single<EarlierSubmissions> }
  'integrations.backfill.show': { 200: Single<Backfill | null> }
  'integrations.backfill.store': { 201: Single<Backfill> }
  'integrations.backfill.pause.store': { 200: Single<Backfill> }
  'integrations.backfill.resume.store': { 200: Single<Backfill> }
  'integrations.backfill.cancel.store': { 200: Single<Backfill> }
  'deliveries.count': { 200: Single<DeliveryCount> }
  'deliveries.index': { 200: Page<Delivery> }
  'deliveries.show': { 200: Single<DeliveryLog> }
  'deliveries.replay.store': { 202: Single<Delivery> }
  'deliveries.send.store': { 202: Single<Delivery> }

  'public.api.form': { 200: Single<PublishedForm> }
  'public.api.submissions': { 201: Single<TakenSubmission> }
  'public.api.evaluation': { 200: Single<Evaluation> }
  'public.api.codes': { 201: Single<Confirmation> }
  'public.api.confirmations': { 201: Single<Confirmation> }
  'public.api.files': { 201: Single<FileReference> }
}
