import { defineConfig } from '@adonisjs/lucid'
import type pg from 'pg'
import { answerInTurn } from '#app/workspaces/answer_in_turn'
import env from '#start/env'

/** Statements that do not wait for each other go out together, so that they cost one trip to the database. */
const app = { connectionString: env.get('DATABASE_URL'), pipeline: true }

function afterCreate(connection: pg.Client, done: () => void): void {
  answerInTurn(connection)
  done()
}

/**
 * `app` serves requests, `operator` is for work across workspaces (app/administration/operator.ts), `owner` migrates.
 * None of them is a superuser, and only `owner` owns tables.
 */
export default defineConfig({
  connection: 'app',
  connections: {
    app: {
      client: 'pg',
      connection: app,
      pool: { min: 0, max: 12, afterCreate },
    },
    operator: {
      client: 'pg',
      connection: env.get('DATABASE_OPERATOR_URL', 'postgres://fw_operator@127.0.0.1/formwright'),
      pool: { min: 0, max: 2 },
    },
    owner: {
      client: 'pg',
      connection: env.get('DATABASE_OWNER_URL', 'postgres://fw_owner@127.0.0.1/formwright'),
      pool: { min: 0, max: 2 },
      // models say what the application reads; a migration writes no file into the sources
      schemaGeneration: { enabled: false },
      migrations: { naturalSort: true, paths: ['database/migrations'] },
    },
  },
})
