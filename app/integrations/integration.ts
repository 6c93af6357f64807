import { column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import type { PauseCause } from '#app/integrations/pause'
import { TenantModel } from '#app/workspaces/tenant_model'
import type { Condition, Json } from '#engine/document/document'

/** A receiver of a form's events: which plugin, how it is set, when it is told. */
export class Integration extends TenantModel {
  static table = 'integrations'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare workspaceId: string

  @column()
  declare formId: string

  @column()
  declare kind: string

  /** version of the plugin's settings that `settings` have */
  @column()
  declare v: number

  @column()
  declare name: string

  @column({ prepare: (value: unknown) => JSON.stringify(value) })
  declare settings: Record<string, Json>

  /** sealed, see secrets.ts */
  @column({ serializeAs: null })
  declare secrets: string | null

  /** sealed, see secret_settings.ts */
  @column({ serializeAs: null })
  declare secretSettings: string | null

  /** whose credential it works with */
  @column()
  declare connectionId: string | null

  /** whether it works with one, as it is set */
  @column()
  declare connectionNeeded: boolean

  /** since when deliveries wait for it */
  @column.dateTime()
  declare waitsSince: DateTime | null

  @column({ prepare: (value: unknown) => (value === null ? null : JSON.stringify(value)) })
  declare condition: Condition | null

  @column()
  declare events: string[]

  @column()
  declare enabled: boolean

  @column.dateTime()
  declare pausedAt: DateTime | null

  @column()
  declare pauseReason: string | null

  @column()
  declare pauseCause: PauseCause | null

  @column.dateTime()
  declare failingSince: DateTime | null

  /** of what a mail to its admins was written */
  @column()
  declare told: 'failing' | 'waiting' | 'paused' | null

  /** how its plugin failed over the last request of its service */
  @column()
  declare hookFault: string | null

  @column.dateTime()
  declare hookFailedAt: DateTime | null

  @column.dateTime({ autoCreate: true })
  declare createdAt: DateTime

  @column.dateTime({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
