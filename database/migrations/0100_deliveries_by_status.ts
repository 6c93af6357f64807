import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What of an integration waits, has failed or was delivered, newest first: its part of the log, the count of those that
 * failed, and what is replayed. Whichever of them is rare among very many is found at once.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index deliveries_by_status on deliveries (workspace_id, integration_id, status, created_at desc, id desc)
        include (test);
    `)
  }
}
