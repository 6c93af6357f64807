import type { FileReference } from './answer.ts'
import type { Problem } from './problem.ts'

/** What the core lends a field's server part while a submission is taken. */
export interface FieldServerPowers {
  /** Pending files of this very form, field and stay, by id; others are simply not among them. */
  files(ids: readonly string[]): Promise<FileReference[]>
}

/** `files` are claimed by the core in the submission's transaction: all of them, or the submission is refused. */
export type OwnResult<A> = { answer: A; files: readonly string[] } | { problems: Problem[] }

/** A field's own server part: makes an answer that refers to something outside it truly the submission's own. */
export interface FieldServer<S, A> {
  own(answer: A, settings: S, powers: FieldServerPowers): Promise<OwnResult<A>>
}

/** Identity that gives a field's server part its types. */
export function defineFieldServer<S, A>(server: FieldServer<S, A>): FieldServer<S, A> {
  return server
}
