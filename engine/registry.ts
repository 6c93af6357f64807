import type { FieldDefinition } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { ReportFault } from './faults.ts'

/** A field plugin, as far as documents and answers are concerned. */
export interface FieldPlugin {
  definition: FieldDefinition
  answer: AnyAnswerModule
}

/** What the engine may know of plugins, handed in: it never imports one. Used where documents are checked and compiled. */
export interface Registry {
  field(kind: string): FieldPlugin | undefined
  layout(kind: string): LayoutDefinition | undefined
  /** changes with every plugin version: part of the key under which compiled plans are kept */
  fingerprint: string
  /** told of what a kind threw when it was asked about the settings of a block */
  report?: ReportFault
}

/** What a response needs of plugins: only how answers behave. The public page hands in the kinds it shows. */
export type Answers = (kind: string) => AnyAnswerModule | undefined
