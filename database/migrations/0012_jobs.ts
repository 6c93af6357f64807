import { BaseSchema } from '@adonisjs/lucid/schema'
import { getConstructionPlans } from 'pg-boss'

/**
 * The tables of background jobs: global ones that hold ids only (docs/decisions.md: Roles). pg-boss says what they
 * are; we make them as owner, so that the serving role uses them and can change none.
 */
export default class extends BaseSchema {
  async up() {
    // In the transaction of this migration rather than in one of its own.
    const plan = getConstructionPlans('jobs')
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, '')
    this.schema.raw(plan)
    this.schema.raw(`
      grant usage on schema jobs to fw_app;
      grant select, insert, update, delete on all tables in schema jobs to fw_app;
      alter default privileges in schema jobs grant select, insert, update, delete on tables to fw_app;
    `)
  }
}
