import type { FileReference } from './answer.ts'
import type { Problem } from './problem.ts'

/** What the core lends a field's server part while a submission is taken. */
export interface FieldServerPowers {
  /** Pending files of this very form, field and stay, by id; others are simply not among them. */
  files(ids: readonly string[]): Promise<FileReference[]>
}

/** `files` are claimed by the core in the submission's transaction: all of them, or the submission is refused. */
export type OwnResult<A> = { answer: A; files: readonly string[] } | { problems: Problem[] }

/** A field's own server part. It has one of its members at least. */
export interface FieldServer<S, A> {
  /** Makes an answer that refers to something outside it truly the submission's own. */
  own?(answer: A, settings: S, powers: FieldServerPowers): Promise<OwnResult<A>>
  /**
   * What is wrong with an answer that `validate` takes, where finding out needs more data than a page should load. Asked as
   * a page is turned without a script, and as answers are sent.
   */
  judge?(answer: A, settings: S): Problem[]
}

/** Identity that gives a field's server part its types. */
export function defineFieldServer<S, A>(server: FieldServer<S, A>): FieldServer<S, A> {
  return server
}
