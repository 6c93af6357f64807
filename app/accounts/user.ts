import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'

/** A person with an account. Belongs to no workspace: memberships say where they may go. */
export default class User extends BaseModel {
  @column({ isPrimary: true })
  declare id: string

  @column()
  declare name: string

  @column()
  declare email: string

  /** of the email address (email_key.ts) */
  @column({ serializeAs: null })
  declare emailKey: string

  @column({ serializeAs: null })
  declare password: string

  /** what mails are written in: the language of the browser that signed in last and asked for one of ours; null: English */
  @column({ serializeAs: null })
  declare language: string | null

  /** runs the instance: set by the set-up link and by `node ace user:promote` only */
  @column({ serializeAs: null })
  declare operator: boolean

  @column.dateTime({ serializeAs: null })
  declare suspendedAt: DateTime | null

  @column.dateTime({ autoCreate: true })
  declare createdAt: DateTime

  @column.dateTime({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
