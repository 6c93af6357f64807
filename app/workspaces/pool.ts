import app from '@adonisjs/core/services/app'
import pg from 'pg'
import env from '#start/env'

let shared: pg.Pool | undefined

/** The node-postgres pool of the app role, for paths where the query builder costs too much. Scopes are the caller's. */
export function pool(): pg.Pool {
  if (!shared) {
    const opened = new pg.Pool({ connectionString: env.get('DATABASE_URL'), max: 16 })
    shared = opened
    app.terminating(() => opened.end())
  }
  return shared
}
