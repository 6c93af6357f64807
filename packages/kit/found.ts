import type { ComponentType } from 'react'
import type { AnswerModule } from './answer.ts'
import type { CellProps, ControlProps, EditProps, LayoutProps, ResultProps } from './control.ts'
import type { AnySettings, FieldDefinition } from './field.ts'
import type { IntegrationDefinition, IntegrationSettings } from './integration.ts'
import type { LayoutDefinition } from './layout.ts'
import type { ServiceDefinition } from './service.ts'

/** Texts of a plugin in one language, by key. */
export type PluginTexts = Readonly<Record<string, string>>

/** Texts a respondent can meet, by language. */
export type RespondTexts = Readonly<Record<string, PluginTexts>>

/** How answers of some kind behave: called with settings and answers that its own modules made. */
export type AnyAnswerModule = AnswerModule<AnySettings, unknown, unknown>

export type AnyControl = ComponentType<ControlProps<AnySettings, unknown, unknown>>
export type AnyLayoutComponent = ComponentType<LayoutProps<AnySettings>>
export type AnyEdit = ComponentType<EditProps<AnySettings>>
export type AnyCell = ComponentType<CellProps<AnySettings, unknown>>
export type AnyResult = ComponentType<ResultProps<AnySettings, unknown>>

/** How a kind shows its answers to the creator. */
export interface FieldResults {
  Cell: AnyCell
  Answer: AnyResult
}

/** A field plugin as the creator app finds it in `virtual:plugins`. */
export interface CreatorField {
  definition: FieldDefinition
  answer: AnyAnswerModule
  texts: PluginTexts
  /** what a form in another language says, by language */
  languages?: RespondTexts
  /** address of the icon; absent when the plugin brings none */
  icon?: string
  /** those of presets that have one of their own, by the preset's name */
  icons?: Readonly<Record<string, string>>
  respond(): Promise<{ default: AnyControl }>
  /** address of the script of its `live.tsx`, where it has one: the one that public pages load */
  live?: string
  edit?(): Promise<{ default: AnyEdit }>
  results(): Promise<FieldResults>
}

/** A layout plugin as the creator app finds it. */
export interface CreatorLayout {
  definition: LayoutDefinition
  texts: PluginTexts
  /** what a form in another language says, by language */
  languages?: RespondTexts
  icon?: string
  icons?: Readonly<Record<string, string>>
  respond(): Promise<{ default: AnyLayoutComponent }>
  edit?(): Promise<{ default: AnyEdit }>
}

/** An integration plugin as the creator app finds it. */
export interface CreatorIntegration {
  definition: IntegrationDefinition
  texts: PluginTexts
  icon?: string
  settings(): Promise<{ default: IntegrationSettings<AnySettings> }>
}

/** A service as the creator app finds it. */
export interface CreatorService {
  definition: ServiceDefinition
  texts: PluginTexts
  icon?: string
}

/** A plugin that is there and cannot be used, as the creator app is told of it. */
export interface UnusableKind {
  family: 'fields' | 'layout' | 'integrations' | 'connections'
  kind: string
  version?: number
  /** the package that brings it, with its version */
  from?: string
}

/** A field plugin as the public page loads it. */
export interface RespondField {
  answer: AnyAnswerModule
  Control: AnyControl
  /** on the server: a browser has those of its language in the page's data */
  texts?: RespondTexts
}

/** A layout plugin as the public page loads it. */
export interface RespondLayout {
  Layout: AnyLayoutComponent
  /** as of a field */
  texts?: RespondTexts
}
