import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What of an integration waits or has failed, newest first: its part of the log, its count, and what is replayed. By far
 * the most are delivered, and these the log's own index finds.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index deliveries_by_status on deliveries (workspace_id, integration_id, status, created_at desc, id desc)
        include (test) where status <> 'delivered';
    `)
  }
}
