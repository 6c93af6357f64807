import type { AnyAnswerModule } from '../plugins/kit/answer.ts'
import type { AnyFieldDefinition } from '../plugins/kit/field.ts'
import type { AnyLayoutDefinition } from '../plugins/kit/layout.ts'

/** What the engine may know of plugins, handed in: it never imports one. Used where documents are checked and compiled. */
export interface Registry {
  field(kind: string): { definition: AnyFieldDefinition; answer: AnyAnswerModule } | undefined
  layout(kind: string): AnyLayoutDefinition | undefined
  /** changes with every plugin version: part of the key under which compiled plans are kept */
  fingerprint: string
}

/** What a response needs of plugins: only how answers behave. The public page hands in the kinds it shows. */
export type Answers = (kind: string) => AnyAnswerModule | undefined
